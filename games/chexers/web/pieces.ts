// The pieces of a position, those that have left the board included, and which of them is which in the next.

import type { BoardView } from './board.types';
import { COLOURS, distance, exitColour, exitName, hexOf } from './hexes';
import { readScene } from './position';

/** A piece somewhere: on a hex, or as one of those that a colour has brought off the board. */
export interface Placed {
  owner: number;
  /** The hex or the place for exits. */
  cell: string;
  /** Which of several in one place for exits; 0 on the board. */
  slot: number;
}

/** A piece that stays the same from position to position. */
export interface Piece extends Placed {
  id: string;
  /** The seat that it has just been taken from, where the turn shall be seen. */
  turnedFrom: number | null;
}

/** What of a position the pieces depend on. */
export interface Shown {
  board: BoardView;
  text: string;
  ply: number;
  last: { touches: readonly string[] } | null;
}

/** What is remembered of the position that was shown before. */
export interface Tracked {
  position: Shown;
  pieces: Piece[];
  /** Identities are never used twice. */
  nextId: number;
}

/** All pieces of a position. */
export function placedPieces(board: BoardView): Placed[] {
  const { owners, exits } = readScene(board);
  const onBoard = [...owners].map(([cell, owner]): Placed => ({ owner, cell, slot: 0 }));
  const gone = COLOURS.flatMap((colour) =>
    Array.from(
      { length: exits[colour.seat] ?? 0 },
      (_, slot): Placed => ({ owner: colour.seat, cell: exitName(colour), slot }),
    ),
  );
  return [...onBoard, ...gone];
}

/** How many moves apart two positions may be for their pieces to be recognised in each other: a round. */
const NEAR = COLOURS.length;

/**
 * Gives the pieces of a position their identities. What stands where something stood keeps its identity,
 * whoever owns it now; the rest has moved. The last move tells from where to where, and what it does not tell
 * is guessed: pieces of one colour first, and of them the nearest. Positions further apart are another scene.
 */
export function track(before: Tracked | null, position: Shown): Tracked {
  const isSame = before?.position.ply === position.ply && before.position.text === position.text;
  // Views come again and again; what goes on in the same position shall not be cut short.
  if (before && isSame) return { ...before, position };
  const places = placedPieces(position.board);
  const plies = before ? position.ply - before.position.ply : 0;
  const isNear = before !== null && Math.abs(plies) <= NEAR;
  const found = isNear ? pairs(before, position, places, plies) : new Map<Placed, Piece>();

  let nextId = before?.nextId ?? 0;
  const pieces = places.map((place): Piece => {
    const known = found.get(place);
    const id = known?.id ?? `p${nextId++}`;
    if (!known) return { ...place, id, turnedFrom: null };
    // An answer that comes at once shall not cut short the turn that is under way.
    const turnedFrom = known.owner === place.owner ? stillTurning(known, place) : known.owner;
    return { ...place, id, turnedFrom };
  });
  return { position, pieces, nextId };
}

function stillTurning(known: Piece, place: Placed): number | null {
  return known.cell === place.cell ? known.turnedFrom : null;
}

/** The pieces of the position before at their new places. */
function pairs(
  before: Tracked,
  position: Shown,
  places: readonly Placed[],
  plies: number,
): Map<Placed, Piece> {
  const free = new Set(before.pieces);
  const found = new Map<Placed, Piece>();
  const pair = (place: Placed | undefined, piece: Piece | undefined) => {
    if (!place || !piece || found.has(place) || !free.has(piece)) return;
    found.set(place, piece);
    free.delete(piece);
  };
  const pieceAt = (cell: string | undefined) => before.pieces.findLast((piece) => piece.cell === cell);
  const placeAt = (cell: string | undefined) => places.findLast((place) => place.cell === cell);

  // A single move, played or taken back, tells which piece it was; one off the board is the newest there.
  const move = plies === 1 ? position.last : plies === -1 ? before.position.last : null;
  const [first, last] = [move?.touches[0], move?.touches.at(-1)];
  if (plies === 1) pair(placeAt(last), pieceAt(first));
  else if (plies === -1) pair(placeAt(first), pieceAt(last));

  for (const place of places) {
    pair(
      place,
      before.pieces.find((piece) => piece.cell === place.cell && piece.slot === place.slot),
    );
  }
  const left = places.flatMap((place) => (found.has(place) ? [] : [place]));
  const guesses = left.flatMap((place) => [...free].map((piece) => ({ place, piece })));
  guesses.sort((one, other) => farness(one.place, one.piece) - farness(other.place, other.piece));
  for (const { place, piece } of guesses) pair(place, piece);
  return found;
}

/** How little it looks as if a piece had moved to a place. */
function farness(place: Placed, piece: Placed): number {
  const change = place.owner === piece.owner ? 0 : 100;
  const [from, to] = [hexOf(piece.cell), hexOf(place.cell)];
  if (from && to) return change + distance(from, to);
  // Over an edge, to or from the place for exits: only its own colour goes there.
  return exitColour(place.cell)?.seat === piece.owner || exitColour(piece.cell) ? change + 10 : change + 50;
}
