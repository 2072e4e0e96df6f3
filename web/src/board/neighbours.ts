// Walking over a board with the arrow keys, by where the cells are seen and not by how they are numbered.

import type { Point } from './layout';

/** The direction of an arrow key on the screen; y grows downwards. */
const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** How much a step aside counts against a step ahead. */
const ASIDE = 1.5;
/** Cells further aside than ahead by this much belong to another direction: just over 60 degrees. */
const WIDEST = 1.8;
/** Points this near in a direction do not lie ahead at all. */
const HARDLY = 1e-6;
/** Far less than any difference between places that are not equally near. */
const TIE = 1e-3;

/** The nearest cell in the direction of an arrow key; `null` at the edge and for other keys. */
export function neighbour(places: ReadonlyMap<string, Point>, from: string, key: string): string | null {
  const direction = DIRECTIONS[key];
  const origin = places.get(from);
  if (!direction || !origin) return null;
  let best: string | null = null;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const [name, place] of places) {
    const [x, y] = [place.x - origin.x, place.y - origin.y];
    const ahead = x * direction.x + y * direction.y;
    const across = x * direction.y - y * direction.x;
    const aside = Math.abs(across);
    if (name === from || ahead < HARDLY || aside > ahead * WIDEST) continue;
    // Of two cells as near, the way up takes the left one and the way down the right one, so that one
    // comes back to where one was.
    const cost = ahead + ASIDE * aside - Math.sign(across) * TIE;
    if (cost < bestCost) [best, bestCost] = [name, cost];
  }
  return best;
}
