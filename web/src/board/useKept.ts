// A switch beside a board that stays as the person has set it, in this browser.

import { useState } from 'react';
import { readStored, writeStored } from '../lib/storage';

const PREFIX = 'ludwerk.board.';

/** Whether the switch of this name is on, and how to set it. The name begins with the game's: `game.switch`. */
export function useKept(name: string): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => readStored(PREFIX + name) === true);
  const change = (next: boolean) => {
    setOn(next);
    writeStored(PREFIX + name, next);
  };
  return [on, change];
}
