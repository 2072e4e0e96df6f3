// The pieces of a position, and which of them is which in the next position.

import type { Position } from '@ludwerk/web/board';
import type { Animal, BoardView } from './board.types';
import { CELLS, contentOf } from './cells';

export const ANIMAL_NAMES: Readonly<Record<Animal, string>> = {
  C: 'chick',
  E: 'elephant',
  G: 'giraffe',
  H: 'hen',
  L: 'lion',
};

/** A piece somewhere; several in one slot of a hand share its cell. */
export interface Placed {
  animal: Animal;
  owner: number;
  cell: string;
}

/** A piece that stays the same from position to position. */
export interface Piece extends Placed {
  id: string;
  /** Whether it became another animal where it stands now. */
  grown: boolean;
}

/** The animal of a letter of either case. */
export function animalOf(letter: string): Animal | null {
  const upper = letter.toUpperCase();
  return upper in ANIMAL_NAMES ? (upper as Animal) : null;
}

/** All pieces of a position. */
export function placedPieces(board: BoardView): Placed[] {
  return CELLS.flatMap((cell) => {
    const content = contentOf(cell, board);
    if (!content) return [];
    const { animal, owner, count } = content;
    return Array.from({ length: count }, () => ({ animal, owner, cell: cell.name }));
  });
}

/** What is remembered of the position that was shown before. */
export interface Tracked {
  position: Pick<Position<BoardView>, 'board' | 'ply' | 'text'>;
  pieces: Piece[];
  /** Pieces that the last move took from the board for good. */
  gone: Piece[];
  /** Identities are never used twice. */
  nextId: number;
}

/** How many moves apart two positions may be for their pieces to be recognised in each other. */
const NEAR = 2;

/**
 * Gives the pieces of a position their identities: those of the position before, as far as they can be
 * told. What did not change keeps its own. Of the rest, a piece that stays with its owner has moved, and one
 * that changes sides was captured; a set has only two of a kind, so this tells all there is to a move or
 * two, played or taken back. Positions further apart are not the same scene any more.
 */
export function track(before: Tracked | null, position: Tracked['position']): Tracked {
  // Views come again and again; what goes on in the same position shall not be cut short.
  if (before?.position.ply === position.ply && before.position.text === position.text)
    return { ...before, position };
  const places = placedPieces(position.board);
  const free = new Set(before?.pieces);
  const found = new Map<Placed, Piece>();
  const pair = (fits: (place: Placed, piece: Piece) => boolean) => {
    for (const place of places) {
      const piece = found.has(place) ? undefined : [...free].find((candidate) => fits(place, candidate));
      if (!piece) continue;
      found.set(place, piece);
      free.delete(piece);
    }
  };

  pair(
    (place, piece) =>
      place.cell === piece.cell && place.owner === piece.owner && place.animal === piece.animal,
  );
  const plies = before ? position.ply - before.position.ply : 0;
  const isNear = before !== null && Math.abs(plies) <= NEAR;
  if (isNear) {
    pair((place, piece) => place.owner === piece.owner && family(place) === family(piece));
    pair((place, piece) => family(place) === family(piece));
  }

  let nextId = before?.nextId ?? 0;
  const pieces = places.map((place) => {
    const known = found.get(place);
    const became = known !== undefined && known.owner === place.owner && known.animal !== place.animal;
    // An answer that comes at once shall not cut short what is shown of it.
    const stays = known?.grown === true && known.cell === place.cell && known.animal === place.animal;
    const grown = isNear && plies > 0 && (became || stays);
    return { ...place, id: known?.id ?? `p${nextId++}`, grown };
  });
  return { position, pieces, gone: isNear && plies > 0 ? [...free] : [], nextId };
}

/** A hen is a chick that has come far. */
function family({ animal }: Placed): Animal {
  return animal === 'H' ? 'C' : animal;
}
