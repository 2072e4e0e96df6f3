// Positions and answers for the tests of the analysis: small, and of no real game.

import type { AnalysisLine, AnalysisView, PositionView, ResultView } from '../../api/types';
import { plantTree, type Tree } from './tree';

/** A position that `move` led to. */
export function fakePosition(
  ply: number,
  toMove: number | null,
  move = '',
  result: ResultView | null = null,
): PositionView {
  return {
    text: `position ${ply} ${move}`.trim(),
    ply,
    occurrences: 1,
    to_move: toMove,
    legal: [],
    last: move ? { move, touches: [], kind: 'move' } : null,
    recent: [],
    threats: [],
    cells: [],
    notes: [],
    points: null,
    result,
  };
}

/** The positions that follow a position with `seat` to move, seats taking turns. */
export function fakeLine(moves: readonly string[], seats = 2, seat = 0, ply = 0): PositionView[] {
  return moves.map((move, index) => fakePosition(ply + index + 1, (seat + index + 1) % seats, move));
}

/** A tree whose main line has these moves. */
export function fakeTree(moves: readonly string[], seats = 2, first = 0): Tree {
  return plantTree([fakePosition(0, first), ...fakeLine(moves, seats, first)]);
}

/** What an engine says: the moves with their shares for the mover, best first. */
export function fakeAnalysis(seat: number, moves: Record<string, number>, ms = 100): AnalysisView {
  const lines: AnalysisLine[] = Object.entries(moves).map(([move, share]) => ({
    move,
    touches: [],
    kind: 'move',
    pv: [move],
    value: { share, text: `${Math.round(share * 100)}%` },
  }));
  const best = lines[0];
  if (!best) throw new Error('An engine says at least one move.');
  return { seat, best, value: best.value, depth: 4, nodes: 1000, lines, exact: false, ms };
}
