// Puts files of games into the library: whole files where that works, game by game where one of them is bad.

import { ApiError, asApiError, importRecords } from '../../api/client';
import { parseText } from '../../common/files/record';
import type { GivenText } from '../../common/files/useFileDrop';
import { saveToken } from '../../lib/tokens';

/** What became of a file. */
export interface FileReport {
  readonly name: string;
  /** The games that are in the library now. */
  readonly ids: readonly string[];
  /** What is wrong with the others. */
  readonly errors: readonly string[];
}

type Send = (text: string) => Promise<{ ids: string[]; token: string }>;

/** Imports one file. `send` is the request to the server. */
export async function importFile(
  { name, text, error }: GivenText,
  send: Send = importRecords,
): Promise<FileReport> {
  if (error !== null) return { name, ids: [], errors: [error] };
  const parsed = parseText(text);
  if (parsed.kind === 'empty') return { name, ids: [], errors: ['There is nothing in it.'] };
  if (parsed.kind === 'moves') return importOther(name, text, send);
  const { documents } = parsed;
  const isAllWell = documents.every((document) => document.ok);
  if (isAllWell) {
    try {
      return { name, ids: await keep(send, text), errors: [] };
    } catch (failure) {
      // Whatever is not about the games themselves would only be refused again, game by game.
      if (documents.length === 1 || !isAboutTheGames(failure))
        return { name, ids: [], errors: [wordsOf(failure)] };
    }
  }
  const ids: string[] = [];
  const errors: string[] = [];
  for (const [index, document] of documents.entries()) {
    const place = documents.length > 1 ? `Game ${index + 1}: ` : '';
    if (!document.ok) {
      errors.push(place + document.error);
      continue;
    }
    try {
      ids.push(...(await keep(send, JSON.stringify(document.game.document))));
    } catch (failure) {
      errors.push(place + wordsOf(failure));
      if (!isAboutTheGames(failure)) break;
    }
  }
  return { name, ids, errors };
}

/** A text that is no JSON: the server knows what other programs write. */
async function importOther(name: string, text: string, send: Send): Promise<FileReport> {
  try {
    return { name, ids: await keep(send, text), errors: [] };
  } catch (failure) {
    const isUnknown = failure instanceof ApiError && failure.code === 'record';
    const plain = 'This is not a game record. A plain list of moves can be opened in the analysis.';
    return { name, ids: [], errors: [isUnknown ? plain : wordsOf(failure)] };
  }
}

async function keep(send: Send, text: string): Promise<string[]> {
  const { ids, token } = await send(text);
  for (const id of ids) saveToken(id, token, true);
  return ids;
}

function isAboutTheGames(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 422);
}

function wordsOf(error: unknown): string {
  const { message, hint } = asApiError(error);
  return hint ? `${message} ${hint}` : message;
}
