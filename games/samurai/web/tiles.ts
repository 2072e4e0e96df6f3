// The tiles and the kinds of figures: what they are called, how strong they are, and where they go.

import type { Kind } from './board.types';

/** What stands in settlements, in the order of texts. */
export const KINDS: readonly Kind[] = ['rice', 'helmet', 'buddha'];

/** What is drawn on a tile. */
export type Motif = Kind | 'samurai' | 'shift' | 'ship' | 'ronin' | 'swap';

export interface Tile {
  /** As texts have it: `rice4`, `ship1`, `swap`. */
  name: string;
  motif: Motif;
  /** 0 for the two tiles that exchange something. */
  strength: number;
  /** A character tile: any number of them may be played in a turn. */
  isCharacter: boolean;
  /** How many of them each player has. */
  count: number;
}

const of = (motif: Motif, strength: number, count = 1): Tile => ({
  name: strength > 0 ? `${motif}${strength}` : motif,
  motif,
  strength,
  isCharacter: motif === 'ship' || motif === 'ronin' || motif === 'swap',
  count,
});

/** The tiles of a player, in the order of texts: 20 in all. */
export const TILES: readonly Tile[] = [
  ...KINDS.flatMap((kind) => [of(kind, 2), of(kind, 3), of(kind, 4)]),
  of('samurai', 1, 2),
  of('samurai', 2, 2),
  of('samurai', 3),
  of('shift', 0),
  of('ship', 1, 2),
  of('ship', 2),
  of('ronin', 1),
  of('swap', 0),
];

const byName = new Map(TILES.map((tile) => [tile.name, tile]));

export function tileOf(name: string): Tile | undefined {
  return byName.get(name);
}

/** How much a tile counts for a kind of figure. */
export function influenceOn({ motif, strength }: Tile, kind: Kind): number {
  return motif === kind || motif === 'samurai' || motif === 'ship' || motif === 'ronin' ? strength : 0;
}

const MOTIF_WORDS: Readonly<Record<Motif, string>> = {
  rice: 'rice',
  helmet: 'helmet',
  buddha: 'buddha',
  samurai: 'samurai',
  shift: 'tile exchange',
  ship: 'ship',
  ronin: 'ronin',
  swap: 'figure exchange',
};

/** `rice 4`, `ship 1`, `figure exchange`. */
export function tileName({ motif, strength }: Tile): string {
  return `${MOTIF_WORDS[motif]}${strength > 0 ? ` ${strength}` : ''}`;
}

/** `rice 4`, `ship 1, character`, `figure exchange, character`. */
export function tileWords(tile: Tile): string {
  return `${tileName(tile)}${tile.isCharacter ? ', character' : ''}`;
}

/** What a tile does, in a sentence. */
export function tileHelp({ motif, strength }: Tile): string {
  switch (motif) {
    case 'samurai':
      return `Counts ${strength} for every figure beside it. One of these a turn.`;
    case 'ship':
      return `Goes on the sea and counts ${strength} for every figure beside it. Any number a turn.`;
    case 'ronin':
      return `Counts ${strength} for every figure beside it. Can be played besides another tile.`;
    case 'swap':
      return 'Exchanges two figures on the board. Can be played besides another tile.';
    case 'shift':
      return 'Moves one of your tiles to another land space. This is the tile of the turn.';
    default:
      return `Counts ${strength} for ${motif} beside it. One of these a turn.`;
  }
}
