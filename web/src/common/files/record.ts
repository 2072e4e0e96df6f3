// Records as text: what a person pastes or drops becomes games to open, and a line becomes a record again.

import type { PositionView, ResultView } from '../../api/types';
import { decisiveOrigin, type Origin } from '../engine/origin';

const FORMAT = 'ludwerk-record/';
const VERSION = 1;

/** A game out of a record. */
export interface RecordedGame {
  readonly origin: Origin;
  readonly moves: readonly string[];
  /** Who sat where. */
  readonly seats: readonly string[];
  readonly result: ResultView | null;
  /** The document itself, for storing and exporting. */
  readonly document: unknown;
}

/** One document of a file: a game, or what is wrong with it. */
export type ParsedDocument =
  | { readonly ok: true; readonly game: RecordedGame }
  | { readonly ok: false; readonly error: string };

/** What a text turned out to be. */
export type ParsedText =
  | { readonly kind: 'records'; readonly documents: readonly ParsedDocument[] }
  | { readonly kind: 'moves'; readonly candidates: readonly (readonly string[])[] }
  | { readonly kind: 'empty' };

/** Reads a text that a person gave: records as JSON, or a plain list of moves. */
export function parseText(text: string): ParsedText {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { kind: 'empty' };
  if (!/^[[{]/.test(trimmed)) return { kind: 'moves', candidates: moveCandidates(trimmed) };
  return { kind: 'records', documents: splitDocuments(trimmed).flatMap(parseDocument) };
}

/**
 * The ways to read a plain list of moves, the likeliest first. Some games have blanks in their moves and some
 * have commas, so these are tried as parts of moves too; the server says which reading can be played.
 */
export function moveCandidates(text: string): string[][] {
  const read = (separator: RegExp) =>
    text
      .split(separator)
      .map((part) => withoutNumber(part.trim()))
      .filter((part) => part !== '');
  const readings = [/[\s,;]+/, /\r?\n|[,;]/, /[\s;]+/].map(read);
  const isNew = (moves: string[], index: number) =>
    readings.findIndex((other) => other.join('\n') === moves.join('\n')) === index;
  // A comma at the end of a move separates it from the next.
  return readings.filter((moves, index) => isNew(moves, index) && !moves.some((move) => /^,|,$/.test(move)));
}

/** A move without the number that people write before it: `3.`, `3...`, `3…`, `12)`. */
function withoutNumber(text: string): string {
  return text.replace(/^\d+\s*(?:\.+|…|\))\s*/, '').replace(/^(?:\.{2,}|…)\s*/, '');
}

/** The text of each JSON document of a text that holds them one after the other. */
export function splitDocuments(text: string): string[] {
  const documents: string[] = [];
  let depth = 0;
  let isInString = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isInString) {
      if (char === '\\') at += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') {
      isInString = true;
    } else if (char === '{' || char === '[') {
      depth += 1;
    } else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) {
        documents.push(text.slice(start, at + 1).trim());
        start = at + 1;
      }
    }
  }
  const rest = text.slice(start).trim();
  return rest === '' ? documents : [...documents, rest];
}

function parseDocument(text: string): ParsedDocument[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return [{ ok: false, error: `This is not JSON: ${error instanceof Error ? error.message : error}` }];
  }
  return (Array.isArray(document) ? document : [document]).map(readRecord);
}

/** Reads one record. The rules are checked by the server; here only the shape is. */
export function readRecord(document: unknown): ParsedDocument {
  const fail = (error: string): ParsedDocument => ({ ok: false, error });
  if (!isObject(document)) return fail('This is not a game record.');
  const { format, game, variant, players, setup, position, seed, seats, moves, result } = document;
  const version =
    typeof format === 'string' && format.startsWith(FORMAT) ? Number(format.slice(FORMAT.length)) : 0;
  if (!Number.isInteger(version) || version < 1) {
    return fail('This is not a game record: it has no "format": "ludwerk-record/1".');
  }
  if (version > VERSION)
    return fail(`This record has version ${version}; this page reads version ${VERSION}.`);
  if (typeof game !== 'string' || game === '') return fail('The record does not say which game it is of.');
  if (!Array.isArray(moves)) return fail('The record has no list of moves.');
  const texts = moves.map((move: unknown) => (isObject(move) ? move.move : move));
  const bad = texts.findIndex((move) => typeof move !== 'string' || move === '');
  if (bad >= 0) return fail(`Move ${bad + 1} of the record has no text.`);
  const origin: Origin = { game };
  if (typeof variant === 'string') origin.variant = variant;
  if (typeof players === 'number') origin.players = players;
  if (setup !== undefined) origin.setup = setup;
  if (typeof position === 'string') origin.position = position;
  if (typeof seed === 'number') origin.seed = seed;
  const names = Array.isArray(seats) ? seats.map(String) : [];
  return {
    ok: true,
    game: {
      origin: decisiveOrigin(origin),
      moves: texts as string[],
      seats: names,
      result: readResult(result),
      document,
    },
  };
}

function readResult(result: unknown): ResultView | null {
  if (!isObject(result) || !Array.isArray(result.returns)) return null;
  const returns = result.returns.map(Number);
  const points = Array.isArray(result.points) ? result.points.map(Number) : null;
  const winner = returns.indexOf(1);
  return { returns, points, reason: String(result.reason ?? ''), winner: winner < 0 ? null : winner };
}

/** The record of a line, in the form that the command line and the library read. */
export function recordOf(line: {
  readonly origin: Origin;
  readonly variant: string;
  readonly seats: readonly string[];
  readonly moves: readonly string[];
  readonly start: PositionView;
  readonly isPosition: boolean;
  readonly result: ResultView | null;
  readonly program: string;
}): Record<string, unknown> {
  const { origin, result } = line;
  const record: Record<string, unknown> = {
    format: `${FORMAT}${VERSION}`,
    game: origin.game,
    variant: line.variant,
    players: line.seats.length,
  };
  if (origin.setup !== undefined) record.setup = origin.setup;
  else if (line.isPosition) record.position = line.start.text;
  if (origin.seed !== undefined) record.seed = origin.seed;
  record.seats = [...line.seats];
  record.moves = line.moves.map((move) => ({ move }));
  if (result) {
    const { returns, points, reason } = result;
    record.result = points ? { returns, points, reason } : { returns, reason };
  }
  record.program = line.program;
  return record;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
