// Every request about solved games as a typed function: their tables, puzzles out of them, and exact values.
import { analyse, json, type Options, queryString } from './client';
import type { AnalysisView, PositionQuery, PuzzleView, TablebaseView } from './types';

const pathOf = (game: string) => `/tablebases/${encodeURIComponent(game)}`;

/** The tables of all games that can be solved, whether they are there or not. */
export function listTablebases(options: Options = {}): Promise<TablebaseView[]> {
  return json('/tablebases', options);
}

/** Begins to build the table of a game. */
export function buildTablebase(game: string, options: Options = {}): Promise<TablebaseView> {
  return json(pathOf(game), { ...options, method: 'POST' });
}

/** Stops building the table of a game. */
export function stopTablebase(game: string, options: Options = {}): Promise<TablebaseView> {
  return json(pathOf(game), { ...options, method: 'DELETE' });
}

/** Which puzzle is wanted; the same numbers give the same one. */
export interface PuzzleQuery {
  difficulty: number;
  seed: number;
  variant?: string | undefined;
}

/** A puzzle. */
export function getPuzzle(game: string, query: PuzzleQuery, options: Options = {}): Promise<PuzzleView> {
  return json(`/puzzles/${encodeURIComponent(game)}${queryString(query)}`, options);
}

/** More than any position of a solved game has moves; the server tells no more than it likes. */
const ALL_LINES = 500;

/** The exact value of every move in a position, best first. */
export function askTable(at: PositionQuery, options: Options = {}): Promise<AnalysisView> {
  return analyse({ at, agent: 'perfect', lines: ALL_LINES }, options);
}
