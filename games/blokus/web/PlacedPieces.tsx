// The pieces on the board, the last one with an edge of light; new ones come flying from their trays.

import type { MoveView, PositionView } from '@ludwerk/web/types';
import { useLayoutEffect, useMemo, useRef } from 'react';
import styles from './Board.module.css';
import { middleOf } from './ghost';
import { type BoardLayout, CELL, EDGE, type TrayLayout } from './layout';
import { groupsOf, outlinePath } from './outline';
import { PieceShape } from './PieceShape';
import { pieceOf } from './pieces';
import type { Colour, Scene, SeenSquare } from './position';

interface PlacedPiecesProps {
  scene: Scene;
  position: PositionView;
  layout: BoardLayout;
  /** The colours in the order of their trays; none where no trays are shown. */
  trays?: readonly Colour[];
  animate: boolean;
  /** The last move that was made here: its piece lies there already. */
  ownMove: MoveView | null;
}

interface PlacedPiece {
  key: string;
  colour: Colour;
  squares: readonly SeenSquare[];
}

const FLIGHT_MS = 360;
const SETTLE_MS = 180;
const EASING = 'cubic-bezier(0.3, 0.75, 0.3, 1)';

export function PlacedPieces({ scene, position, layout, trays = [], animate, ownMove }: PlacedPiecesProps) {
  const pieces = useMemo(
    () =>
      scene.colours.flatMap((colour) =>
        groupsOf(scene.squares.filter((square) => square.colour === colour.number)).map(
          (squares): PlacedPiece => ({ key: `${colour.name} ${squares[0]?.name}`, colour, squares }),
        ),
      ),
    [scene],
  );
  const covers = (move: MoveView | null, { squares }: PlacedPiece) =>
    move?.touches.includes(squares[0]?.name ?? '') === true;
  const elements = useRef(new Map<string, SVGGElement>());
  const shown = useRef({ ply: position.ply, keys: new Set(pieces.map(({ key }) => key)) });

  useLayoutEffect(() => {
    const { ply, keys } = shown.current;
    shown.current = { ply: position.ply, keys: new Set(pieces.map(({ key }) => key)) };
    // Programs answer at once, so all of a round may come together.
    const steps = position.ply - ply;
    if (!animate || steps < 1 || steps > scene.colours.length) return;
    for (const piece of pieces.filter(({ key }) => !keys.has(key))) {
      const isOwn = covers(ownMove, piece);
      const tray = layout.trays[trays.indexOf(piece.colour)];
      const frames = [
        isOwn ? { transform: 'scale(1.07)' } : { transform: flightFrom(piece, tray), opacity: tray ? 1 : 0 },
        { transform: 'none', opacity: 1 },
      ];
      const timing = { duration: isOwn ? SETTLE_MS : FLIGHT_MS, easing: EASING };
      elements.current.get(piece.key)?.animate?.(frames, timing);
    }
  });

  // What is new is drawn last, above what it flies over.
  const inOrder = pieces.toSorted(
    (one, other) => Number(covers(position.last, one)) - Number(covers(position.last, other)),
  );
  return (
    <g transform={`translate(${EDGE} ${EDGE})`} className={styles.placed}>
      {inOrder.map((piece) => (
        <g
          key={piece.key}
          className={styles.onBoard}
          ref={(element) => {
            if (element) elements.current.set(piece.key, element);
            return () => void elements.current.delete(piece.key);
          }}
        >
          <PieceShape colour={piece.colour.name} squares={piece.squares} />
          {covers(position.last, piece) && (
            <>
              <path className={styles.lastBack} d={outlinePath(piece.squares, CELL, 1.5, 7)} />
              <path className={styles.last} d={outlinePath(piece.squares, CELL, 1.5, 7)} />
            </>
          )}
        </g>
      ))}
    </g>
  );
}

/** Where a piece comes from: its place in the tray, or just above the board where there is none. */
function flightFrom({ squares }: PlacedPiece, tray: TrayLayout | undefined): string {
  const from = tray?.places.get(pieceOf(squares) ?? '');
  if (!tray || !from) return 'translate(0, -26px) scale(1.25)';
  const middle = middleOf(squares);
  const [x, y] = [from.x + tray.unit - EDGE - middle.x * CELL, from.y + tray.unit - EDGE - middle.y * CELL];
  return `translate(${x}px, ${y}px) scale(${tray.unit / CELL})`;
}
