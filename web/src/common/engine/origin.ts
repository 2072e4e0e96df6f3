// Where an analysis starts, and the question that asks the server for a position of it.

import type { PositionQuery } from '../../api/types';

/** A start: a game, and the deal, position or seed in which it begins. */
export type Origin = Omit<PositionQuery, 'moves'>;

/** The question for the position after `moves`. */
export function queryOf(origin: Origin, moves: readonly string[]): PositionQuery {
  return moves.length > 0 ? { ...origin, moves: [...moves] } : { ...origin };
}

/**
 * A start with only what decides it: the deal before the position, and the position before the seed, as
 * records are read. A seed that JavaScript cannot hold exactly would be another one, so it is left out; a
 * game that deals records its deal beside it.
 */
export function decisiveOrigin(origin: Origin): Origin {
  const { game, variant, players, setup, position, seed } = origin;
  const start: Origin = { game };
  if (variant) start.variant = variant;
  if (players !== undefined) start.players = players;
  if (setup !== undefined && setup !== null) start.setup = setup;
  else if (position) start.position = position;
  else if (seed !== undefined && Number.isSafeInteger(seed)) start.seed = seed;
  return start;
}

/** The same text for the same start and moves, as a key of what was found out about it. */
export function keyOf(origin: Origin, moves: readonly string[]): string {
  const { game, variant, players, setup, position, seed } = origin;
  return JSON.stringify([
    game,
    variant ?? '',
    players ?? 0,
    setup ?? null,
    position ?? '',
    seed ?? null,
    moves,
  ]);
}
