// The outline of squares that hang together, with round corners, and the groups that hang together.

import type { Square } from './pieces';

interface Corner {
  x: number;
  y: number;
}

/** Squares with the same colour that share sides: the pieces, because those of a colour never touch so. */
export function groupsOf<Item extends Square>(items: readonly Item[]): Item[][] {
  const left = new Map(items.map((item) => [`${item.x},${item.y}`, item]));
  const groups: Item[][] = [];
  for (const first of items) {
    if (!left.delete(`${first.x},${first.y}`)) continue;
    const group = [first];
    for (const { x, y } of group) {
      for (const near of [`${x},${y - 1}`, `${x - 1},${y}`, `${x + 1},${y}`, `${x},${y + 1}`]) {
        const item = left.get(near);
        if (!item) continue;
        left.delete(near);
        group.push(item);
      }
    }
    groups.push(group);
  }
  return groups;
}

/** The directions of edges, clockwise: right, down, left, up. */
const WAYS: readonly Corner[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
];

/** The corners of the outline, clockwise, one list for each edge that goes round: holes have their own. */
export function cornersOf(squares: readonly Square[]): Corner[][] {
  const filled = new Set(squares.map(({ x, y }) => `${x},${y}`));
  // An edge by where it begins and by its way, with the squares on its right.
  const edges = new Set<string>();
  for (const { x, y } of squares) {
    if (!filled.has(`${x},${y - 1}`)) edges.add(`${x},${y},0`);
    if (!filled.has(`${x + 1},${y}`)) edges.add(`${x + 1},${y},1`);
    if (!filled.has(`${x},${y + 1}`)) edges.add(`${x + 1},${y + 1},2`);
    if (!filled.has(`${x - 1},${y}`)) edges.add(`${x},${y + 1},3`);
  }
  const rings: Corner[][] = [];
  for (const start of edges) {
    const ring: Corner[] = [];
    let [x = 0, y = 0, way = 0] = start.split(',').map(Number);
    while (edges.delete(`${x},${y},${way}`)) {
      ring.push({ x, y });
      x += WAYS[way]?.x ?? 0;
      y += WAYS[way]?.y ?? 0;
      // Where squares meet at a corner only, the edge keeps to its own square: it turns right if it can.
      way =
        [way + 1, way, way + 3].map((next) => next % 4).find((next) => edges.has(`${x},${y},${next}`)) ?? way;
    }
    rings.push(withoutStraight(ring));
  }
  return rings;
}

/** Without the corners that lie on a straight line. */
function withoutStraight(ring: readonly Corner[]): Corner[] {
  return ring.filter((corner, index) => {
    const before = ring.at(index - 1) ?? corner;
    const after = ring[(index + 1) % ring.length] ?? corner;
    return !(
      (before.x === corner.x && after.x === corner.x) ||
      (before.y === corner.y && after.y === corner.y)
    );
  });
}

/** The outline as a path, in units of `cell`, drawn `inset` inside the squares. */
export function outlinePath(squares: readonly Square[], cell: number, inset: number, radius: number): string {
  return cornersOf(squares)
    .map((ring) => {
      const points = ring.map((corner, index) => {
        const before = ring.at(index - 1) ?? corner;
        const after = ring[(index + 1) % ring.length] ?? corner;
        // Clockwise, the inside is on the right of each edge.
        const into = [Math.sign(corner.x - before.x), Math.sign(corner.y - before.y)] as const;
        const out = [Math.sign(after.x - corner.x), Math.sign(after.y - corner.y)] as const;
        return {
          x: corner.x * cell - (into[1] + out[1]) * inset,
          y: corner.y * cell + (into[0] + out[0]) * inset,
          into,
          out,
        };
      });
      const parts = points.map(({ x, y, into, out }, index) => {
        const from = `${round(x - into[0] * radius)} ${round(y - into[1] * radius)}`;
        const to = `${round(x + out[0] * radius)} ${round(y + out[1] * radius)}`;
        return `${index === 0 ? 'M' : 'L'}${from}Q${round(x)} ${round(y)} ${to}`;
      });
      return `${parts.join('')}Z`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
