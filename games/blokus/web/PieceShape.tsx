// A piece of a colour: tiles that hang together, each with the sign of its colour, so that colours differ by
// more than their hue.

import { memo } from 'react';
import styles from './Board.module.css';
import { CELL } from './layout';
import { outlinePath } from './outline';
import type { Square } from './pieces';

interface PieceShapeProps {
  /** The name of its colour. */
  colour: string;
  squares: readonly Square[];
  /** Without what could not be seen when it is drawn small. */
  plain?: boolean;
}

/** The piece in units of `CELL`; its squares are where they say. */
export const PieceShape = memo(function PieceShape({ colour, squares, plain = false }: PieceShapeProps) {
  if (plain) {
    return (
      <g className={styles.piece} data-colour={colour.toLowerCase()}>
        <path className={styles.plain} d={outlinePath(squares, CELL, 1, 6)} />
        <path className={styles.seam} d={seams(squares)} />
      </g>
    );
  }
  return (
    <g className={styles.piece} data-colour={colour.toLowerCase()}>
      <path className={styles.body} d={outlinePath(squares, CELL, 1.5, 7)} />
      {squares.map(({ x, y }) => (
        <g key={`${x},${y}`} transform={`translate(${(x + 0.5) * CELL} ${(y + 0.5) * CELL})`}>
          <rect className={styles.tile} x={-15.5} y={-15.5} width={31} height={31} rx={5.5} />
          <path className={styles.shine} d="M-11.5 -6.5Q-11.5 -11.5 -6.5 -11.5H6" />
          <ColourSign colour={colour} />
        </g>
      ))}
    </g>
  );
});

/** The lines between squares that hang together. */
function seams(squares: readonly Square[]): string {
  const isThere = (x: number, y: number) => squares.some((square) => square.x === x && square.y === y);
  const lines = squares.flatMap(({ x, y }) => [
    ...(isThere(x + 1, y) ? [`M${(x + 1) * CELL} ${y * CELL + 4}v${CELL - 8}`] : []),
    ...(isThere(x, y + 1) ? [`M${x * CELL + 4} ${(y + 1) * CELL}h${CELL - 8}`] : []),
  ]);
  return lines.join('');
}

/** The sign of a colour around the origin. */
export function ColourSign({ colour }: { colour: string }) {
  switch (colour.toLowerCase()) {
    case 'black':
    case 'blue':
      return <circle className={styles.sign} r={6} />;
    case 'yellow':
      return <path className={styles.sign} d="M0 -8.5L8.5 0L0 8.5L-8.5 0Z" />;
    case 'red':
      return <path className={styles.sign} d="M0 -7.5L7.5 6H-7.5Z" />;
    case 'white':
      return <circle className={styles.signRing} r={6} />;
    default:
      return <rect className={styles.sign} x={-6} y={-6} width={12} height={12} rx={1.5} />;
  }
}
