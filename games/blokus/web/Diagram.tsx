// Little pictures for the rules: a few squares with pieces and signs, or all pieces of a colour.

import { BoardPicture } from '@ludwerk/web/board';
import styles from './Board.module.css';
import { CELL, packPieces } from './layout';
import { groupsOf, outlinePath } from './outline';
import { PieceShape } from './PieceShape';
import { PIECES, type Square } from './pieces';

/** Letters in diagrams: a colour, in small letters where the piece is about to be placed. */
const COLOURS: Readonly<Record<string, string>> = {
  K: 'Black',
  W: 'White',
  B: 'Blue',
  Y: 'Yellow',
  R: 'Red',
  G: 'Green',
};

interface DiagramProps {
  /** Row by row: letters for colours, `o` for an open corner of the first colour, `.` for nothing. */
  rows: readonly string[];
  label: string;
  /** How the piece in small letters is judged. */
  verdict?: 'fits' | 'wrong';
}

export function Diagram({ rows, label, verdict = 'fits' }: DiagramProps) {
  const [width, height] = [(rows[0]?.length ?? 0) * CELL, rows.length * CELL];
  const squares = rows.flatMap((row, y) => [...row].map((letter, x) => ({ letter, x, y })));
  const ofLetter = (wanted: string) => squares.filter(({ letter }) => letter === wanted);
  const first = squares.map(({ letter }) => COLOURS[letter]).find((colour) => colour !== undefined) ?? '';
  const lines = (count: number) => Array.from({ length: count - 1 }, (_, index) => (index + 1) * CELL);
  return (
    <BoardPicture width={width + 8} height={height + 8} label={label} className={styles.blokus}>
      <g transform="translate(4 4)">
        <rect className={styles.ground} width={width} height={height} rx={6} />
        <path
          className={styles.grid}
          d={
            lines(width / CELL)
              .map((x) => `M${x} 0V${height}`)
              .join('') +
            lines(height / CELL)
              .map((y) => `M0 ${y}H${width}`)
              .join('')
          }
        />
        <rect className={styles.rim} width={width} height={height} rx={6} />
        {ofLetter('o').map(({ x, y }) => (
          <g
            key={`${x},${y}`}
            className={styles.corner}
            data-colour={first.toLowerCase()}
            transform={`translate(${(x + 0.5) * CELL} ${(y + 0.5) * CELL})`}
          >
            <circle r={6} />
          </g>
        ))}
        {Object.entries(COLOURS).map(([letter, colour]) => (
          <g key={letter}>
            {groupsOf(ofLetter(letter)).map((piece) => (
              <PieceShape key={`${piece[0]?.x},${piece[0]?.y}`} colour={colour} squares={piece} />
            ))}
            {groupsOf(ofLetter(letter.toLowerCase())).map((piece) => (
              <Tried
                key={`${piece[0]?.x},${piece[0]?.y}`}
                colour={colour}
                squares={piece}
                verdict={verdict}
              />
            ))}
          </g>
        ))}
      </g>
    </BoardPicture>
  );
}

/** A piece that is about to be placed, with the same signs as on the board. */
function Tried(props: { colour: string; squares: readonly Square[]; verdict: 'fits' | 'wrong' }) {
  const { colour, squares, verdict } = props;
  const outline = outlinePath(squares, CELL, 0.5, 8);
  return (
    <g className={styles.ghost} data-ghost={verdict}>
      <g className={styles.ghostBody}>
        <PieceShape colour={colour} squares={squares} />
      </g>
      <path className={styles.ghostBack} d={outline} />
      <path className={styles.ghostEdge} d={outline} />
    </g>
  );
}

/** All pieces of a colour, side by side. */
export function AllPieces({ colour, label }: { colour: string; label: string }) {
  const columns = 28;
  const { places, rows } = packPieces(columns);
  return (
    <BoardPicture width={columns * CELL} height={rows * CELL} label={label} className={styles.blokus}>
      {PIECES.map(({ name, squares }) => {
        const at = places.get(name);
        return (
          at && (
            <g key={name} transform={`translate(${at.x * CELL} ${at.y * CELL})`}>
              <PieceShape colour={colour} squares={squares} />
            </g>
          )
        );
      })}
    </BoardPicture>
  );
}
