// The spaces of the map, by their ids, made from `../data/map.json`; a test compares them. The board for fewer
// players is the beginning of the list.

/** What a space is. Villages, cities and Edo are settlements. */
export type Terrain = 'land' | 'sea' | 'village' | 'city' | 'edo';

/** A space: where it lies (`q` to the east, `r` to the south, from Edo) and what it is. */
export interface Space {
  id: number;
  q: number;
  r: number;
  terrain: Terrain;
}

const TERRAINS: Readonly<Record<string, Terrain>> = {
  l: 'land',
  s: 'sea',
  v: 'village',
  c: 'city',
  e: 'edo',
};

/** `q,r` and the first letter of the terrain. */
const TEXT = `
-9,9v -8,7v -6,6v -5,4v -4,6v -3,2v -3,4c -2,0v -1,2v 0,-6v 0,-4c 0,-2v 0,0e 2,-6v 2,-4v 2,-2v
2,0v -9,8l -8,8l -7,6l -7,7l -6,5l -5,5l -4,4l -4,5l -3,1l -3,3l -3,5l -2,1l -2,2l -2,3l -1,-1l
-1,0l -1,1l 0,-5l 0,-3l 0,-1l 0,1l 1,-6l 1,-5l 1,-4l 1,-3l 1,-2l 1,-1l 1,0l 2,-5l 2,-1l -10,8s
-10,9s -10,10s -9,7s -9,10s -8,6s -8,9s -7,5s -7,8s -6,4s -6,7s -5,3s -5,6s -5,7s -4,1s -4,2s
-4,3s -4,7s -3,0s -3,6s -2,-1s -2,4s -2,5s -1,-6s -1,-5s -1,-4s -1,-3s -1,-2s -1,3s 0,-7s 0,2s
1,-7s 1,1s 2,-7s 2,-3s 2,1s 3,-7s 3,-6s 3,-5s 3,-4s 3,-3s 3,-2s 3,-1s 3,0s -13,13v -12,14v
-11,11v -10,12v -10,14v -8,10v -7,11v -6,8v -5,9v -12,12l -12,13l -11,12l -11,13l -11,14l
-10,11l -10,13l -8,11l -7,9l -7,10l -6,9l -6,10l -5,8l -14,13s -14,14s -13,12s -13,14s -13,15s
-12,11s -12,15s -11,10s -11,15s -10,15s -9,11s -9,12s -9,13s -9,14s -8,12s -7,12s -6,11s -5,10s
-4,8s -4,9s -1,-9v -1,-7v 0,-12v 1,-11v 1,-9c 2,-8v 3,-11v 4,-13v -1,-8l 0,-11l 0,-10l 0,-9l
0,-8l 1,-12l 1,-10l 1,-8l 2,-11l 2,-10l 2,-9l 3,-12l 4,-12l -2,-9s -2,-8s -2,-7s -2,-6s -1,-12s
-1,-11s -1,-10s 0,-13s 1,-13s 2,-13s 2,-12s 3,-13s 3,-10s 3,-9s 3,-8s 4,-14s 4,-11s 5,-14s
5,-13s 5,-12s
`;

export const SPACES: readonly Space[] = TEXT.trim()
  .split(/\s+/)
  .map((item, id) => {
    const [q = 0, r = 0] = item.slice(0, -1).split(',').map(Number);
    return { id, q, r, terrain: TERRAINS[item.slice(-1)] ?? 'sea' };
  });

/** How many spaces the board has for so many players. */
const COUNTS: Readonly<Record<number, number>> = { 2: 91, 3: 133, 4: 174 };

/** The settlements with a name of their own. */
const NAMES: Readonly<Record<number, string>> = { 6: 'Kyoto', 10: 'Akita', 12: 'Edo', 137: 'Sapporo' };

/** The spaces of the board for so many players. */
export function spacesFor(players: number): readonly Space[] {
  return SPACES.slice(0, COUNTS[players] ?? SPACES.length);
}

/** The name of a settlement that has one. */
export function placeName(id: number): string | undefined {
  return NAMES[id];
}

export function isSettlement({ terrain }: Space): boolean {
  return terrain !== 'land' && terrain !== 'sea';
}

const DIRECTIONS = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
] as const;

const byPlace = new Map(SPACES.map((space) => [`${space.q},${space.r}`, space.id]));

/** The ids of the spaces around each space on the largest board. */
const NEIGHBOURS: readonly (readonly number[])[] = SPACES.map(({ q, r }) =>
  DIRECTIONS.flatMap(([east, south]) => byPlace.get(`${q + east},${r + south}`) ?? []),
);

/** The ids of the spaces around a space, on the board for so many players. */
export function neighboursOf(id: number, players: number): number[] {
  const count = spacesFor(players).length;
  return (NEIGHBOURS[id] ?? []).filter((other) => other < count);
}
