// The pieces in motion: each keeps its identity from position to position, glides to its place, follows the
// pointer while it is held, leaves over its edge, and turns over where it takes another colour.

import { Decoration, type Point, type Position, type Selection, useGlide } from '@ludwerk/web/board';
import { useState } from 'react';
import styles from './Board.module.css';
import type { BoardView } from './board.types';
import { Disc, DiscShadow } from './Disc';
import { COLOURS, exitColour } from './hexes';
import { SLOT_SCALE, slotPoints } from './layout';
import { type Piece, type Tracked, track } from './pieces';

interface PieceLayerProps {
  position: Position<BoardView>;
  orientation: number;
  places: ReadonlyMap<string, Point>;
  selection: Pick<Selection, 'drag' | 'pending'>;
  animate: boolean;
  /** The hexes whose pieces could be turned by another colour; none unless that is to be shown. */
  threats: ReadonlySet<string>;
}

/** A piece where it is to be seen. */
interface Shown {
  piece: Piece;
  x: number;
  y: number;
  scale: number;
  isHeld: boolean;
  /** What is drawn later lies on top. */
  depth: number;
}

const LIFTED_SCALE = 1.14;
/** A finger hides what is below it, so the piece is held a little above. */
const FINGER_LIFT = 42;

export function PieceLayer(props: PieceLayerProps) {
  const { position, animate, threats } = props;
  const pieces = useTracked(position);
  const shown = showPieces(pieces, props);
  const transforms = new Map(
    shown.map(({ piece, x, y, scale }) => [piece.id, `translate(${x}px, ${y}px) scale(${scale})`]),
  );
  const held = shown.find(({ isHeld }) => isHeld)?.piece.id ?? null;
  const glide = useGlide(transforms, { animate, held });
  return (
    <Decoration className={styles.pieces}>
      {shown.map(({ piece, x, y, scale, isHeld }) => (
        <g
          key={piece.id}
          ref={glide(piece.id)}
          transform={`translate(${x} ${y}) scale(${scale})`}
          data-piece={piece.cell}
        >
          <DiscShadow lifted={isHeld} />
          <Turning piece={piece} animate={animate} />
          {threats.has(piece.cell) && <path className={styles.threat} data-threat={piece.cell} d={THREAT} />}
        </g>
      ))}
    </Decoration>
  );
}

/** Four pointers at the edge of a piece: they lie above it and tell by their shape. */
const THREAT = [45, 135, 225, 315]
  .map((angle) => {
    const at = (radius: number, degrees: number) => {
      const radians = (degrees * Math.PI) / 180;
      return `${(radius * Math.cos(radians)).toFixed(1)} ${(radius * Math.sin(radians)).toFixed(1)}`;
    };
    return `M${at(25, angle)}L${at(44, angle - 15)}L${at(44, angle + 15)}Z`;
  })
  .join('');

/** A piece that has just changed hands shows its old face, turns over, and shows the new one. */
function Turning({ piece, animate }: { piece: Piece; animate: boolean }) {
  const { owner, turnedFrom } = piece;
  if (!animate || turnedFrom === null) return <Disc seat={owner} />;
  // Another key for each change, so that the next one begins from the start.
  return (
    <g key={`${turnedFrom} ${owner}`} data-turned={turnedFrom}>
      <g className={styles.oldFace}>
        <Disc seat={turnedFrom} />
      </g>
      <g className={styles.newFace}>
        <Disc seat={owner} />
      </g>
    </g>
  );
}

/** The pieces of the position with their identities. */
function useTracked(position: Position<BoardView>): readonly Piece[] {
  const [tracked, setTracked] = useState<Tracked>(() => track(null, position));
  if (tracked.position === position) return tracked.pieces;
  const next = track(tracked, position);
  setTracked(next);
  return next.pieces;
}

function showPieces(pieces: readonly Piece[], props: PieceLayerProps): Shown[] {
  const { position, orientation, places, selection } = props;
  const { drag, pending } = selection;
  const slots = COLOURS.map(({ seat }) => slotPoints(seat, orientation));
  const onBoard = (cell: string | undefined) =>
    pieces.find((piece) => piece.cell === cell && !exitColour(piece.cell));
  const held = drag && onBoard(drag.cell);
  const sent = pending && onBoard(pending.touches[0]);
  const arrived = position.last?.touches.at(-1);
  const shown = pieces.flatMap((piece): Shown[] => {
    if (drag && piece === held) {
      const y = drag.point.y - (drag.pointer === 'touch' ? FINGER_LIFT : 0);
      return [{ piece, x: drag.point.x, y, scale: LIFTED_SCALE, isHeld: true, depth: 3 }];
    }
    const cell = (piece === sent ? pending?.touches.at(-1) : undefined) ?? piece.cell;
    const colour = exitColour(cell);
    const gone = pieces.filter((other) => other.cell === cell).length;
    const place = colour ? slots[colour.seat]?.[piece === sent ? gone : piece.slot] : places.get(cell);
    if (!place) return [];
    const depth = piece === sent ? 2 : cell === arrived ? 1 : 0;
    return [{ piece, ...place, scale: colour ? SLOT_SCALE : 1, isHeld: false, depth }];
  });
  return shown.sort((one, other) => one.depth - other.depth);
}
