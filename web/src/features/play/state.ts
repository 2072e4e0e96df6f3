// The state of the page that plays a game, and how it changes. Everything here is pure.

import type { ApiError } from '../../api/client';
import type { LiveState } from '../../api/live';
import type { AnalysisView, GameView, MoveView, ThinkingView } from '../../api/types';
import { winnersOf } from '../../common/results';

/** What the page knows. */
export interface PlayState {
  game: GameView | null;
  /** Which of several people sits at this screen, in a game with secrets; `null` while nobody has said. */
  seat: number | null;
  /** When the view came, on the clock of `performance.now()`. */
  receivedAt: number;
  live: LiveState;
  /** Why there is no game to show. */
  error: ApiError | null;
  deleted: boolean;
  thinking: ThinkingView | null;
  /** Which position of the past is shown; `null` follows the game. */
  lookingAt: number | null;
  /** The move that was chosen here and is on its way to the server. */
  pending: { move: MoveView; ply: number } | null;
  /** What was hinted, for the position after `ply` moves. */
  hint: { ply: number; analysis: AnalysisView } | null;
}

/** The state before anything has arrived. */
export const INITIAL: PlayState = {
  game: null,
  seat: null,
  receivedAt: 0,
  live: 'connecting',
  error: null,
  deleted: false,
  thinking: null,
  lookingAt: null,
  pending: null,
  hint: null,
};

/** What can happen. */
export type PlayAction =
  /** A snapshot from the live connection, which puts them in order itself. */
  | { type: 'live'; game: GameView; at: number }
  /** The answer to a request, which may arrive behind a newer snapshot. */
  | { type: 'answer'; game: GameView; at: number }
  | { type: 'thinking'; thinking: ThinkingView }
  | { type: 'connection'; state: LiveState }
  | { type: 'failed'; error: ApiError }
  | { type: 'deleted' }
  | { type: 'look'; ply: number | null }
  | { type: 'send'; move: MoveView }
  | { type: 'refused' }
  | { type: 'hint'; ply: number; analysis: AnalysisView }
  | { type: 'forget-hint' }
  /** Someone has taken the device and says who it is. */
  | { type: 'sit'; seat: number };

/** Whether view `a` is at least as new as `b`. A restarted server counts anew, so time comes first. */
export function isNewer(a: GameView, b: GameView): boolean {
  return a.updated === b.updated ? a.version >= b.version : a.updated > b.updated;
}

/** Whether several people at this screen have secrets from each other. */
export function sharesScreen(game: GameView): boolean {
  return game.hidden && game.you.length > 1 && game.result === null && game.live;
}

/** To whom the device is to be passed before anything of theirs is shown; `null` if it is where it belongs. */
export function passTo(game: GameView, seat: number | null): number | null {
  const mover = game.position.to_move;
  if (!sharesScreen(game) || mover === null || mover === seat) return null;
  return game.you.includes(mover) ? mover : null;
}

/** Whether a view shows what somebody else at this screen must not see. */
export function isForOther(game: GameView, seat: number | null): boolean {
  return sharesScreen(game) && game.viewer !== null && game.viewer !== seat;
}

function accept(state: PlayState, game: GameView, at: number): PlayState {
  const before = state.game;
  // What was asked for by the one who sat here before comes too late.
  if (before && isForOther(game, state.seat)) return state;
  // With the turn of another the device changes hands, and nobody sits here until that one says so.
  const seat = passTo(game, state.seat) === null ? state.seat : null;
  const moved = !before || before.id !== game.id || !samePly(before, game);
  const looking = state.lookingAt;
  return {
    ...state,
    game,
    seat,
    receivedAt: at,
    error: null,
    thinking: game.thinking,
    // A position that was taken back can no longer be looked at.
    lookingAt: looking !== null && looking < game.moves.length ? looking : null,
    // A move that is on its way stays there until a view shows that the game has gone on.
    pending: moved ? null : state.pending,
    hint: moved ? null : state.hint,
  };
}

function samePly(a: GameView, b: GameView): boolean {
  return (
    a.moves.length === b.moves.length &&
    a.position.text === b.position.text &&
    a.result?.reason === b.result?.reason
  );
}

/** The state after something has happened. */
export function reduce(state: PlayState, action: PlayAction): PlayState {
  switch (action.type) {
    case 'live':
      return accept(state, action.game, action.at);
    case 'answer':
      if (state.game && state.game.id === action.game.id && !isNewer(action.game, state.game)) return state;
      return accept(state, action.game, action.at);
    case 'thinking':
      // Thoughts about a position that has passed are of no use.
      return state.game?.position.to_move === action.thinking.seat && state.game.result === null
        ? { ...state, thinking: action.thinking }
        : state;
    case 'connection':
      return { ...state, live: action.state };
    case 'failed':
      return { ...state, error: action.error };
    case 'deleted':
      return { ...state, deleted: true };
    case 'look':
      return { ...state, lookingAt: clampLook(action.ply, state.game?.moves.length ?? 0) };
    case 'send':
      return {
        ...state,
        pending: { move: action.move, ply: state.game?.moves.length ?? 0 },
        lookingAt: null,
        hint: null,
      };
    case 'refused':
      return { ...state, pending: null };
    case 'hint':
      return state.game?.moves.length === action.ply
        ? { ...state, hint: { ply: action.ply, analysis: action.analysis } }
        : state;
    case 'forget-hint':
      return { ...state, hint: null };
    case 'sit':
      return { ...state, seat: action.seat, lookingAt: null, hint: null };
  }
}

/** A ply to look at, within the game; the last one means to follow the game. */
export function clampLook(ply: number | null, length: number): number | null {
  if (ply === null || ply >= length) return null;
  return Math.max(0, ply);
}

/** Where a step through the history leads. */
export function stepLook(
  lookingAt: number | null,
  step: 'first' | 'back' | 'on' | 'last',
  length: number,
): number | null {
  const now = lookingAt ?? length;
  switch (step) {
    case 'first':
      return clampLook(0, length);
    case 'back':
      return clampLook(now - 1, length);
    case 'on':
      return clampLook(now + 1, length);
    case 'last':
      return null;
  }
}

/** Under which name a position of the past is kept: it depends on the moves before it, which may be taken back. */
export function positionKey(game: GameView, ply: number): string {
  const moves = game.moves.slice(0, ply).map((played) => played.move);
  // What a viewer may see can change with the seat that looks and at the end of the game.
  return [game.id, game.viewer, game.result ? 'over' : 'going on', ...moves].join(' ');
}

/** What is left on a seat's clock now; `null` without a clock. */
export function clockLeft(game: GameView, seat: number, receivedAt: number, now: number): number | null {
  const left = game.seats[seat]?.clock_ms ?? null;
  if (left === null) return null;
  if (game.result?.reason === 'time' && !winnersOf(game.result).includes(seat)) return 0;
  // A clock starts with the first move of its seat.
  const started = game.moves.some((played) => played.seat === seat);
  const runs = started && game.live && game.result === null && game.position.to_move === seat;
  return Math.max(0, runs ? left - Math.max(0, now - receivedAt) : left);
}

/** Whether the person at this screen may choose a move now. */
export function mayMove(state: PlayState): boolean {
  const { game } = state;
  if (!game?.live || game.result !== null || state.pending || state.lookingAt !== null) return false;
  const mover = game.position.to_move;
  return mover !== null && game.you.includes(mover) && (!game.hidden || game.viewer === mover);
}

/**
 * The seats for which a move may be chosen in advance; `null` for none. Several people at one screen would
 * get into each other's way, and of the past there is nothing to choose.
 */
export function premoveSeats(state: PlayState): number[] | null {
  const { game } = state;
  if (!game?.live || game.result !== null || state.lookingAt !== null) return null;
  return game.you.length === 1 ? game.you : null;
}

/** The seat at the bottom: one's own, turned by `turns` seats; with `follow`, the mover's among one's own. */
export function orientationOf(game: GameView, turns: number, follow: boolean): number {
  const mover = game.position.to_move;
  const own = (sharesScreen(game) ? game.viewer : null) ?? game.you[0] ?? game.viewer ?? 0;
  const base = follow && mover !== null && game.you.length > 1 && game.you.includes(mover) ? mover : own;
  return (base + turns) % Math.max(1, game.seats.length);
}

/** The other seats from the top of the screen down to the board: the seat after the bottom one first. */
export function othersOf(orientation: number, seats: number): number[] {
  return Array.from({ length: Math.max(0, seats - 1) }, (_, step) => (orientation + 1 + step) % seats);
}

/** A row of the move list: a round, with the plies (from 1) of the moves in it. */
export interface MoveRow {
  round: number;
  plies: number[];
}

/**
 * Moves in rounds: a new one begins when the turn comes to a seat that is not behind the last one. Where turns are
 * long, several moves of one seat belong to one turn.
 */
export function moveRows(seats: readonly (number | null)[], longTurns = false): MoveRow[] {
  const rows: MoveRow[] = [];
  let last: number | null = null;
  seats.forEach((seat, index) => {
    const row = rows[rows.length - 1];
    const isNewRound = seat !== null && last !== null && (longTurns ? seat < last : seat <= last);
    if (!row || isNewRound) {
      rows.push({ round: rows.length + 1, plies: [index + 1] });
    } else {
      row.plies.push(index + 1);
    }
    if (seat !== null) last = seat;
  });
  return rows;
}

/**
 * Legal moves that cannot be made by touching cells: each gets a button. Where there is nothing else to do,
 * the board itself has it.
 */
export function movesBesideBoard(legal: readonly MoveView[]): MoveView[] {
  const beside = legal.filter((move) => move.touches.length === 0);
  return beside.length < legal.length ? beside : [];
}
