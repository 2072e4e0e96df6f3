// How far a sequential test is: the evidence between the two bounds at which it ends.
import type { JSX } from 'react';
import type { SprtView } from '../../api/types';
import css from './SprtBar.module.css';
import { signed, sprtWords } from './words';

/** Two places, with a real minus. */
function decimal(value: number): string {
  return value.toFixed(2).replace('-', '−');
}

/** The bar with a sentence. */
export function SprtBar({
  sprt,
  first,
  second,
}: {
  sprt: SprtView;
  first: string;
  second: string;
}): JSX.Element {
  const place = (llr: number) => {
    const part = (llr - sprt.lower) / (sprt.upper - sprt.lower);
    return `${Math.min(0.995, Math.max(0.005, part)) * 100}%`;
  };
  return (
    <section className={css.sprt} aria-labelledby="sprt">
      <h2 id="sprt" className={css.title}>
        Test
      </h2>
      <p className={css.words} role="status">
        {sprtWords(sprt, first, second)}
      </p>
      <div
        className={css.track}
        role="img"
        aria-label={`Evidence ${sprt.llr.toFixed(2)}, between ${sprt.lower.toFixed(2)} and ${sprt.upper.toFixed(2)}`}
      >
        <span className={css.zero} style={{ left: place(0) }} />
        <span className={css.marker} style={{ left: place(sprt.llr) }} />
      </div>
      <div className={css.ends}>
        <span>
          ◂ {signed(sprt.elo0)} Elo: not better
          <span className={css.bound}>{decimal(sprt.lower)}</span>
        </span>
        <span className={css.llr}>evidence (LLR) {decimal(sprt.llr)}</span>
        <span className={css.right}>
          {signed(sprt.elo1)} Elo: better ▸<span className={css.bound}>{decimal(sprt.upper)}</span>
        </span>
      </div>
    </section>
  );
}
