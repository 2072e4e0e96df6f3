// A piece: a disc in its colour with a sign on it, so that nobody has to tell colours apart.

import { memo } from 'react';
import styles from './Disc.module.css';
import { COLOURS, type Colour } from './hexes';

/** The radius of a piece on the board. */
export const DISC = 37;

/** A triangle, a square on its corner, a ring: around the middle, for discs of the usual size. */
const SIGNS: Readonly<Record<Colour['name'], string>> = {
  red: 'M0 -19L17 12H-17Z',
  green: 'M0 -19L19 0L0 19L-19 0Z',
  blue: 'M0 -17A17 17 0 1 1 0 17A17 17 0 1 1 0 -17ZM0 -8A8 8 0 1 0 0 8A8 8 0 1 0 0 -8Z',
};

/** The name of a seat's colour, for styles. */
export function colourName(seat: number): Colour['name'] {
  return COLOURS[seat % COLOURS.length]?.name ?? 'red';
}

/** A piece around the origin. */
export const Disc = memo(function Disc({ seat }: { seat: number }) {
  const colour = colourName(seat);
  return (
    <g className={styles.disc} data-colour={colour} data-disc={colour}>
      <circle r={DISC - 2} className={styles.face} />
      <circle r={DISC - 9} className={styles.groove} />
      <path d={SIGNS[colour]} className={styles.sign} />
    </g>
  );
});

/** The shadow of a piece; one that is held lies further below it. */
export function DiscShadow({ lifted }: { lifted: boolean }) {
  return (
    <circle r={DISC - 1} cy={lifted ? 12 : 4} className={styles.shadow} data-lifted={lifted || undefined} />
  );
}

/** What an empty place for a piece that has left waits for. */
export function DiscGhost({ seat }: { seat: number }) {
  const colour = colourName(seat);
  return (
    <g className={styles.ghost} data-colour={colour}>
      <circle r={DISC - 3} />
      <path d={SIGNS[colour]} />
    </g>
  );
}

/** The sign of a colour alone. */
export function ColourSign({ seat }: { seat: number }) {
  const colour = colourName(seat);
  return <path d={SIGNS[colour]} className={styles.alone} data-colour={colour} />;
}
