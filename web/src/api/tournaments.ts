// Every request about tournaments as a typed function.
import { tournamentKey } from '../lib/tournamentKeys';
import { json, type Options, queryString, readJson, send } from './client';
import type {
  CreatedTournament,
  NewTournament,
  TournamentDraft,
  TournamentGames,
  TournamentList,
  TournamentView,
} from './types';

const pathOf = (id: string) => `/tournaments/${encodeURIComponent(id)}`;

/** All tournaments of the server. */
export function listTournaments(options: Options = {}): Promise<TournamentList> {
  return json('/tournaments', options);
}

/** What a tournament would be, and what is wrong with it. */
export function draftTournament(wanted: NewTournament, options: Options = {}): Promise<TournamentDraft> {
  return json('/tournaments/draft', { ...options, method: 'POST', body: wanted });
}

/** Makes a tournament. The caller keeps the key with `keepTournamentKey`. */
export function createTournament(wanted: NewTournament, options: Options = {}): Promise<CreatedTournament> {
  return json('/tournaments', { ...options, method: 'POST', body: wanted });
}

/** A tournament with the version by which it is asked for again. */
export interface TaggedTournament {
  readonly view: TournamentView;
  readonly tag: string | null;
}

/** A tournament; what is `known` of it already, if nothing has changed since. */
export async function getTournament(
  id: string,
  known: TaggedTournament | undefined,
  options: Options = {},
): Promise<TaggedTournament> {
  const response = await send(pathOf(id), { ...options, key: tournamentKey(id), known: known?.tag ?? null });
  if (response.status === 304 && known) return known;
  return { view: await readJson<TournamentView>(response), tag: response.headers.get('etag') };
}

function act(id: string, action: string, body: unknown, options: Options): Promise<TournamentView> {
  return json(`${pathOf(id)}/${action}`, { ...options, method: 'POST', body, key: tournamentKey(id) });
}

/** Stops a tournament that this browser made. */
export function stopTournament(id: string, options: Options = {}): Promise<TournamentView> {
  return act(id, 'stop', {}, options);
}

/** Lets it go on. */
export function resumeTournament(id: string, options: Options = {}): Promise<TournamentView> {
  return act(id, 'resume', {}, options);
}

/** Adds games for every group that meets, or rounds to a Swiss tournament, and lets it go on. */
export function prolongTournament(id: string, games: number, options: Options = {}): Promise<TournamentView> {
  return act(id, 'more', { games }, options);
}

/** Deletes a tournament that this browser made, with all its games. */
export async function deleteTournament(id: string, options: Options = {}): Promise<void> {
  await send(pathOf(id), { ...options, method: 'DELETE', key: tournamentKey(id) });
}

/** Which games of a tournament to list; agents by their place in the plan. */
export interface TournamentGameFilter {
  agent?: number | undefined;
  against?: number | undefined;
  result?: 'win' | 'draw' | 'loss' | undefined;
  forfeit?: true | undefined;
  offset?: number | undefined;
  limit?: number | undefined;
}

/** A page of the games, the last ones first. */
export function listTournamentGames(
  id: string,
  filter: TournamentGameFilter,
  options: Options = {},
): Promise<TournamentGames> {
  return json(`${pathOf(id)}/games${queryString(filter)}`, options);
}

/** The record of a game, as the text of a JSON document. */
export async function getTournamentRecord(
  id: string,
  number: number,
  options: Options = {},
): Promise<string> {
  return (await send(`${pathOf(id)}/games/${number}/record`, options)).text();
}

/** The address of the file with all records. */
export function recordsAddress(id: string): string {
  return `/api${pathOf(id)}/records`;
}

/** The address of the report. */
export function reportAddress(id: string): string {
  return `/api${pathOf(id)}/report`;
}
