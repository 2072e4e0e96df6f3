// How the legal moves are chosen on this board: which things are touched for them, and what is said meanwhile. What
// is legal comes from the server; here only the way to say it changes.

import type { MoveView } from '@ludwerk/web/types';
import type { Kind } from './board.types';
import { placeName } from './map';
import type { Scene } from './position';
import { KINDS, tileName, tileOf } from './tiles';

/** The cell of a figure: the rice of settlement 5 is `figure-5-rice`, while `0:rice` is what seat 0 has of it. */
export function figureCell(settlement: number | string, kind: string): string {
  return `figure-${settlement}-${kind}`;
}

/**
 * Moves as they are chosen here. For an exchange of figures the figures themselves are touched, in either order;
 * those that change nothing are shown as something else. The choice of a whole hand is made in another way.
 */
export function boardMoves(legal: readonly MoveView[]): MoveView[] {
  return legal.flatMap((move): MoveView[] => {
    if (move.touches.length > 1 && move.touches.every((cell) => handTile(cell))) return [];
    const [tile = '', first = '', supply, second = '', otherSupply] = move.touches;
    const [one, other] = [supplyKind(supply), supplyKind(otherSupply)];
    if (!one || !other) return [move];
    const [from, to] = [figureCell(first, one), figureCell(second, other)];
    const kind = one === other ? 'other' : 'move';
    return [
      { ...move, kind, touches: [tile, from, to] },
      { ...move, kind, touches: [tile, to, from] },
    ];
  });
}

/** The settlement and the kind of a figure's cell. */
export function figureOf(cell: string): { settlement: number; kind: Kind } | null {
  const [, settlement, kind] = /^figure-(\d+)-(\w+)$/.exec(cell) ?? [];
  const found = KINDS.find((known) => known === kind);
  return found ? { settlement: Number(settlement), kind: found } : null;
}

/** The tile of a cell in a hand: `0:rice4`. */
export function handTile(cell: string | undefined): string | undefined {
  const name = cell?.split(':')[1];
  return name !== undefined && tileOf(name) ? name : undefined;
}

/** The kind of a cell that stands for figures of a seat: `0:rice`. */
export function supplyKind(cell: string | undefined): Kind | undefined {
  const name = /^\d:(\w+)$/.exec(cell ?? '')?.[1];
  return KINDS.find((kind) => kind === name);
}

/** What is to be touched next, in a sentence. */
export function guidance(selected: readonly string[]): string | null {
  const [start, next] = selected;
  const name = handTile(start);
  const tile = name === undefined ? undefined : tileOf(name);
  if (tile?.motif === 'swap') {
    if (next === undefined) return 'Choose the first figure to exchange.';
    const figure = figureOf(next);
    const what = figure ? `${figure.kind} of ${settlementName(figure.settlement)}` : 'it';
    return `Choose the second figure, to change places with the ${what}.`;
  }
  if (tile?.motif === 'shift') {
    return next === undefined ? 'Choose one of your tiles to move.' : 'Choose an empty land space for it.';
  }
  if (tile) return `Choose ${tile.motif === 'ship' ? 'a sea' : 'a land'} space for ${tileName(tile)}.`;
  const kind = supplyKind(start);
  return kind ? `Choose a settlement for the ${kind}.` : null;
}

/** `Kyoto`, `village 5`. */
export function settlementName(id: number): string {
  return placeName(id) ?? `village ${id}`;
}

/** What can be done when nothing is chosen yet. */
export function turnWords(scene: Scene, legal: readonly MoveView[]): string {
  if (scene.phase === 'figure') return 'Choose a kind of figure to place.';
  if (legal.length > 0 && legal.every(({ touches }) => touches.length === 0)) {
    return legal.some(({ move }) => move === 'pass') ? 'You can play none of your tiles.' : 'End your turn.';
  }
  if (scene.played === 'nothing') return 'Your turn: pick a tile.';
  return scene.played === 'ordinary'
    ? 'Play a character tile, or end your turn.'
    : 'Play another tile, or end your turn.';
}
