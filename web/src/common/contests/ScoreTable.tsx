// A table of results: who scored what, and how sure that is.
import type { JSX, ReactNode } from 'react';
import { IntervalBar } from '../../ui';
import css from './ScoreTable.module.css';

interface ScoreTableProps {
  caption: string;
  /** The same in fewer words; the caption without it. */
  label?: string;
  children: ReactNode;
}

/** The table in a box that scrolls sideways where there is little room. */
export function ScoreTable({ caption, label = caption, children }: ScoreTableProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={css.box} tabIndex={0} aria-label={label}>
      <table className={css.table}>
        <caption className="visually-hidden">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

interface ShareCellProps {
  /** `null` before the first game. */
  share: number | null;
  interval: readonly [number, number];
  /** Where nobody would be better than another. */
  even: number;
  words: (share: number) => string;
}

/** A share with its 95% interval, in words and drawn. */
export function ShareCell({ share, interval: [low, high], even, words }: ShareCellProps): JSX.Element {
  return (
    <td className={css.share}>
      <span className={css.shareText}>
        {share === null ? '–' : words(share)}
        {share !== null && (
          <span className={css.range}>
            {' '}
            {words(low)} to {words(high)}
          </span>
        )}
      </span>
      <IntervalBar
        even={even * 100}
        at={share === null ? null : share * 100}
        low={low * 100}
        high={high * 100}
      />
    </td>
  );
}
