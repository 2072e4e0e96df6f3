// What cells hold and what they are called, for moves that are chosen in advance and for screen readers.

import type { CellView } from '../api/types';

/** What a board tells of its cells to whoever chooses a move in advance. */
export interface CellFacts {
  /** The seat whose thing lies in a cell; nothing for an empty one. */
  ownerOf: (cell: string) => number | undefined;
  /** Whether a premove can lead there: to any cell of the board, but into no hand. */
  isOnBoard: (cell: string) => boolean;
  /** What a cell is called. */
  nameOf: (cell: string) => string;
}

/** `b3, chick of Forest`, `hand of Sky, giraffe`. */
export function cellName(cell: CellView, seatNames: readonly string[]): string {
  const seat = (index: number | null) => seatNames[index ?? -1];
  const what = cell.label === '' ? 'empty' : cell.label.toLowerCase();
  if (cell.hand !== null) return `hand of ${seat(cell.hand) ?? 'nobody'}, ${what}`;
  const owner = seat(cell.owner);
  return `${cell.name}, ${what}${owner ? ` of ${owner}` : ''}`;
}

/** What the cells of a position tell of themselves. */
export function cellFacts(cells: readonly CellView[], seatNames: readonly string[]): CellFacts {
  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  return {
    ownerOf: (name) => {
      const cell = byName.get(name);
      return cell && cell.text !== '' ? (cell.owner ?? cell.hand ?? undefined) : undefined;
    },
    isOnBoard: (name) => byName.get(name)?.hand === null,
    nameOf: (name) => {
      const cell = byName.get(name);
      return cell ? cellName(cell, seatNames) : name;
    },
  };
}
