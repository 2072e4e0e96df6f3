// Finds what a game brings along for the page, by its folder alone: a new game needs no entry anywhere.

import { type LazyExoticComponent, lazy } from 'react';
import { CellBoard } from './CellBoard';
import type {
  Aspect,
  BoardComponent,
  EditorComponent,
  GameAbout,
  PieceSet,
  PieceSets,
  Room,
  RulesComponent,
} from './contract';
import { loadOutside, outsideModule } from './outside';

type Loaders<Component> = Record<string, () => Promise<Component>>;

const boards = import.meta.glob('../../../games/*/web/Board.tsx', {
  import: 'default',
}) as Loaders<BoardComponent>;
const editors = import.meta.glob('../../../games/*/web/Editor.tsx', {
  import: 'default',
}) as Loaders<EditorComponent>;
const rules = import.meta.glob('../../../games/*/web/Rules.tsx', {
  import: 'default',
}) as Loaders<RulesComponent>;
// Width over height, known before the board has arrived, so that its room can be kept.
const aspects = import.meta.glob('../../../games/*/web/aspect.ts', {
  import: 'default',
  eager: true,
}) as Record<string, Aspect>;

// The names of the piece sets, which the settings show.
const sets = import.meta.glob('../../../games/*/web/sets.ts', {
  import: 'default',
  eager: true,
}) as Record<string, PieceSets>;

// Who made the game, which the page about the project shows.
const abouts = import.meta.glob('../../../games/*/web/about.ts', {
  import: 'default',
  eager: true,
}) as Record<string, GameAbout>;

/** The game's board; `null` if it brings none. Should it not arrive, the plain one serves. */
export const gameBoard = finder((game) => {
  const module = outsideModule(game);
  return boards[pathOf(game, 'Board.tsx')] ?? (module ? () => loadOutside(module) : undefined);
}, CellBoard);

/** The game's position editor; `null` if it brings none. */
export const gameEditor = finder((game) => editors[pathOf(game, 'Editor.tsx')]);

/** The game's page of rules; `null` if it brings none. */
export const gameRules = finder((game) => rules[pathOf(game, 'Rules.tsx')]);

/** Width over height of the game's board; `null` if it does not say. */
export function gameAspect(game: string, room: Room): number | null {
  const aspect = aspects[pathOf(game, 'aspect.ts')];
  return typeof aspect === 'function' ? aspect(room) : (aspect ?? null);
}

/** Whether the game's board has another shape for a small screen. */
export function isShapely(game: string): boolean {
  return typeof aspects[pathOf(game, 'aspect.ts')] === 'function';
}

/** Who made the game; `null` if it does not say. */
export function gameAbout(game: string): GameAbout | null {
  return abouts[pathOf(game, 'about.ts')] ?? null;
}

/** The piece sets that the game offers; none if it draws its pieces in one way only. */
export function gameSets(game: string): readonly PieceSet[] {
  return sets[pathOf(game, 'sets.ts')] ?? [];
}

function pathOf(game: string, file: string): string {
  return `../../../games/${game}/web/${file}`;
}

/** Each component is made once, so that React does not take it for another at the next look-up. */
function finder<Component extends BoardComponent | EditorComponent | RulesComponent>(
  loaderOf: (game: string) => (() => Promise<Component>) | undefined,
  otherwise?: Component,
): (game: string) => LazyExoticComponent<Component> | null {
  const made = new Map<string, LazyExoticComponent<Component>>();
  return (game) => {
    const load = loaderOf(game);
    if (!load) return null;
    let component = made.get(game);
    if (!component) {
      component = lazy(async () => {
        try {
          return { default: await load() };
        } catch (error) {
          if (!otherwise) throw error;
          return { default: otherwise };
        }
      });
      made.set(game, component);
    }
    return component;
  };
}
