// A piece as a picture of its own, where its name stands beside it or is said by what holds it.

import type { PieceView } from './board.types';
import { setOf } from './sets';
import { Tile, TileShadow } from './Tile';

interface PieceIconProps extends PieceView {
  pieceSet?: string | undefined;
  className?: string | undefined;
}

export function PieceIcon({ animal, owner, pieceSet, className }: PieceIconProps) {
  const angle = owner === 0 ? 0 : 180;
  return (
    <svg viewBox="-50 -50 100 100" className={className} aria-hidden="true">
      <g transform={`rotate(${angle})`}>
        <TileShadow owner={owner} angle={angle} lifted={false} />
        <Tile animal={animal} owner={owner} set={setOf(pieceSet)} angle={angle} />
      </g>
    </svg>
  );
}
