// Every request about series as a typed function.
import { joinedSeries, seriesKey } from '../lib/seriesKeys';
import { json, type Options, send } from './client';
import { readCreated } from './read';
import type { CreatedGame, CreatedSeries, JoinedSeries, NewSeries, SeriesList, SeriesView } from './types';

const pathOf = (id: string) => `/series/${encodeURIComponent(id)}`;

/** All series of the server. */
export function listSeries(options: Options = {}): Promise<SeriesList> {
  return json('/series', options);
}

/** Makes a series. The caller keeps the key with `keepSeriesKey`. */
export function createSeries(wanted: NewSeries, options: Options = {}): Promise<CreatedSeries> {
  return json('/series', { ...options, method: 'POST', body: wanted });
}

/** A series with its results so far, as the person at this browser sees it, or whoever made it. */
export function getSeries(id: string, options: Options = {}): Promise<SeriesView> {
  const key = joinedSeries(id)?.token ?? seriesKey(id);
  return json(pathOf(id), { ...options, key });
}

/** Takes part under a name. The caller keeps the key with `keepJoined`. */
export function joinSeries(id: string, name: string, options: Options = {}): Promise<JoinedSeries> {
  return json(`${pathOf(id)}/people`, { ...options, method: 'POST', body: { name } });
}

/** The game that a person is to play now. */
export function playSeries(id: string, key: string, options: Options = {}): Promise<CreatedGame> {
  return json<CreatedGame>(`${pathOf(id)}/games`, { ...options, method: 'POST', key }).then(readCreated);
}

/** Deletes a series that this browser made, with all its games. */
export async function deleteSeries(id: string, options: Options = {}): Promise<void> {
  await send(pathOf(id), { ...options, method: 'DELETE', key: seriesKey(id) });
}

/** The address of the file with all games. */
export function seriesRecordsAddress(id: string): string {
  return `/api${pathOf(id)}/records`;
}
