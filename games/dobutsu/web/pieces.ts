// The pieces as the cells of a position name them, and which of them is which in the next position.

import type { CellView, PositionView } from '@ludwerk/web/types';

/** The letters of the animals. */
export type Animal = 'C' | 'E' | 'G' | 'H' | 'L';

export const ANIMAL_NAMES: Readonly<Record<Animal, string>> = {
  C: 'chick',
  E: 'elephant',
  G: 'giraffe',
  H: 'hen',
  L: 'lion',
};

/** The animals that can be in a hand, in the order of its slots. */
export const HELD: readonly Animal[] = ['C', 'E', 'G'];

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

/** How many pieces a cell holds: `C×2` are two chicks. */
export function countIn(cell: Pick<CellView, 'text'>): number {
  return cell.text === '' ? 0 : Number(cell.text.split('×')[1] ?? 1);
}

/** All pieces of a position. */
export function placedPieces(cells: readonly CellView[]): Placed[] {
  return cells.flatMap((cell) => {
    const animal = animalOf(cell.text.charAt(0));
    if (!animal || cell.owner === null) return [];
    const { owner, name } = cell;
    return Array.from({ length: countIn(cell) }, () => ({ animal, owner, cell: name }));
  });
}

/** What is remembered of the position that was shown before. */
export interface Tracked {
  position: Pick<PositionView, 'cells' | 'ply' | 'text'>;
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
  const places = placedPieces(position.cells);
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
