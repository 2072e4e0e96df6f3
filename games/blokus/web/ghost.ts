// A piece on its way: where it would lie, and whether it may. Everything here is pure.

import { flipped, rotated, type Square, sizeOf, turnedPiece } from './pieces';
import { type Choices, coverKey, type Placement, type Scene } from './position';

/** A piece that was taken up. */
export interface Ghost {
  piece: string;
  /** How it is turned, as it is seen. */
  turn: number;
  /** Where its middle is, in squares from the upper left corner of the board. */
  middle: Square;
}

/** What can be done to a piece that was taken up. */
export type GhostChange =
  | { kind: 'rotate'; quarters: 1 | -1 }
  | { kind: 'flip' }
  | { kind: 'step'; x: number; y: number }
  | { kind: 'to'; middle: Square };

/** The squares that it would cover, moved inside the board. */
export function ghostSquares({ piece, turn, middle }: Ghost, size: number): Square[] {
  const squares = turnedPiece(piece, turn);
  if (squares.length === 0) return [];
  const { width, height } = sizeOf(squares);
  const left = clamp(Math.round(middle.x - width / 2), size - width);
  const top = clamp(Math.round(middle.y - height / 2), size - height);
  return squares.map(({ x, y }) => ({ x: x + left, y: y + top }));
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(0, value), most);
}

/** The middle of squares. */
export function middleOf(squares: readonly Square[]): Square {
  const [xs, ys] = [squares.map(({ x }) => x), squares.map(({ y }) => y)];
  return {
    x: (Math.min(...xs) + Math.max(...xs) + 1) / 2,
    y: (Math.min(...ys) + Math.max(...ys) + 1) / 2,
  };
}

/** The ghost after a change. */
export function changed(ghost: Ghost, change: GhostChange, size: number): Ghost {
  switch (change.kind) {
    case 'rotate':
      return { ...ghost, turn: rotated(ghost.turn, change.quarters) };
    case 'flip':
      return { ...ghost, turn: flipped(ghost.turn) };
    case 'step': {
      // Steps count from where it is seen, so that none is lost at the edge.
      const { x, y } = middleOf(ghostSquares(ghost, size));
      const moved = { ...ghost, middle: { x: x + change.x, y: y + change.y } };
      return { ...moved, middle: middleOf(ghostSquares(moved, size)) };
    }
    case 'to':
      return { ...ghost, middle: change.middle };
  }
}

/** The names of the squares under a ghost. */
export function coveredNames(ghost: Ghost, scene: Scene): string[] {
  return ghostSquares(ghost, scene.size).flatMap(({ x, y }) => scene.squares[y * scene.size + x]?.name ?? []);
}

/** The legal move that the ghost stands for; `null` if there is none. */
export function placementOf(ghost: Ghost, scene: Scene, choices: Choices): Placement | null {
  return choices.byCover.get(coverKey(coveredNames(ghost, scene))) ?? null;
}

/** The ghost that stands for a placement. */
export function ghostOf({ piece, turn, squares }: Placement): Ghost {
  return { piece, turn, middle: middleOf(squares) };
}

/**
 * A piece just taken up without pointing at a square: as it lies in the tray where it fits so, otherwise
 * turned, and of all such places the one nearest to `near`.
 */
export function suggestedGhost(piece: string, turn: number, near: Square, choices: Choices): Ghost {
  const placements = choices.byPiece.get(piece) ?? [];
  const asItLies = placements.filter((placement) => placement.turn === turn);
  const best = nearest(asItLies.length > 0 ? asItLies : placements, near);
  return best ? ghostOf(best) : { piece, turn, middle: near };
}

function nearest(placements: readonly Placement[], { x, y }: Square): Placement | null {
  const distance = (placement: Placement) => {
    const middle = middleOf(placement.squares);
    return Math.hypot(middle.x - x, middle.y - y);
  };
  const distances = placements.map(distance);
  return placements[distances.indexOf(Math.min(...distances))] ?? null;
}

/** The next place where the piece fits, as one reads a page, in all its orientations; or the one before. */
export function nextPlace(ghost: Ghost, scene: Scene, choices: Choices, step: 1 | -1): Ghost {
  const placements = choices.byPiece.get(ghost.piece) ?? [];
  if (placements.length === 0) return ghost;
  const here = placementOf(ghost, scene, choices);
  const index = here ? placements.indexOf(here) + step : 0;
  const next = placements[(index + placements.length) % placements.length];
  return next ? ghostOf(next) : ghost;
}
