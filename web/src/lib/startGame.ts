// Makes a game, keeps its key and opens it.
import { createGame } from '../api/client';
import type { CreatedGame, NewGame } from '../api/types';
import { saveToken } from './tokens';

/** Keeps the key of a game that was made, and gives the address of its page. */
export function keepCreated(created: CreatedGame): string {
  saveToken(created.game.id, created.token);
  return `/game/${created.game.id}`;
}

/** Makes a game; gives the address of its page. */
export async function startGame(request: NewGame): Promise<string> {
  return keepCreated(await createGame(request));
}
