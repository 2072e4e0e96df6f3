// Between the turns of two people at one screen: nothing is shown that one of them must not see, until the other says
// that the device is in the right hands.
import { type JSX, useEffect, useRef } from 'react';
import type { GameView } from '../../api/types';
import { givenName } from '../../common/seats/players';
import { Button } from '../../ui';
import css from './HandOver.module.css';

interface HandOverProps {
  game: GameView;
  /** Who is to get the device. */
  seat: number;
  onTaken: () => void;
}

/** What covers the middle of the board meanwhile. */
export function HandOver({ game, seat, onTaken }: HandOverProps): JSX.Element {
  const card = useRef<HTMLElement>(null);
  // Whoever uses the keyboard goes on here, but a key that is still held down does not open the curtain.
  useEffect(() => card.current?.focus(), []);
  const taker = game.seats[seat];
  const name = taker?.name ?? '';
  const person = taker && givenName(taker);
  return (
    <div className={css.cover}>
      <section ref={card} className={css.card} tabIndex={-1} aria-labelledby="hand-over">
        <h2 id="hand-over">Pass the device to {person ? `${person} (${name})` : name}</h2>
        <p>It is {name}’s turn. What the others hold is hidden.</p>
        <Button variant="primary" onClick={onTaken}>
          I am {person ?? name}: show my side
        </Button>
      </section>
    </div>
  );
}
