// What stands and lies where, and what can be counted on it: how much each player counts for a figure, and who would
// get it now. For display alone; what may be played comes from the server.

import type { BoardView, CountsView, Kind } from './board.types';
import { neighboursOf, type Space, spacesFor } from './map';
import { influenceOn, KINDS, type Tile, tileOf } from './tiles';

/** A tile on the board. */
export interface Placed {
  seat: number;
  tile: Tile;
}

/** The tiles of a hand, or only how many there are. */
export type Hand = readonly Tile[] | number;

export interface Scene extends Pick<BoardView, 'aside' | 'phase' | 'played' | 'end'> {
  players: number;
  spaces: readonly Space[];
  /** The figures of each settlement, by its id. */
  figures: readonly (readonly Kind[])[];
  tiles: ReadonlyMap<number, Placed>;
  /** Captured figures, by seat. */
  captured: readonly CountsView[];
  hands: readonly Hand[];
  /** How many tiles are left to draw, by seat. */
  piles: readonly number[];
}

/** Looks up what the board shows by its spaces. */
export function readScene({ figures, tiles, seats, aside, phase, played, end }: BoardView): Scene {
  const spaces = spacesFor(seats.length);
  const standing = new Map(figures.map(({ space, kinds }) => [space, kinds]));
  const laid = tiles.flatMap(({ space, seat, tile: name }): [number, Placed][] => {
    const tile = tileOf(name);
    return tile ? [[space, { seat, tile }]] : [];
  });
  return {
    players: seats.length,
    spaces,
    figures: spaces.map(({ id }) => standing.get(id) ?? []),
    tiles: new Map(laid),
    captured: seats.map(({ captured }) => captured),
    hands: seats.map(({ hand, in_hand }) => hand?.flatMap((name) => tileOf(name) ?? []) ?? in_hand),
    piles: seats.map(({ in_pile }) => in_pile),
    aside,
    phase,
    played,
    end,
  };
}

export function sizeOf(hand: Hand): number {
  return typeof hand === 'number' ? hand : hand.length;
}

export function totalOf(counts: CountsView): number {
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
  const gone = (counts: readonly CountsView[], kind: Kind) =>
    counts.reduce((sum, each) => sum + each[kind], 0);
  return KINDS.flatMap((kind) => {
    const [now, then] = [after, before].map(({ captured, aside }) => gone([...captured, aside], kind));
    if (now === undefined || then === undefined || now <= then) return [];
    return before.figures.flatMap((figures, settlement): Gain[] => {
      if (!figures.includes(kind) || after.figures[settlement]?.includes(kind)) return [];
      return [{ settlement, kind, seat: leaderOf(influencesOn(after, settlement, kind)) }];
    });
  });
}
