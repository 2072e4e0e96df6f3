// Makes a game, keeps its key and opens it.
import { createGame } from '../../api/client';
import type { CreatedGame, NewGame } from '../../api/types';
import { personKey } from '../../lib/person';
import { saveToken } from '../../lib/tokens';

/** Keeps the key of a game that was made, and gives the address of its page. */
export function keepCreated(created: CreatedGame): string {
  saveToken(created.game.id, created.token);
  return `/game/${created.game.id}`;
}

/** The request with the key of the person, where one person and nobody else plays at this screen. */
export function signed(request: NewGame): NewGame {
  const here = request.seats.filter(({ kind }) => kind === 'here');
  const player = here.length === 1 && request.seats.length > 1 ? personKey() : null;
  return player === null ? request : { ...request, player };
}

/** Makes a game; gives the address of its page. */
export async function startGame(request: NewGame): Promise<string> {
  return keepCreated(await createGame(signed(request)));
}
