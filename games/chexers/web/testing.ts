// Positions for the tests, made from their text as the server would make them.

import type { CellView, MoveKind, MoveView, PositionView } from '@ludwerk/web/types';
import { COLOURS, EXITS_TO_WIN, exitName, HEXES, nameOf } from './hexes';
import { readScene } from './position';

export const SEAT_NAMES = ['Red', 'Green', 'Blue'];
export const START = 'rrrr...........g.....bg....bg...bg..b red 0,0,0';

/** A position text with these pieces: `red: '0,0 1,-1'`. */
export function textOf(
  pieces: Partial<Record<'red' | 'green' | 'blue', string>>,
  toMove = 'red',
  exits = '0,0,0',
): string {
  const letterAt = (name: string) =>
    COLOURS.find((colour) => pieces[colour.name]?.split(' ').includes(name))?.name.charAt(0) ?? '.';
  return `${HEXES.map((hex) => letterAt(nameOf(hex))).join('')} ${toMove} ${exits}`;
}

export function position(text: string, rest: Partial<PositionView> = {}): PositionView {
  const { owners, exits } = readScene(text);
  const hexes = HEXES.map((hex): CellView => {
    const name = nameOf(hex);
    const owner = owners.get(name) ?? null;
    const label = owner === null ? '' : (COLOURS[owner]?.name ?? '');
    return {
      name,
      hand: null,
      x: 2 * hex.q + hex.r + 6,
      y: hex.r + 3,
      text: label.charAt(0).toUpperCase(),
      label,
      owner,
    };
  });
  const places = COLOURS.map((colour): CellView => {
    const count = exits[colour.seat] ?? 0;
    return {
      name: exitName(colour),
      hand: colour.seat,
      x: 0,
      y: 0,
      text: `${count}/${EXITS_TO_WIN}`,
      label: `${count} of ${EXITS_TO_WIN} exits`,
      owner: colour.seat,
    };
  });
  return {
    text,
    ply: 0,
    occurrences: 1,
    to_move: COLOURS.find(({ name }) => name === text.split(' ')[1])?.seat ?? null,
    legal: [],
    last: null,
    recent: [],
    threats: [],
    cells: [...hexes, ...places],
    notes: [],
    points: null,
    result: null,
    ...rest,
  };
}

/** `MOVE 0,0 1,0`, `EXIT 3,0` of red, `PASS`. */
export function move(text: string, colour = 'red', kind: MoveKind = 'move'): MoveView {
  const [what, ...touches] = text.split(' ');
  if (what === 'PASS') return { move: text, touches: [], kind: 'other' };
  return { move: text, touches: what === 'EXIT' ? [...touches, `exit-${colour}`] : touches, kind };
}
