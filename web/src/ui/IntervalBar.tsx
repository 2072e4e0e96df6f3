// A figure with its interval, drawn on a line; all places are from 0 to 100.
import type { JSX } from 'react';
import css from './IntervalBar.module.css';

interface IntervalBarProps {
  /** Where nobody would be better than another. */
  even: number;
  /** The figure, if there is one yet. */
  at: number | null;
  /** Where its interval begins and ends. */
  low: number;
  high: number;
}

/** The text beside it says the same, so it is hidden from those who listen. */
export function IntervalBar({ even, at, low, high }: IntervalBarProps): JSX.Element {
  return (
    <svg
      className={css.bar}
      viewBox="0 0 100 16"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <line x1="0" x2="100" y1="8" y2="8" className={css.axis} />
      <line x1={even} x2={even} y1="1" y2="15" className={css.even} />
      {at !== null && (
        <>
          <rect x={low} width={Math.max(0.5, high - low)} y="4" height="8" className={css.interval} />
          <line x1={at} x2={at} y1="1" y2="15" className={css.point} />
        </>
      )}
    </svg>
  );
}
