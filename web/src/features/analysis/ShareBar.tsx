// How the win is shared between two seats in the position shown, as a bar.

import type { CSSProperties, JSX } from 'react';
import { seatColour } from '../../lib/seats';
import { classes } from '../../ui';
import css from './ShareBar.module.css';

interface ShareBarProps {
  /** The share of the first seat; `null` where it is not known. */
  share: number | null;
  seatNames: readonly string[];
  /** How it ends, where that is known; said in place of the shares. */
  verdict?: string | null;
}

function tone(name: string, seat: number): CSSProperties {
  return { '--tone': seatColour(name, seat) } as CSSProperties;
}

export function ShareBar({ share, seatNames, verdict = null }: ShareBarProps): JSX.Element {
  const [first = '', second = ''] = seatNames;
  const percent = Math.round((share ?? 0.5) * 100);
  const isShared = share !== null && verdict === null;
  const shares = share === null ? 'No value yet' : `${first} ${percent}%, ${second} ${100 - percent}%`;
  const label = verdict ?? shares;
  return (
    <div className={css.bar} role="img" aria-label={label}>
      {share !== null && (
        <>
          <div className={css.first} style={{ ...tone(first, 0), width: `${percent}%` }} />
          <div className={css.second} style={tone(second, 1)} />
        </>
      )}
      <div className={css.middle} />
      <div className={css.text}>
        <span className={css.share}>
          {first} {isShared && `${percent}%`}
        </span>
        {verdict !== null && <span className={classes(css.share, css.verdict)}>{verdict}</span>}
        <span className={css.share}>
          {second} {isShared && `${100 - percent}%`}
        </span>
      </div>
    </div>
  );
}
