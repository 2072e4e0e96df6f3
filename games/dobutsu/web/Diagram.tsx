// Little pictures for the rules: a few squares with pieces, signs and arrows.

import { BoardPicture, MarkSigns, type Point, TargetSign } from '@ludwerk/web/board';
import type { MoveKind } from '@ludwerk/web/types';
import styles from './Board.module.css';
import { animalOf } from './pieces';
import { Tile, TileShadow } from './Tile';

interface DiagramProps {
  /** Row by row, letters as in the text of a position. */
  rows: readonly string[];
  label: string;
  /** Signs on squares, by `column,row` from the upper left. */
  targets?: Readonly<Record<string, MoveKind>>;
  /** An arrow from square to square. */
  arrow?: readonly [string, string];
  /** Lit squares, as after a move. */
  lit?: readonly string[];
  /** Whether the first row is the far rank; on a whole board it always is. */
  far?: boolean;
}

const SQUARE = 100;
const EDGE = 6;

export function Diagram({ rows, label, targets = {}, arrow, lit = [], far = false }: DiagramProps) {
  const columns = rows[0]?.length ?? 0;
  const squares = rows.flatMap((letters, row) =>
    [...letters].map((letter, column) => ({
      key: `${column},${row}`,
      letter,
      row,
      at: pointOf(column, row),
    })),
  );
  const places = new Map(squares.map(({ key, at }) => [key, at]));
  const whole = rows.length === 4;
  const home = (row: number) => (row === 0 && (far || whole) ? 'sky' : row === 3 ? 'forest' : undefined);
  return (
    <BoardPicture
      width={columns * SQUARE + 2 * EDGE}
      height={rows.length * SQUARE + 2 * EDGE}
      label={label}
      className={styles.dobutsu}
    >
      <rect
        className={styles.frame}
        width={columns * SQUARE + 2 * EDGE}
        height={rows.length * SQUARE + 2 * EDGE}
        rx={12}
      />
      {squares.map(({ key, row, at }) => (
        <rect
          key={key}
          className={styles.square}
          data-home={home(row)}
          x={at.x - SQUARE / 2}
          y={at.y - SQUARE / 2}
          width={SQUARE}
          height={SQUARE}
        />
      ))}
      {lit.map((key) => {
        const at = places.get(key) ?? { x: 0, y: 0 };
        return (
          <rect
            key={key}
            className={styles.highlight}
            data-kind="last"
            x={at.x - SQUARE / 2}
            y={at.y - SQUARE / 2}
            width={SQUARE}
            height={SQUARE}
          />
        );
      })}
      {Object.entries(targets).map(([key, kind]) => {
        const place = places.get(key);
        return place && <TargetSign key={key} kind={kind} place={place} size={SQUARE} strong={false} />;
      })}
      {squares.map(({ key, letter, at }) => (
        <DiagramPiece key={key} letter={letter} at={at} />
      ))}
      {arrow && (
        <MarkSigns
          marks={[{ move: { move: 'shown', touches: [...arrow], kind: 'move' }, tone: 'good', label: '' }]}
          places={places}
        />
      )}
    </BoardPicture>
  );
}

function DiagramPiece({ letter, at }: { letter: string; at: Point }) {
  const animal = animalOf(letter);
  if (!animal) return null;
  const owner = letter === animal ? 0 : 1;
  const angle = owner === 0 ? 0 : 180;
  return (
    <g transform={`translate(${at.x} ${at.y}) rotate(${angle})`}>
      <TileShadow owner={owner} angle={angle} lifted={false} />
      <Tile animal={animal} owner={owner} />
    </g>
  );
}

function pointOf(column: number, row: number): Point {
  return { x: EDGE + (column + 0.5) * SQUARE, y: EDGE + (row + 0.5) * SQUARE };
}
