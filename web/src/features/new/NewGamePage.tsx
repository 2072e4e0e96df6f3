// New game.
import type { JSX } from 'react';

/** The page. */
export default function NewGamePage(): JSX.Element {
  return <h1>New game</h1>;
}
