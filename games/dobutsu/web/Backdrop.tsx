// What lies below the pieces: the frame with its coordinates, the squares, the two home ranks with their
// grass and clouds, and the trays for the hands.

import { Decoration, type Point } from '@ludwerk/web/board';
import { memo } from 'react';
import styles from './Board.module.css';
import { HELD } from './cells';
import {
  BOARD_HEIGHT,
  BOARD_LEFT,
  BOARD_TOP,
  BOARD_WIDTH,
  FRAME,
  HAND_HEIGHT,
  HAND_SCALE,
  handTop,
  SQUARE,
  slotPoint,
  squarePoint,
} from './geometry';
import type { SetName } from './sets';
import { TileGhost } from './Tile';

const FILES = ['a', 'b', 'c'];
const RANKS = ['1', '2', '3', '4'];
const HALF = SQUARE / 2;

interface BackdropProps {
  turned: boolean;
  /** The seat whose turn it is: its tray says so. */
  toMove: number | null;
  coordinates: boolean;
  /** What empty slots show to say what they are for; nothing without it. */
  ghosts: SetName | null;
}

export const Backdrop = memo(function Backdrop({ turned, toMove, coordinates, ghosts }: BackdropProps) {
  return (
    <Decoration>
      <rect
        className={styles.frame}
        x={BOARD_LEFT - FRAME}
        y={BOARD_TOP - FRAME}
        width={BOARD_WIDTH + 2 * FRAME}
        height={BOARD_HEIGHT + 2 * FRAME}
        rx={18}
      />
      <rect className={styles.land} x={BOARD_LEFT} y={BOARD_TOP} width={BOARD_WIDTH} height={BOARD_HEIGHT} />
      {RANKS.map((rank, row) =>
        FILES.map((file, column) => (
          <Square key={file + rank} at={squarePoint(column, row, turned)} column={column} row={row} />
        )),
      )}
      {coordinates && <Coordinates turned={turned} />}
      {[0, 1].map((seat) => (
        <Tray
          key={seat}
          seat={seat}
          atBottom={(seat === 1) === turned}
          active={seat === toMove}
          ghosts={ghosts}
        />
      ))}
    </Decoration>
  );
});

function Square({ at, column, row }: { at: Point; column: number; row: number }) {
  const home = row === 0 ? 'sky' : row === RANKS.length - 1 ? 'forest' : undefined;
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <rect
        className={styles.square}
        data-home={home}
        data-shade={(column + row) % 2}
        x={-HALF}
        y={-HALF}
        width={SQUARE}
        height={SQUARE}
      />
      {home === 'sky' && (
        <path
          className={styles.cloud}
          d="M-30 38 q-9 0 -9 -8 q0 -8 9 -8 q3 -10 13 -9 q9 1 11 9 q9 0 9 8 q0 8 -9 8 Z"
        />
      )}
      {home === 'forest' && (
        <path
          className={styles.grass}
          d="M-40 44 q1 -9 -3 -14 M-37 44 q0 -12 4 -19 M-34 44 q2 -7 6 -10 M24 44 q1 -8 -3 -12 M27 44 q0 -11 4 -17 M30 44 q2 -6 6 -9"
        />
      )}
    </g>
  );
}

function Coordinates({ turned }: { turned: boolean }) {
  const middle = FRAME / 2;
  return (
    <g className={styles.coordinates} fontSize={14} fontWeight={600} textAnchor="middle">
      {FILES.map((file, column) => (
        <text key={file} x={squarePoint(column, 0, turned).x} y={BOARD_TOP + BOARD_HEIGHT + middle + 5}>
          {file}
        </text>
      ))}
      {RANKS.map((rank, row) => (
        <text key={rank} x={BOARD_LEFT - middle} y={squarePoint(0, row, turned).y + 5}>
          {rank}
        </text>
      ))}
    </g>
  );
}

interface TrayProps {
  seat: number;
  atBottom: boolean;
  active: boolean;
  ghosts: SetName | null;
}

/** The tray of the seat to move has a strong edge and an arrow towards the board. */
function Tray({ seat, atBottom, active, ghosts }: TrayProps) {
  const top = handTop(atBottom);
  const middle = top + HAND_HEIGHT / 2;
  return (
    <g className={styles.tray} data-seat={seat} data-active={active || undefined}>
      <rect
        x={BOARD_LEFT - FRAME}
        y={top}
        width={BOARD_WIDTH + 2 * FRAME}
        height={HAND_HEIGHT}
        rx={16}
        className={styles.trayFloor}
      />
      {active && (
        <path
          className={styles.trayArrow}
          d="M0 -9 L7 5 H-7 Z"
          transform={`translate(${BOARD_LEFT - 7} ${middle}) rotate(${atBottom ? 0 : 180})`}
        />
      )}
      {ghosts &&
        HELD.map((animal, slot) => {
          const { x, y } = slotPoint(slot, atBottom);
          const turn = atBottom ? 0 : 180;
          return (
            <g key={animal} transform={`translate(${x} ${y}) rotate(${turn}) scale(${HAND_SCALE})`}>
              <TileGhost animal={animal} owner={seat} set={ghosts} angle={turn} />
            </g>
          );
        })}
    </g>
  );
}
