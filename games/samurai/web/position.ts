// What a position text says, and what can be counted on it: how much each player counts for a figure, and who would
// get it now. For display alone; what may be played comes from the server.

import { isSettlement, neighboursOf, playersOf, type Space, spacesFor } from './map';
import { influenceOn, KINDS, type Kind, type Tile, tileOf } from './tiles';

/** A tile on the board. */
export interface Placed {
  seat: number;
  tile: Tile;
}

/** The tiles of a hand, or only how many there are. */
export type Hand = readonly Tile[] | number;

/** What is to be done: play, choose the first hand, place a figure, or nothing any more. */
export type Phase = 'play' | 'hand' | 'figure' | 'over';

export type Counts = Readonly<Record<Kind, number>>;

export interface Scene {
  players: number;
  spaces: readonly Space[];
  /** The figures of each settlement, by its id. */
  figures: readonly (readonly Kind[])[];
  tiles: ReadonlyMap<number, Placed>;
  /** Captured figures, by seat. */
  captured: readonly Counts[];
  /** Figures set aside because nobody had the most. */
  aside: Counts;
  hands: readonly Hand[];
  /** How many tiles are left to draw, by seat. */
  piles: readonly number[];
  phase: Phase;
  /** Whether the player to move has played a tile of this turn, and whether it was the ordinary one. */
  played: 'nothing' | 'characters' | 'ordinary';
  /** Why it is over, in a word; `null` before. */
  end: string | null;
}

const LETTERS: Readonly<Record<string, Kind>> = { r: 'rice', h: 'helmet', b: 'buddha' };

/** Reads a position text; what cannot be read is empty. */
export function readScene(text: string): Scene {
  const [figures = '', tiles = '', captured = '', aside = '', , hands = '', piles = '', turn = ''] =
    text.split(' ');
  const settlements = figures.split('/');
  const players = playersOf(text);
  const spaces = spacesFor(players);
  const bySeat = <Item>(field: string, read: (item: string) => Item): Item[] => {
    const items = field.split('/');
    return Array.from({ length: players }, (_, seat) => read(items[seat] ?? ''));
  };
  // The settlements are not all at the beginning of the larger boards.
  const ids = spaces.filter(isSettlement).map(({ id }) => id);
  const standing: Kind[][] = Array.from({ length: spaces.length }, () => []);
  ids.forEach((id, index) => {
    standing[id] = [...(settlements[index] ?? '')].flatMap((letter) => LETTERS[letter] ?? []);
  });
  return {
    players,
    spaces,
    figures: standing,
    tiles: readTiles(tiles),
    captured: bySeat(captured, readCounts),
    aside: readCounts(aside),
    hands: bySeat(hands, readHand),
    piles: bySeat(piles, (item) => sizeOf(readHand(item.replace('~', '')))),
    ...readTurn(turn),
  };
}

function readTiles(field: string): Map<number, Placed> {
  const found = new Map<number, Placed>();
  for (const item of field.split(',')) {
    const [, seat, name = '', space] = /^(\d):(\w+)@(\d+)$/.exec(item) ?? [];
    const tile = tileOf(name);
    if (tile) found.set(Number(space), { seat: Number(seat), tile });
  }
  return found;
}

function readCounts(item: string): Counts {
  const [rice = 0, helmet = 0, buddha = 0] = item.split('.').map((count) => Number(count) || 0);
  return { rice, helmet, buddha };
}

function readHand(item: string): Hand {
  if (item.startsWith('?')) return Number(item.slice(1)) || 0;
  return item.split(',').flatMap((name) => tileOf(name) ?? []);
}

function readTurn(field: string): Pick<Scene, 'phase' | 'played' | 'end'> {
  const [first = '', what = ''] = field.split('!')[0]?.split(':') ?? [];
  if (first === 'over') return { phase: 'over', played: 'nothing', end: what };
  if (what === 'hand' || what === 'figure') return { phase: what, played: 'nothing', end: null };
  const played = what === 'o' ? 'ordinary' : what === 'c' ? 'characters' : 'nothing';
  return { phase: 'play', played, end: null };
}

export function sizeOf(hand: Hand): number {
  return typeof hand === 'number' ? hand : hand.length;
}

export function totalOf(counts: Counts): number {
  return KINDS.reduce((sum, kind) => sum + counts[kind], 0);
}

/** What each player counts for a kind of figure in a settlement, by seat. */
export function influencesOn(scene: Scene, settlement: number, kind: Kind): number[] {
  const sums = Array.from({ length: scene.players }, () => 0);
  for (const id of neighboursOf(settlement, scene.players)) {
    const placed = scene.tiles.get(id);
    if (placed) sums[placed.seat] = (sums[placed.seat] ?? 0) + influenceOn(placed.tile, kind);
  }
  return sums;
}

/** The one with the most, who would get the figure; `null` where several have as much, or nobody anything. */
export function leaderOf(counts: readonly number[]): number | null {
  const most = Math.max(0, ...counts);
  const leaders = counts.flatMap((count, seat) => (count === most ? [seat] : []));
  return most > 0 && leaders.length === 1 ? (leaders[0] ?? null) : null;
}

/** How many land spaces around a settlement are still empty; with the last one its figures go. */
export function landLeft(scene: Scene, settlement: number): number {
  return neighboursOf(settlement, scene.players).filter(
    (id) => scene.spaces[id]?.terrain === 'land' && !scene.tiles.has(id),
  ).length;
}

/** The seat that has more of a kind than anyone else. */
export function majorityOf(scene: Scene, kind: Kind): number | null {
  return leaderOf(scene.captured.map((counts) => counts[kind]));
}

/** How many figures of a kind stand on the board. */
export function standingOf(scene: Scene, kind: Kind): number {
  return scene.figures.reduce((sum, figures) => sum + (figures.includes(kind) ? 1 : 0), 0);
}

/** What has happened to a figure from one position to the next. */
export interface Gain {
  settlement: number;
  kind: Kind;
  /** Who got it; `null` if it was set aside. */
  seat: number | null;
}

/** The figures that have left the board; none where figures were only exchanged or placed. */
export function gainsBetween(before: Scene, after: Scene): Gain[] {
  if (before.players !== after.players) return [];
  const gone = (counts: readonly Counts[], kind: Kind) => counts.reduce((sum, each) => sum + each[kind], 0);
  return KINDS.flatMap((kind) => {
    const [now, then] = [after, before].map(({ captured, aside }) => gone([...captured, aside], kind));
    if (now === undefined || then === undefined || now <= then) return [];
    return before.figures.flatMap((figures, settlement): Gain[] => {
      if (!figures.includes(kind) || after.figures[settlement]?.includes(kind)) return [];
      return [{ settlement, kind, seat: leaderOf(influencesOn(after, settlement, kind)) }];
    });
  });
}
