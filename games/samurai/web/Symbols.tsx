// What is drawn on figures, tiles and settlements, around the origin and about 40 units large. Each has a shape of
// its own; none needs its colour to be told apart.

import type { ReactNode } from 'react';
import type { Kind } from './board.types';
import type { Terrain } from './map';
import styles from './Symbols.module.css';
import type { Motif } from './tiles';

/** A bowl heaped with rice, with two sticks. */
const RICE = (
  <>
    <path className={styles.line} d="M7 -9L19 -21M12 -7L22 -16" />
    <path d="M-15 -3A15 12 0 0 1 15 -3Z" />
    <path d="M-19 0H19C19 10 13 16 8 17V20H-8V17C-13 16 -19 10 -19 0Z" />
  </>
);

/** A helmet with two horns and a guard for the neck. */
const HELMET = (
  <>
    <path d="M-6 -8C-15 -8 -19 -14 -17 -22C-13 -16 -8 -14 -3 -13H3C8 -14 13 -16 17 -22C19 -14 15 -8 6 -8Z" />
    <path d="M-15 4C-15 -7 -8 -11 0 -11C8 -11 15 -7 15 4L21 14C17 18 12 19 8 18V8H-8V18C-12 19 -17 18 -21 14Z" />
  </>
);

/** Someone who sits and thinks. */
const BUDDHA = (
  <>
    <circle cx={0} cy={-17} r={3.4} />
    <circle cx={0} cy={-9} r={7.2} />
    <path d="M-7 0C-3 -3 3 -3 7 0C11 2 12 7 12 10H-12C-12 7 -11 2 -7 0Z" />
    <path d="M-21 18C-20 11 -12 10 0 13C12 10 20 11 21 18C14 21 -14 21 -21 18Z" />
  </>
);

/** Two crossed swords. */
const SAMURAI = (
  <>
    <path className={styles.blade} d="M-17 16L15 -19M17 16L-15 -19" />
    <path className={styles.line} d="M-17 7L-8 15M17 7L8 15" />
  </>
);

/** One sword, and a hat of straw. */
const RONIN = (
  <>
    <path d="M-21 0C-12 -4 -6 -13 0 -20C6 -13 12 -4 21 0C12 4 -12 4 -21 0Z" />
    <path className={styles.blade} d="M-15 19L15 9" />
    <path className={styles.line} d="M-11 11L-7 20" />
  </>
);

/** A boat under sail. */
const SHIP = (
  <>
    <path d="M-21 7H21C18 15 13 19 7 19H-8C-14 19 -19 15 -21 7Z" />
    <path d="M1 4V-21C10 -17 16 -8 17 4Z" />
    <path d="M-3 4V-16C-10 -13 -15 -5 -16 4Z" />
  </>
);

/** Two arrows, one each way: figures change places. */
const SWAP = (
  <>
    <path className={styles.line} d="M-18 -7H13M18 8H-13" />
    <path d="M10 -16L21 -7L10 2ZM-10 17L-21 8L-10 -1Z" />
  </>
);

/** A tile that leaves its place. */
const SHIFT = (
  <>
    <path className={styles.dashed} d="M-20 6L-14 -4H-3L3 6L-3 16H-14Z" />
    <path className={styles.line} d="M-9 -8C-6 -19 6 -21 12 -10" />
    <path d="M5 -9L20 -12L15 3Z" />
  </>
);

const MOTIFS: Readonly<Record<Motif, ReactNode>> = {
  rice: RICE,
  helmet: HELMET,
  buddha: BUDDHA,
  samurai: SAMURAI,
  ronin: RONIN,
  ship: SHIP,
  swap: SWAP,
  shift: SHIFT,
};

/** The sign on a tile, in the present colour. */
export function MotifSign({ motif }: { motif: Motif }) {
  return <g className={styles.sign}>{MOTIFS[motif]}</g>;
}

interface FigureProps {
  kind: Kind;
  /** The seat that would get it now: a ring in its colour and its sign say so. */
  leader?: number | null | undefined;
}

/** A figure. */
export function Figure({ kind, leader = null }: FigureProps) {
  return (
    <g className={styles.figure} data-kind={kind}>
      <circle className={styles.coin} r={25} />
      {leader !== null && <circle className={styles.lead} data-seat={leader} r={26} />}
      <g className={styles.sign} transform="scale(0.88)">
        {MOTIFS[kind]}
      </g>
      {leader !== null && (
        <g transform="translate(19 19)" className={styles.pip} data-seat={leader}>
          <circle className={styles.seatDisc} data-seat={leader} r={10} />
          <g transform="scale(0.72)">
            <SeatSign seat={leader} />
          </g>
        </g>
      )}
    </g>
  );
}

/** A figure as a small sign beside a number. */
export function KindIcon({ kind }: { kind: Kind }) {
  return (
    <svg viewBox="-28 -28 56 56" className={styles.icon} aria-hidden="true">
      <g className={styles.figure} data-kind={kind}>
        <circle className={styles.coin} r={25} />
        <g className={styles.sign} transform="scale(0.86)">
          {MOTIFS[kind]}
        </g>
      </g>
    </svg>
  );
}

const HOUSE = 'M-10 0V-7L-13 -7L0 -16L13 -7L10 -7V0Z';

/** The houses of a settlement, along the lower side of its hex. */
export function Houses({ terrain }: { terrain: Terrain }) {
  if (terrain === 'village')
    return <path className={styles.house} d={HOUSE} transform="translate(0 41) scale(0.8)" />;
  if (terrain === 'city') {
    return (
      <>
        {[-13, 13].map((x) => (
          <path key={x} className={styles.house} d={HOUSE} transform={`translate(${x} 41) scale(0.9)`} />
        ))}
      </>
    );
  }
  return <path className={styles.castle} d="M-24 42V33H-29L-20 25H-12L0 15L12 25H20L29 33H24V42Z" />;
}

/** The sign of a seat, so that nobody has to tell colours apart. */
export function SeatSign({ seat }: { seat: number }) {
  const shapes = [
    <circle key={0} r={6} />,
    <rect key={1} x={-5.4} y={-5.4} width={10.8} height={10.8} />,
    <path key={2} d="M0 -7L7 5.5H-7Z" />,
    <path key={3} d="M0 -7.5L7 0L0 7.5L-7 0Z" />,
  ];
  return <g className={styles.seatSign}>{shapes[seat % shapes.length]}</g>;
}

/** The same beside a name. */
export function SeatIcon({ seat }: { seat: number }) {
  return (
    <svg viewBox="-10.5 -10.5 21 21" className={styles.icon} aria-hidden="true">
      <circle className={styles.seatDisc} data-seat={seat} r={10} />
      <g transform="scale(0.72)">
        <SeatSign seat={seat} />
      </g>
    </svg>
  );
}
