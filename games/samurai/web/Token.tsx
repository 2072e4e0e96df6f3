// A tile: a hex in the colour of its player with its sign, its strength and the player's own sign. Character tiles,
// of which any number may be played in a turn, have an inner ring and a star.

import { hexPath } from './layout';
import { MotifSign, SeatSign } from './Symbols';
import styles from './Token.module.css';
import type { Tile } from './tiles';

const BODY = hexPath(0, 46);
const RING = hexPath(5, 46);
const STAR = 'M0 -8L2.2 -2.6L8 -2.4L3.5 1.2L5 7L0 3.8L-5 7L-3.5 1.2L-8 -2.4L-2.2 -2.6Z';

interface TokenProps {
  seat: number;
  tile: Tile;
  /** How many of them lie on each other; one without it. */
  count?: number | undefined;
}

export function Token({ seat, tile, count = 1 }: TokenProps) {
  const { motif, strength, isCharacter } = tile;
  return (
    <g className={styles.token} data-seat={seat} data-tile={tile.name}>
      {count > 1 && <path className={styles.body} d={BODY} transform="translate(6 -5)" />}
      <path className={styles.body} d={BODY} />
      {isCharacter && <path className={styles.ring} d={RING} />}
      {strength > 0 ? (
        <>
          <g transform="translate(0 -15) scale(0.92)">
            <MotifSign motif={motif} />
          </g>
          <text className={styles.strength} textAnchor="middle" y={36} fontSize={38}>
            {strength}
          </text>
        </>
      ) : (
        <g transform="translate(0 -2) scale(1.02)">
          <MotifSign motif={motif} />
        </g>
      )}
      <g transform={strength > 0 ? 'translate(-22 20)' : 'translate(-15 29) scale(0.9)'}>
        <SeatSign seat={seat} />
      </g>
      {isCharacter && (
        <path
          className={styles.star}
          d={STAR}
          transform={strength > 0 ? 'translate(22 20)' : 'translate(15 29) scale(0.9)'}
        />
      )}
      {count > 1 && (
        <g transform="translate(32 -30)">
          <circle className={styles.badge} r={15} />
          <text className={styles.badgeText} textAnchor="middle" y={7} fontSize={20}>
            ×{count}
          </text>
        </g>
      )}
    </g>
  );
}

/** A tile that shows nothing but whose it is. */
export function TokenBack({ seat }: { seat: number }) {
  return (
    <g className={styles.token} data-seat={seat}>
      <path className={styles.body} d={BODY} />
      <path
        className={styles.back}
        d="M-30 0A30 30 0 0 1 30 0M-20 0A20 20 0 0 1 20 0M-10 0A10 10 0 0 1 10 0"
      />
      <g transform="translate(0 18) scale(1.2)">
        <SeatSign seat={seat} />
      </g>
    </g>
  );
}
