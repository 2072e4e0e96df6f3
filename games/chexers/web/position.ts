// What stands where, and what can be read off the hexes without knowing more than how a jump goes.

import type { MoveKind } from '@ludwerk/web/types';
import type { BoardView } from './board.types';
import { between, DIRECTIONS, EXITS_TO_WIN, hexOf, isOnBoard, nameOf, stepped } from './hexes';

/** A position: who stands where, and how many of each colour have left. */
export interface Scene {
  /** The seat of the piece on a hex, by the hex's name. */
  owners: ReadonlyMap<string, number>;
  /** Exits made, by seat. */
  exits: readonly number[];
}

/** Looks up what the board shows by the names of hexes. */
export function readScene({ pieces, exits }: BoardView): Scene {
  const owners = pieces.flatMap((hexes, seat) =>
    hexes.map(([q, r]): [string, number] => [nameOf({ q, r }), seat]),
  );
  return { owners: new Map(owners), exits: exits.map((count) => Math.min(count, EXITS_TO_WIN)) };
}

/** The hexes whose pieces another colour could jump over and turn, were it its turn. */
export function threatened({ owners }: Scene): Set<string> {
  const found = new Set<string>();
  for (const [name, owner] of owners) {
    const hex = hexOf(name);
    if (!hex) continue;
    const isCaught = DIRECTIONS.some((direction) => {
      const jumper = owners.get(nameOf(stepped(hex, direction, -1)));
      const landing = stepped(hex, direction);
      return jumper !== undefined && jumper !== owner && isOnBoard(landing) && !owners.has(nameOf(landing));
    });
    if (isCaught) found.add(name);
  }
  return found;
}

/** The hex whose piece takes another colour when `from` jumps to `to`; nothing otherwise. */
export function turnedBy(from: string, to: string, { owners }: Scene): string | undefined {
  const [start, end] = [hexOf(from), hexOf(to)];
  const middle = start && end && between(start, end);
  if (!middle) return undefined;
  const name = nameOf(middle);
  return owners.has(name) && owners.get(name) !== owners.get(from) ? name : undefined;
}

/** Jumps that turn a piece are shown as captures, though they end on an empty hex. */
export function kindsOf(
  targets: ReadonlyMap<string, MoveKind>,
  from: string | undefined,
  scene: Scene,
): Map<string, MoveKind> {
  const kind = (to: string, usual: MoveKind): MoveKind =>
    from !== undefined && turnedBy(from, to, scene) !== undefined ? 'capture' : usual;
  return new Map([...targets].map(([to, usual]) => [to, kind(to, usual)]));
}
