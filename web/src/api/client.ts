// Every request of the server's HTTP interface as a typed function. A refusal becomes an `ApiError`.
import { sentence } from '../lib/format';
import { seatAtScreen } from '../lib/screen';
import { isRecord } from '../lib/storage';
import { tokenFor } from '../lib/tokens';
import { readAnalysis, readCatalog, readCreated, readGame, readLine, readPosition } from './read';
import type {
  AnalysisQuery,
  AnalysisView,
  Catalog,
  CreatedGame,
  GameList,
  GameView,
  Imported,
  JudgementQuery,
  JudgementView,
  LineView,
  NewGame,
  PositionQuery,
  PositionView,
} from './types';

/** A request that was refused, or that never arrived. */
export class ApiError extends Error {
  /** The HTTP status; 0 when the server did not answer. */
  readonly status: number;
  /** A word for programs: `illegal_move`, `stale`, `not_found`, `offline`, … */
  readonly code: string;
  /** What to do about it. */
  readonly hint: string | null;

  constructor(status: number, code: string, message: string, hint: string | null = null) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.hint = hint;
  }

  /** Whether the server did not answer at all. */
  get offline(): boolean {
    return this.code === 'offline';
  }

  /** Whether there is no such thing. */
  get missing(): boolean {
    return this.status === 404;
  }
}

/** Whether an error only says that the caller itself stopped the request. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Any error as an `ApiError`, so that it can be shown. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(0, 'unexpected', error instanceof Error ? error.message : 'Something went wrong.');
}

/** How a request can be stopped. */
export interface Options {
  signal?: AbortSignal | undefined;
}

/** A request in full. */
export interface Request extends Options {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON, unless it is a string, which is sent as it is. */
  body?: unknown;
  /** The game whose key goes with the request. */
  game?: string;
  /** Another key to go with the request. */
  key?: string | null;
  /** The version of the answer that is known already; the server then says "not modified". */
  known?: string | null;
  /** Whether the answer may be left out, because what it says comes by the live connection. */
  minimal?: boolean;
}

function errorFrom(status: number, body: unknown): ApiError {
  if (isRecord(body) && typeof body.error === 'string') {
    const hint = typeof body.hint === 'string' ? sentence(body.hint) : null;
    const code = typeof body.code === 'string' ? body.code : 'refused';
    return new ApiError(status, code, sentence(body.error), hint);
  }
  // A proxy before a server that is down answers 502 to 504 without our body.
  if (status >= 502 && status <= 504) return offline();
  return new ApiError(status, 'refused', `The server answered with status ${status}.`);
}

function offline(): ApiError {
  return new ApiError(
    0,
    'offline',
    'The server does not answer.',
    'Check that it is running, then try again.',
  );
}

/** Sends a request; a refusal is thrown. */
export async function send(path: string, request: Request): Promise<Response> {
  const { method = 'GET', body, game, key = null, known = null, minimal = false, signal } = request;
  const headers = new Headers({ accept: 'application/json' });
  const token = game === undefined ? key : tokenFor(game);
  if (known !== null) headers.set('if-none-match', known);
  if (minimal) headers.set('prefer', 'return=minimal');
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const seat = game === undefined ? null : seatAtScreen(game);
  if (seat !== null) headers.set('ludwerk-seat', String(seat));
  const init: RequestInit = { method, headers };
  if (body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = typeof body === 'string' ? body : JSON.stringify(body);
  }
  if (signal) init.signal = signal;
  let response: Response;
  try {
    response = await fetch(`/api${path}`, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw offline();
  }
  if (!response.ok && !(known !== null && response.status === 304)) {
    throw errorFrom(response.status, await response.json().catch(() => null));
  }
  return response;
}

/** Sends a request; gives the answer. */
export async function json<T>(path: string, request: Request): Promise<T> {
  return readJson(await send(path, request));
}

/** The body of an answer. */
export async function readJson<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError(response.status, 'unreadable', 'The answer of the server could not be read.');
  }
}

const gamePath = (id: string) => `/games/${encodeURIComponent(id)}`;

/** Which games of the library to list. */
export interface GameFilter {
  game?: string | undefined;
  status?: 'playing' | 'over' | undefined;
  player?: string | undefined;
  offset?: number | undefined;
  limit?: number | undefined;
}

/** What stands behind the question mark; empty values are left out. */
export function queryString(filter: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The games and agents that there are. */
export function getCatalog(options: Options = {}): Promise<Catalog> {
  return json<Catalog>('/catalog', options).then(readCatalog);
}

/** A short game that the server played with itself, for pictures. */
export function getDemo(game: string, options: Options = {}): Promise<LineView> {
  return json<LineView>(`/catalog/${encodeURIComponent(game)}/demo`, options).then(readLine);
}

/** A page of the library. */
export function listGames(filter: GameFilter = {}, options: Options = {}): Promise<GameList> {
  return json(`/games${queryString(filter)}`, options);
}

/** Makes a game. The caller keeps the key with `saveToken`. */
export function createGame(game: NewGame, options: Options = {}): Promise<CreatedGame> {
  return json<CreatedGame>('/games', { ...options, method: 'POST', body: game }).then(readCreated);
}

/** A game, as this browser may see it. */
export function getGame(id: string, options: Options = {}): Promise<GameView> {
  return json<GameView>(gamePath(id), { ...options, game: id }).then(readGame);
}

/** Deletes a game that this browser made. */
export async function deleteGame(id: string, options: Options = {}): Promise<void> {
  await send(gamePath(id), { ...options, method: 'DELETE', game: id });
}

/** The position of a game after `ply` moves. */
export function getPosition(id: string, ply: number, options: Options = {}): Promise<PositionView> {
  return json<PositionView>(`${gamePath(id)}/positions/${ply}`, { ...options, game: id }).then(readPosition);
}

/** What can change a game, with what it needs; those that speak of a position say after how many moves. */
export interface Changes {
  /** Plays a move. */
  moves: { move: string; ply: number };
  /** Takes moves back, or asks to. */
  undo: { ply: number };
  /** Plays again what was taken back, or asks to. */
  redo: { ply: number };
  /** Answers an offer of the other, or withdraws one's own with `accept` false. */
  offer: { accept: boolean };
  /** Gives up for a seat. */
  resign: { seat: number };
}

/** Changes a game; gives it as it is then, or nothing if `minimal` says that it comes by the live connection. */
export async function changeGame<Name extends keyof Changes>(
  id: string,
  name: Name,
  body: Changes[Name],
  minimal = false,
): Promise<GameView | null> {
  const answer = await send(`${gamePath(id)}/${name}`, { method: 'POST', body, game: id, minimal });
  return answer.status === 204 ? null : readGame(await readJson<GameView>(answer));
}

/** Takes the seat of an invitation; gives its key. */
export function acceptInvitation(id: string, word: string, options: Options = {}): Promise<CreatedGame> {
  return json<CreatedGame>(`${gamePath(id)}/accept`, {
    ...options,
    method: 'POST',
    body: { token: word },
  }).then(readCreated);
}

/** What an agent would play after `ply` moves; takes up to a second. */
export function getHint(id: string, ply: number, options: Options = {}): Promise<AnalysisView> {
  return json<AnalysisView>(`${gamePath(id)}/hint`, {
    ...options,
    method: 'POST',
    body: { ply },
    game: id,
  }).then(readAnalysis);
}

/** Starts a new game with the same seats, keys and settings. */
export function playAgain(id: string, options: Options = {}): Promise<CreatedGame> {
  return json<CreatedGame>(`${gamePath(id)}/again`, { ...options, method: 'POST', game: id }).then(
    readCreated,
  );
}

/** The record of a game, as the text of a JSON document. */
export async function getRecord(id: string, options: Options = {}): Promise<string> {
  return (await send(`${gamePath(id)}/record`, { ...options, game: id })).text();
}

/** Puts the games of a record file into the library. */
export function importRecords(text: string, options: Options = {}): Promise<Imported> {
  return json('/records', { ...options, method: 'POST', body: text });
}

/** The positions of a line: the start and what each move leads to. */
export function getLine(query: PositionQuery, options: Options = {}): Promise<LineView> {
  return json<LineView>('/positions', { ...options, method: 'POST', body: query }).then(readLine);
}

/** How good moves were, by what is known of each; `null` where that is too little. */
export function judgeMoves(query: JudgementQuery, options: Options = {}): Promise<(JudgementView | null)[]> {
  return json('/judgements', { ...options, method: 'POST', body: query });
}

/** Asks an agent about a position. Aborting the request stops the agent. */
export function analyse(query: AnalysisQuery, options: Options = {}): Promise<AnalysisView> {
  return json<AnalysisView>('/analysis', { ...options, method: 'POST', body: query }).then(readAnalysis);
}
