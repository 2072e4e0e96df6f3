// A game that is opened for analysis, wherever it came from: the library, a record, an address or a board.

import { ApiError, getGame, getLine, getRecord, type Options } from '../../api/client';
import { getTournament, getTournamentRecord } from '../../api/tournaments';
import type { GameView, LineView, PositionView, ResultView } from '../../api/types';
import type { SharedLine } from '../../common/engine/link';
import { decisiveOrigin, type Origin, queryOf } from '../../common/engine/origin';
import { parseText, type RecordedGame } from '../../common/files/record';
import { engineName } from '../../common/seats/players';

export interface Study {
  /** Another value for another game, so that views start afresh. */
  readonly key: string;
  readonly origin: Origin;
  readonly variant: string;
  readonly seatNames: string[];
  /** Who sat where; the names of the seats where nobody did. */
  readonly players: readonly string[];
  readonly positions: readonly PositionView[];
  readonly isPosition: boolean;
  /** The result that was recorded; a game can end without the board showing it, for example by resignation. */
  readonly result: ResultView | null;
  /** The ply to show first. */
  readonly at: number;
  /** The game of the library that this is. */
  readonly stored: { readonly id: string; readonly live: boolean; readonly viewer: number | null } | null;
  /** The tournament and the number of the game in it, if it is of one. */
  readonly tournament: { readonly id: string; readonly number: number } | null;
}

let opened = 0;

/** The study of a line that the server has checked. */
export function studyOf(
  origin: Origin,
  line: LineView,
  known: {
    players?: readonly string[];
    result?: ResultView | null;
    at?: number;
    stored?: Study['stored'];
    tournament?: Study['tournament'];
  } = {},
): Study {
  opened += 1;
  const last = line.positions.length - 1;
  const hasPlayers = known.players?.length === line.seat_names.length;
  return {
    key: `study ${opened}`,
    // The variant that was meant is written out, so that links have it.
    origin: { ...origin, variant: line.variant },
    variant: line.variant,
    seatNames: line.seat_names,
    players: hasPlayers && known.players ? known.players : line.seat_names,
    positions: line.positions,
    isPosition: line.is_position,
    result: known.result ?? null,
    at: Math.min(last, Math.max(0, known.at ?? last)),
    stored: known.stored ?? null,
    tournament: known.tournament ?? null,
  };
}

/** The same without the seed of the start, which decides nothing in a game without luck. */
export function withoutSeed(study: Study): Study {
  if (study.origin.seed === undefined) return study;
  const { seed: _, ...origin } = study.origin;
  return { ...study, origin };
}

/** Opens what an address says. */
export async function openLink({ origin, moves, at }: SharedLine, options: Options = {}): Promise<Study> {
  const start = decisiveOrigin(origin);
  return studyOf(start, await getLine(queryOf(start, moves), options), { at });
}

/** Opens a game of a record. */
export async function openRecorded(game: RecordedGame, options: Options = {}): Promise<Study> {
  const line = await getLine(queryOf(game.origin, game.moves), options);
  return studyOf(game.origin, line, { players: game.seats, result: game.result, at: 0 });
}

/** Opens a plain list of moves, which can be read in several ways: the first that can be played counts. */
export async function openMoves(
  origin: Origin,
  candidates: readonly (readonly string[])[],
  options: Options = {},
): Promise<Study> {
  let refusal: unknown = null;
  for (const moves of candidates) {
    try {
      return studyOf(origin, await getLine(queryOf(origin, moves), options), { at: 0 });
    } catch (error) {
      // The first reading is the likeliest, so its error tells most.
      refusal ??= error;
      if (!(error instanceof ApiError) || error.offline) throw error;
    }
  }
  throw refusal ?? new ApiError(0, 'empty', 'There is no move in this text.');
}

/** The game of a record that the server has written. */
function onlyGame(text: string): RecordedGame {
  const parsed = parseText(text);
  const document = parsed.kind === 'records' ? parsed.documents[0] : undefined;
  if (!document?.ok) {
    throw new ApiError(0, 'unreadable', document?.error ?? 'The record of this game is empty.');
  }
  return document.game;
}

/** Opens a game of a tournament. */
export async function openTournamentGame(id: string, number: number, options: Options = {}): Promise<Study> {
  const [text, tournament] = await Promise.all([
    getTournamentRecord(id, number, options),
    getTournament(id, undefined, options),
  ]);
  const game = onlyGame(text);
  const line = await getLine(queryOf(game.origin, game.moves), options);
  const agents = tournament.view.agents;
  // A record names agents by their specs; a name of their own tells more, where it is clear whose it is.
  const players = game.seats.map((seat) => {
    const [agent, other] = agents.filter(({ spec }) => spec === seat);
    return agent && !other && agent.name !== seat ? agent.name : engineName(seat);
  });
  return studyOf(game.origin, line, { players, result: game.result, at: 0, tournament: { id, number } });
}

/**
 * Opens a game of the library by its record. A game whose record is kept back, because it still hides
 * something, cannot be analysed yet: the server's own words say so.
 */
export async function openStored(id: string, at: number | null, options: Options = {}): Promise<Study> {
  const [view, text] = await Promise.all([getGame(id, options), getRecord(id, options)]);
  const game = onlyGame(text);
  const line = await getLine(queryOf(game.origin, game.moves), options);
  const stored = { id, live: view.live && view.result === null, viewer: view.viewer };
  return studyOf(game.origin, line, {
    players: playersOf(view),
    result: view.result,
    at: at ?? (stored.live ? game.moves.length : 0),
    stored,
  });
}

function playersOf(view: GameView): string[] {
  return view.seats.map((seat) => seat.player || seat.name);
}
