// The pieces in motion: each keeps its identity from position to position, glides to its place, follows the
// pointer while it is held, and turns round when it changes sides. What is caught for good fades, and what
// becomes another animal swells for a moment.

import { Decoration, type Point, type Position, type Selection, useGlide } from '@ludwerk/web/board';
import { memo, useState } from 'react';
import styles from './Board.module.css';
import type { BoardView } from './board.types';
import { CELLS, cellOf } from './cells';
import { HAND_HEIGHT, HAND_SCALE } from './geometry';
import { type Piece, type Tracked, track } from './pieces';
import type { SetName } from './sets';
import { Tile, TileShadow } from './Tile';

interface PieceLayerProps {
  position: Position<BoardView>;
  orientation: number;
  places: ReadonlyMap<string, Point>;
  selection: Selection;
  animate: boolean;
  set: SetName;
}

/** A piece where it is to be seen. */
interface Shown {
  piece: Piece;
  /** The cell where it is seen, which is not its own while it is held or its move is under way. */
  cell: string | null;
  x: number;
  y: number;
  scale: number;
  angle: number;
  /** What is drawn later lies on top. */
  depth: number;
}

const LIFTED_SCALE = 1.14;
/** A finger hides what is below it, so the piece is held a little above. */
const FINGER_LIFT = 42;
const STACK_STEP = 4;

export function PieceLayer({ position, orientation, places, selection, animate, set }: PieceLayerProps) {
  const { pieces, gone } = useTracked(position);
  const shown = showPieces(pieces, position, orientation, places, selection);
  const held = selection.drag ? (shown.find(({ cell }) => cell === null)?.piece.id ?? null) : null;
  const transforms = new Map<string, string>();
  for (const { piece, x, y, scale, angle } of shown) {
    transforms.set(piece.id, `translate(${x}px, ${y}px) scale(${scale})`);
    transforms.set(`${piece.id} turn`, `rotate(${angle}deg)`);
  }
  const glide = useGlide(transforms, { animate, held });
  return (
    <Decoration className={styles.pieces}>
      {animate &&
        gone.map(({ id, animal, owner, cell }) => {
          const place = places.get(cell);
          const angle = owner === orientation ? 0 : 180;
          return (
            place && (
              <g key={id} transform={`translate(${place.x} ${place.y}) rotate(${angle})`}>
                <g className={styles.gone}>
                  <StillTile animal={animal} owner={owner} set={set} angle={angle} />
                </g>
              </g>
            )
          );
        })}
      {shown.map(({ piece, cell, x, y, scale, angle }) => (
        <g key={piece.id} ref={glide(piece.id)} transform={`translate(${x} ${y}) scale(${scale})`}>
          <g ref={glide(`${piece.id} turn`)} transform={`rotate(${angle})`}>
            <TileShadow owner={piece.owner} angle={angle} lifted={cell === null} />
            <g className={animate && piece.grown ? styles.grown : undefined}>
              <StillTile animal={piece.animal} owner={piece.owner} set={set} angle={angle} />
            </g>
          </g>
        </g>
      ))}
      {badges(shown, places).map(({ cell, count, x, y }) => (
        <g
          key={cell}
          transform={`translate(${x} ${y})`}
          className={styles.badge}
          data-many={count > 1 || undefined}
        >
          <circle r={14} />
          <text textAnchor="middle" y={6.5} fontSize={19} fontWeight={700}>
            {count}
          </text>
        </g>
      ))}
    </Decoration>
  );
}

const StillTile = memo(Tile);

/** The pieces of the position with their identities. */
function useTracked(position: Position<BoardView>): Tracked {
  const [tracked, setTracked] = useState<Tracked>(() => track(null, position));
  if (tracked.position === position) return tracked;
  const next = track(tracked, position);
  setTracked(next);
  return next;
}

function showPieces(
  pieces: readonly Piece[],
  position: Position<BoardView>,
  orientation: number,
  places: ReadonlyMap<string, Point>,
  { drag, pending }: Selection,
): Shown[] {
  const held = drag && pieces.findLast(({ cell }) => cell === drag.cell);
  const sent = pending && pieces.findLast(({ cell }) => cell === pending.touches[0]);
  const arrived = position.last?.touches.at(-1);
  const stacked = new Map<string, number>();
  const shown = pieces.flatMap((piece): Shown[] => {
    const angle = piece.owner === orientation ? 0 : 180;
    if (drag && piece === held) {
      const y = drag.point.y - (drag.pointer === 'touch' ? FINGER_LIFT : 0);
      return [{ piece, cell: null, x: drag.point.x, y, scale: LIFTED_SCALE, angle, depth: 3 }];
    }
    const cell = (piece === sent ? pending?.touches.at(-1) : undefined) ?? piece.cell;
    const place = places.get(cell);
    if (!place) return [];
    const inHand = cellOf(cell)?.hand !== null;
    const below = stacked.get(cell) ?? 0;
    if (inHand) stacked.set(cell, below + 1);
    const shift = inHand ? -below * STACK_STEP : 0;
    return [
      {
        piece,
        cell,
        x: place.x + shift,
        y: place.y + shift,
        scale: inHand ? HAND_SCALE : 1,
        angle,
        depth: piece === sent ? 2 : cell === arrived ? 1 : 0,
      },
    ];
  });
  return shown.sort((one, other) => one.depth - other.depth);
}

/** How many pieces are seen in each slot that has some. */
function badges(shown: readonly Shown[], places: ReadonlyMap<string, Point>) {
  return CELLS.flatMap(({ name, hand }) => {
    const place = places.get(name);
    const count = shown.filter(({ cell }) => cell === name).length;
    if (hand === null || !place || count === 0) return [];
    return [{ cell: name, count, x: place.x + 36, y: place.y + HAND_HEIGHT / 2 - 20 }];
  });
}
