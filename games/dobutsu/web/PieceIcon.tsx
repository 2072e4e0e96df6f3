// A piece as a picture of its own, where its name stands beside it or is said by what holds it.

import type { Occupant } from './arrangement';
import { Tile, TileShadow } from './Tile';

export function PieceIcon({ animal, owner, className }: Occupant & { className?: string | undefined }) {
  const angle = owner === 0 ? 0 : 180;
  return (
    <svg viewBox="-50 -50 100 100" className={className} aria-hidden="true">
      <g transform={`rotate(${angle})`}>
        <TileShadow owner={owner} angle={angle} lifted={false} />
        <Tile animal={animal} owner={owner} />
      </g>
    </svg>
  );
}
