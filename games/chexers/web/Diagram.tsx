// Little pictures for the rules: a few hexes with pieces on them, and arrows for what they do.

import { BoardPicture, type Point } from '@ludwerk/web/board';
import { Backdrop } from './Backdrop';
import styles from './Board.module.css';
import type { BoardView } from './board.types';
import { Disc, DiscShadow } from './Disc';
import { COLOURS, exitColour } from './hexes';
import { cellPlaces, HEX, hexPath, SIZE, SLOT_SCALE, slotPoints } from './layout';
import { placedPieces } from './pieces';

/** The letters of the colours in diagrams. */
const LETTERS = 'rgb';
const ROW = (HEX * Math.sqrt(3)) / 2;

interface Arrow {
  /** Column and row, in the letters of the rows. */
  from: readonly [number, number];
  to: readonly [number, number];
}

interface DiagramProps {
  /**
   * Row by row, the even ones shifted by half a hex to the right: letters for colours, `.` for an empty hex, a
   * blank for none.
   */
  rows: readonly string[];
  arrows?: readonly Arrow[];
  label: string;
}

export function Diagram({ rows, arrows = [], label }: DiagramProps) {
  const at = (column: number, row: number): Point => ({
    x: (column + 0.5 + (row % 2) / 2) * HEX + 4,
    y: row * ROW + HEX * 0.58 + 4,
  });
  const cells = rows.flatMap((row, y) =>
    [...row].map((letter, x) => ({ letter, key: `${x},${y}`, at: at(x, y) })),
  );
  const width = Math.max(...rows.map((row, y) => row.length + (y % 2) / 2)) * HEX + 8;
  const height = (rows.length - 1) * ROW + HEX * 1.16 + 8;
  return (
    <BoardPicture width={width} height={height} label={label} className={styles.chexers}>
      {cells.map(
        ({ letter, key, at }) =>
          letter !== ' ' && (
            <path
              key={key}
              d={hexPath(1)}
              transform={`translate(${at.x} ${at.y})`}
              className={styles.hex}
              data-tone={0}
            />
          ),
      )}
      {cells.map(
        ({ letter, key, at }) =>
          LETTERS.includes(letter) && (
            <g key={key} transform={`translate(${at.x} ${at.y})`}>
              <DiscShadow lifted={false} />
              <Disc seat={LETTERS.indexOf(letter)} />
            </g>
          ),
      )}
      {arrows.map(({ from, to }) => (
        <WayArrow key={`${from} ${to}`} from={at(...from)} to={at(...to)} />
      ))}
    </BoardPicture>
  );
}

/** From beside the middle of one hex into another, in a bow over what lies between. */
function WayArrow({ from, to }: { from: Point; to: Point }) {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(x, y);
  // A jump is bent, so that the piece below it is seen.
  const bend = length > HEX * 1.2 ? -58 : 0;
  const [start, end] = [bend === 0 ? 40 : 26, length - 16];
  const head = `M${end - 20} -13L${end} 0L${end - 20} 13`;
  const angle = (Math.atan2(y, x) * 180) / Math.PI;
  const tilt = bend === 0 ? 0 : 26;
  return (
    <g transform={`translate(${from.x} ${from.y}) rotate(${angle})`} className={styles.way}>
      <path d={`M${start} ${bend / 2.4}Q${length / 2} ${bend * 1.35} ${end} 0`} />
      <path d={head} transform={`rotate(${tilt} ${end} 0)`} />
    </g>
  );
}

interface SmallBoardProps {
  board: BoardView;
  seatNames: string[];
  /** The cells from which and to which a piece goes. */
  way?: readonly [string, string];
  label: string;
}

/** The whole board, small, with a position on it. */
export function SmallBoard({ board, seatNames, way, label }: SmallBoardProps) {
  const places = cellPlaces(0);
  const [from, to] = [places.get(way?.[0] ?? ''), places.get(way?.[1] ?? '')];
  const slots = COLOURS.map(({ seat }) => slotPoints(seat, 0));
  return (
    <BoardPicture width={SIZE} height={SIZE} label={label} className={styles.chexers}>
      <Backdrop orientation={0} seatNames={seatNames} toMove={null} coordinates={null} lit={NOTHING_LIT} />
      {placedPieces(board).map(({ owner, cell, slot }) => {
        const onBoard = places.get(cell);
        const hasLeft = exitColour(cell) !== undefined;
        const place = hasLeft ? slots[owner]?.[slot] : onBoard;
        return (
          place && (
            <g
              key={`${cell} ${slot}`}
              transform={`translate(${place.x} ${place.y}) scale(${hasLeft ? SLOT_SCALE : 1})`}
            >
              <DiscShadow lifted={false} />
              <Disc seat={owner} />
            </g>
          )
        );
      })}
      {from && to && <WayArrow from={from} to={to} />}
    </BoardPicture>
  );
}

const NOTHING_LIT = new Map<string, never>();
