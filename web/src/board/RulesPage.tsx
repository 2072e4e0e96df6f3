// What the games' pages of rules share: their look, and a picture with its caption.

import type { ReactNode } from 'react';
import styles from './RulesPage.module.css';

/** The classes of a page of rules, from the whole article down to its small print. */
export const rulesStyles = styles;

export function RulesPicture({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className={styles.picture}>
      {children}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
