// Positions for the tests, made from their text as the server would make them.

import type { Position } from '@ludwerk/web/board';
import type { MoveKind, MoveView } from '@ludwerk/web/types';
import { parseArrangement } from './arrangement';
import type { BoardView } from './board.types';

export const SEAT_NAMES = ['Forest', 'Sky'];

export function position(text: string, rest: Partial<Position<BoardView>> = {}): Position<BoardView> {
  const arrangement = parseArrangement(text);
  if (!arrangement) throw new Error(`not a position: ${text}`);
  const { toMove, ...board } = arrangement;
  return {
    text,
    ply: 0,
    occurrences: 1,
    to_move: toMove,
    legal: [],
    last: null,
    recent: [],
    threats: [],
    board,
    cells: [],
    notes: [],
    points: null,
    result: null,
    ...rest,
  };
}

export function move(text: string, from: string, to: string, kind: MoveKind = 'move'): MoveView {
  return { move: text, touches: [from, to], kind };
}
