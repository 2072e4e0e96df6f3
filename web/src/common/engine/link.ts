// An analysis as an address that can be shared: the start, the moves and the position that is shown.

import type { Origin } from './origin';

export interface SharedLine {
  readonly origin: Origin;
  readonly moves: readonly string[];
  /** How many of the moves are played in the position shown. */
  readonly at: number;
}

/** The query of the address, with `?`. */
export function linkQuery({ origin, moves, at }: SharedLine): string {
  const fields: [string, string][] = [['game', origin.game]];
  if (origin.variant) fields.push(['variant', origin.variant]);
  if (origin.players !== undefined) fields.push(['players', String(origin.players)]);
  if (origin.seed !== undefined) fields.push(['seed', String(origin.seed)]);
  if (origin.setup !== undefined) fields.push(['setup', JSON.stringify(origin.setup)]);
  if (origin.position) fields.push(['position', origin.position]);
  if (moves.length > 0) fields.push(['moves', joinMoves(moves)]);
  if (at !== moves.length) fields.push(['at', String(at)]);
  return `?${fields.map(([name, value]) => `${name}=${encodeReadably(value)}`).join('&')}`;
}

/** The address of the form for a new game that starts in `position`. */
export function playAddress(origin: Origin, position: string): string {
  const fields: [string, string][] = [['position', position]];
  if (origin.players !== undefined) fields.unshift(['players', String(origin.players)]);
  if (origin.variant) fields.unshift(['variant', origin.variant]);
  return `/new/${origin.game}?${fields.map(([name, value]) => `${name}=${encodeReadably(value)}`).join('&')}`;
}

/** What the query of an address says; `null` when it names no game. */
export function readLink(search: string): SharedLine | null {
  const fields = new URLSearchParams(search);
  const game = fields.get('game');
  if (!game) return null;
  const origin: Origin = { game };
  const variant = fields.get('variant');
  if (variant) origin.variant = variant;
  const players = wholeNumber(fields.get('players'));
  if (players !== null) origin.players = players;
  const seed = wholeNumber(fields.get('seed'));
  if (seed !== null) origin.seed = seed;
  const setup = readJson(fields.get('setup'));
  if (setup !== undefined) origin.setup = setup;
  const position = fields.get('position');
  if (position) origin.position = position;
  const moves = splitMoves(fields.get('moves') ?? '');
  const at = wholeNumber(fields.get('at'));
  return { origin, moves, at: at === null ? moves.length : Math.min(at, moves.length) };
}

/** Moves in one line, separated by commas; a comma within a move gets a backslash. */
export function joinMoves(moves: readonly string[]): string {
  return moves.map((move) => move.replace(/[\\,]/g, '\\$&')).join(',');
}

export function splitMoves(text: string): string[] {
  const moves = text.match(/(?:\\.|[^\\,])+/gs) ?? [];
  return moves.map((move) => move.replace(/\\(.)/gs, '$1').trim()).filter((move) => move !== '');
}

/** Percent-encoding that leaves alone what is safe in a query, so that people can read the address. */
function encodeReadably(value: string): string {
  return encodeURIComponent(value)
    .replace(/%20/g, '+')
    .replace(/%2C/g, ',')
    .replace(/%3A/g, ':')
    .replace(/%2F/g, '/');
}

function wholeNumber(text: string | null): number | null {
  if (!text || !/^\d+$/.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : null;
}

function readJson(text: string | null): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
