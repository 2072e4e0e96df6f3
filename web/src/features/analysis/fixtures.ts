// Positions and answers for the tests of the analysis: small, and of no real game.

import { fakePosition } from '../../api/fixtures';
import type { PositionView } from '../../api/types';
import { plantTree, type Tree } from './tree';

/** The positions that follow a position with `seat` to move, seats taking turns. */
export function fakeLine(moves: readonly string[], seats = 2, seat = 0, ply = 0): PositionView[] {
  return moves.map((move, index) => fakePosition(ply + index + 1, (seat + index + 1) % seats, move));
}

/** A tree whose main line has these moves. */
export function fakeTree(moves: readonly string[], seats = 2, first = 0): Tree {
  return plantTree([fakePosition(0, first), ...fakeLine(moves, seats, first)]);
}
