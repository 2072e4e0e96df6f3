// Positions for the tests, made from their text as the server would make them.

import type { Position } from '@ludwerk/web/board';
import type { MoveKind, MoveView } from '@ludwerk/web/types';
import type { BoardView } from './board.types';
import { COLOURS, HEXES, nameOf } from './hexes';

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

/** What the board shows in a position. */
export function boardOf(text: string): BoardView {
  const [letters = '', , exits = ''] = text.split(' ');
  const hexesOf = (letter: string) => HEXES.filter((_, index) => letters.charAt(index) === letter);
  return {
    pieces: [...'rgb'].map((letter) => hexesOf(letter).map(({ q, r }): [number, number] => [q, r])),
    exits: exits.split(',').map(Number),
  };
}

export function position(text: string, rest: Partial<Position<BoardView>> = {}): Position<BoardView> {
  return {
    text,
    ply: 0,
    occurrences: 1,
    to_move: COLOURS.find(({ name }) => name === text.split(' ')[1])?.seat ?? null,
    legal: [],
    last: null,
    recent: [],
    threats: [],
    board: boardOf(text),
    cells: [],
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
