// Rules.
import type { JSX } from 'react';

/** The page. */
export default function RulesPage(): JSX.Element {
  return <h1>Rules</h1>;
}
