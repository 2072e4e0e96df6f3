// Keeps the last choices of each game, so that the next game starts where the last one did.
import type { GameInfo } from '../../api/types';
import { readStored, writeStored } from '../../lib/storage';
import { type Form, initialForm, parseForm, quickForm } from './form';

const KEY = 'ludwerk.last.';

/** The last form of a game, or the first. */
export function lastForm(game: GameInfo): Form {
  const kept = readStored(KEY + game.id);
  return kept === null ? initialForm(game) : parseForm(kept, game);
}

/** Keeps a form. A seed or a position belongs to one game and is not kept. */
export function rememberForm(game: GameInfo, form: Form): void {
  const { seed: _seed, position: _position, ...kept } = form;
  writeStored(KEY + game.id, kept);
}

/** The form for one click: oneself against the level that was chosen last. */
export function oneClickForm(game: GameInfo): Form {
  return quickForm(lastForm(game), game, 'human-begins');
}
