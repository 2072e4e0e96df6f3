// A piece: an animal, its name or its letter on a tile that points where its owner looks, with a dot towards
// each square that it steps to. The first player's tiles have a pointed top, the second player's a round one.

import type { Animal } from './board.types';
import { Face } from './Face';
import type { SetName } from './sets';

/** Which way an animal steps, as column and row from itself, looking up. */
export const STEPS: Readonly<Record<Animal, readonly (readonly [number, number])[]>> = {
  C: [[0, -1]],
  E: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  G: [
    [0, -1],
    [-1, 0],
    [1, 0],
    [0, 1],
  ],
  H: [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [0, 1],
  ],
  L: [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
  ],
};

interface TileStyle {
  outline: string;
  face: string;
  edge: string;
  dot: string;
  /** Where the edge lies towards the upper right neighbour. */
  shoulder: { x: number; y: number };
}

const POINTED: TileStyle = {
  outline:
    'M-41 37 Q-41 43 -35 43 H35 Q41 43 41 37 L39 -25 Q39 -29 35 -31 L5 -44.5 Q0 -46.5 -5 -44.5 L-35 -31 Q-39 -29 -39 -25 Z',
  face: '#f4f8e1',
  edge: '#3c7a3a',
  dot: '#24552a',
  shoulder: { x: 35.5, y: -28 },
};
const ROUND: TileStyle = {
  outline: 'M-41 37 Q-41 43 -35 43 H35 Q41 43 41 37 V-6 C41 -32 24 -45 0 -45 C-24 -45 -41 -32 -41 -6 Z',
  face: '#e9f3fd',
  edge: '#2c66a8',
  dot: '#17457c',
  shoulder: { x: 31, y: -31 },
};
const STYLES: readonly TileStyle[] = [POINTED, ROUND];

function styleOf(owner: number): TileStyle {
  return STYLES[owner % STYLES.length] ?? POINTED;
}

/** The dot of a step sits on the edge of the tile, where the step leaves it. */
function dotPoint(
  [column, row]: readonly [number, number],
  { shoulder }: TileStyle,
): { cx: number; cy: number } {
  if (column === 0) return { cx: 0, cy: row < 0 ? -43 : 42 };
  if (row === 0) return { cx: column * 40, cy: 2 };
  return row < 0 ? { cx: column * shoulder.x, cy: shoulder.y } : { cx: column * 37.5, cy: 39.5 };
}

interface TileProps {
  animal: Animal;
  owner: number;
  set?: SetName | undefined;
  /** How whatever holds the tile turns it. */
  angle?: number | undefined;
}

/** A piece around the origin; `owner` decides its shape and not where it looks. */
export function Tile({ animal, owner, set = 'animals', angle = 0 }: TileProps) {
  const style = styleOf(owner);
  return (
    <g>
      <path d={style.outline} fill={style.face} stroke={style.edge} strokeWidth={4} strokeLinejoin="round" />
      <Face animal={animal} set={set} ink={style.dot} angle={angle} />
      <g fill={style.dot} stroke="#fff" strokeWidth={2}>
        {STEPS[animal].map((step) => (
          <circle key={step.join()} {...dotPoint(step, style)} r={5.5} />
        ))}
      </g>
    </g>
  );
}

/** The shadow of a tile. Light comes from the top of the screen, however the tile is turned. */
export function TileShadow({ owner, angle, lifted }: { owner: number; angle: number; lifted: boolean }) {
  const down = (lifted ? 14 : 5) * (angle === 0 ? 1 : -1);
  return (
    <path
      d={styleOf(owner).outline}
      transform={`translate(0 ${down})`}
      fill="#20160c"
      stroke="#20160c"
      strokeWidth={4}
      opacity={lifted ? 0.2 : 0.26}
    />
  );
}

/** What an empty slot waits for. */
export function TileGhost({ animal, owner, set = 'animals', angle = 0 }: TileProps) {
  const style = styleOf(owner);
  return (
    <g opacity={0.2}>
      <path d={style.outline} fill="none" stroke={style.edge} strokeWidth={4} strokeDasharray="9 7" />
      <Face animal={animal} set={set} ink={style.edge} angle={angle} />
    </g>
  );
}
