// Game.
import type { JSX } from 'react';

/** The page. */
export default function PlayPage(): JSX.Element {
  return <h1>Game</h1>;
}
