// The pieces on the board, the last one with an edge of light; a new one comes flying from its tray.

import type { PositionView } from '@ludwerk/web/types';
import { useLayoutEffect, useMemo, useRef } from 'react';
import styles from './Board.module.css';
import { middleOf } from './ghost';
import { type BoardLayout, CELL, EDGE } from './layout';
import { groupsOf, outlinePath } from './outline';
import { PieceShape } from './PieceShape';
import { pieceOf } from './pieces';
import type { Colour, Scene } from './position';

interface PlacedPiecesProps {
  scene: Scene;
  position: PositionView;
  layout: BoardLayout;
  /** The colours in the order of their trays; none where no trays are shown. */
  trays?: readonly Colour[];
  animate: boolean;
  /** The position after a move that was made here: its piece lies there already. */
  ownPly: number | null;
}

const FLIGHT_MS = 360;
const EASING = 'cubic-bezier(0.3, 0.75, 0.3, 1)';

export function PlacedPieces({ scene, position, layout, trays = [], animate, ownPly }: PlacedPiecesProps) {
  const pieces = useMemo(
    () =>
      scene.colours.flatMap((colour) =>
        groupsOf(scene.squares.filter((square) => square.colour === colour.number)).map((squares) => ({
          key: `${colour.name} ${squares[0]?.name}`,
          colour,
          squares,
        })),
      ),
    [scene],
  );
  const touched = new Set(position.last?.touches);
  const last = pieces.find(({ squares }) => squares.some(({ name }) => touched.has(name)));
  const newest = useRef<SVGGElement>(null);
  const shown = useRef(position.ply);

  useLayoutEffect(() => {
    const isNext = position.ply === shown.current + 1;
    shown.current = position.ply;
    if (!animate || !isNext || !last || !newest.current?.animate) return;
    const settled = { transform: 'none', opacity: 1 };
    if (position.ply === ownPly) {
      newest.current.animate([{ transform: 'scale(1.07)' }, settled], { duration: 180, easing: EASING });
      return;
    }
    const tray = layout.trays[trays.indexOf(last.colour)];
    const from = tray?.places.get(pieceOf(last.squares) ?? '');
    const middle = middleOf(last.squares);
    const start =
      tray && from
        ? `translate(${from.x + tray.unit - EDGE - middle.x * CELL}px, ${from.y + tray.unit - EDGE - middle.y * CELL}px) scale(${tray.unit / CELL})`
        : 'translate(0, -26px) scale(1.25)';
    const frames = [{ transform: start, opacity: tray ? 1 : 0 }, settled];
    newest.current.animate(frames, { duration: FLIGHT_MS, easing: EASING });
  }, [position.ply, animate, last, layout, trays, ownPly]);

  return (
    <g transform={`translate(${EDGE} ${EDGE})`} className={styles.placed}>
      {pieces.map(
        (piece) =>
          piece !== last && <PieceShape key={piece.key} colour={piece.colour.name} squares={piece.squares} />,
      )}
      {last && (
        <g key={last.key} ref={newest} className={styles.newest}>
          <PieceShape colour={last.colour.name} squares={last.squares} />
          <path className={styles.lastBack} d={outlinePath(last.squares, CELL, 1.5, 7)} />
          <path className={styles.last} d={outlinePath(last.squares, CELL, 1.5, 7)} />
        </g>
      )}
    </g>
  );
}
