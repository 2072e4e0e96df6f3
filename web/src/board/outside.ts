// Boards of games in other repositories: modules that the server has, which the page loads when they are wanted.

import type { BoardComponent } from './contract';
import type { kit } from './kit';

/** The default export of `/boards/<id>.js`: makes the board of what the page's own boards are made of. */
export type MakeBoard = (parts: typeof kit) => BoardComponent;

/** Where the server has the game's board; `null` if it has none. */
export function outsideModule(game: string): string | null {
  const told = document.querySelector<HTMLMetaElement>('meta[name="boards"]')?.content ?? '';
  return told.split(' ').includes(game) ? `/boards/${game}.js` : null;
}

/** Loads the board of such a module. */
export async function loadOutside(module: string): Promise<BoardComponent> {
  const [parts, made]: [typeof import('./kit'), { default: MakeBoard }] = await Promise.all([
    import('./kit'),
    import(/* @vite-ignore */ module),
  ]);
  return made.default(parts.kit);
}
