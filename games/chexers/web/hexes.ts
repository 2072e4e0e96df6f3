// The 37 hexes in axial coordinates, and the three colours with the edges where they begin and leave.

/** A hex: `q` grows to the right, `r` down to the right, as the board is written. */
export interface Hex {
  q: number;
  r: number;
}

/** How far the board reaches from its middle. */
const REACH = 3;

/** The six directions; opposite ones are three apart. */
export const DIRECTIONS: readonly Hex[] = [
  { q: 1, r: 0 },
  { q: 0, r: 1 },
  { q: -1, r: 1 },
  { q: -1, r: 0 },
  { q: 0, r: -1 },
  { q: 1, r: -1 },
];

/** How many pieces a colour brings off the board to win, and how many it begins with. */
export const EXITS_TO_WIN = 4;

/** A position that occurs this often is a draw. */
export const REPETITIONS = 4;

export interface Colour {
  seat: number;
  /** As in position texts and in the names of the places for exits. */
  name: 'red' | 'green' | 'blue';
}

/** The colours by seat. */
export const COLOURS: readonly Colour[] = [
  { seat: 0, name: 'red' },
  { seat: 1, name: 'green' },
  { seat: 2, name: 'blue' },
];

export function isOnBoard({ q, r }: Hex): boolean {
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) <= REACH;
}

const ALONG = Array.from({ length: 2 * REACH + 1 }, (_, index) => index - REACH);

/** All hexes in the order of position texts: by `q`, then by `r`. */
export const HEXES: readonly Hex[] = ALONG.flatMap((q) => ALONG.map((r) => ({ q, r }))).filter(isOnBoard);

/** The name of a hex's cell: `-3,0`. */
export function nameOf({ q, r }: Hex): string {
  return `${q},${r}`;
}

const BY_NAME: ReadonlyMap<string, Hex> = new Map(HEXES.map((hex) => [nameOf(hex), hex]));

/** The hex of a cell; nothing for other cells. */
export function hexOf(name: string): Hex | undefined {
  return BY_NAME.get(name);
}

/** The hex some steps away. */
export function stepped({ q, r }: Hex, direction: Hex, steps = 1): Hex {
  return { q: q + steps * direction.q, r: r + steps * direction.r };
}

/** How many steps lie between two hexes. */
export function distance(one: Hex, other: Hex): number {
  const [q, r] = [one.q - other.q, one.r - other.r];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/** The hex that a jump leads over; nothing unless the two lie two steps apart in a straight line. */
export function between(from: Hex, to: Hex): Hex | undefined {
  const direction = DIRECTIONS.find((each) => nameOf(stepped(from, each, 2)) === nameOf(to));
  return direction && stepped(from, direction);
}

/** The place where a colour's pieces leave the board. */
export function exitName(colour: Colour): string {
  return `exit-${colour.name}`;
}

/** The colour whose place for exits this is. */
export function exitColour(cell: string): Colour | undefined {
  return COLOURS.find((colour) => exitName(colour) === cell);
}

/** Turns the board by a third, which takes red to green, green to blue and blue to red. */
export function turnedByThird({ q, r }: Hex): Hex {
  return { q: -q - r, r: q };
}

/** A hex as red would see it, were it this colour. */
function asRed(hex: Hex, { seat }: Colour): Hex {
  const thirds = (COLOURS.length - seat) % COLOURS.length;
  return Array.from({ length: thirds }).reduce<Hex>(turnedByThird, hex);
}

export function isHome(hex: Hex, colour: Colour): boolean {
  return asRed(hex, colour).q === -REACH;
}

export function isGoal(hex: Hex, colour: Colour): boolean {
  return asRed(hex, colour).q === REACH;
}
