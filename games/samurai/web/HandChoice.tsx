// The choice of the first hand: five of one's twenty tiles.

import { boardClass } from '@ludwerk/web/board';
import type { MoveView } from '@ludwerk/web/types';
import { useState } from 'react';
import boardStyles from './Board.module.css';
import styles from './HandChoice.module.css';
import { Token } from './Token';
import { TILES, tileHelp, tileWords } from './tiles';

/** How many tiles a hand has. */
export const HAND = 5;

/** The twenty tiles one by one. */
const ALL = TILES.flatMap((tile) =>
  Array.from({ length: tile.count }, (_, copy) => ({ tile, id: `${tile.name} ${copy}` })),
);

interface HandChoiceProps {
  seat: number;
  legal: readonly MoveView[];
  onChoose: (move: MoveView) => void;
}

export function HandChoice({ seat, legal, onChoose }: HandChoiceProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const names = ALL.filter(({ id }) => chosen.has(id)).map(({ tile }) => tile.name);
  const move =
    names.length === HAND ? legal.find((each) => each.move === `hand:${names.join(',')}`) : undefined;
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id) && next.size < HAND) next.add(id);
    setChosen(next);
  };
  return (
    <section className={styles.choice} aria-label="Choose your first hand">
      <h2>Choose your first hand</h2>
      <p>Five of your twenty tiles. The others are shuffled, and you draw from them after each turn.</p>
      <div className={styles.tiles}>
        {ALL.map(({ tile, id }) => {
          const isChosen = chosen.has(id);
          return (
            <button
              key={id}
              type="button"
              className={styles.tile}
              aria-pressed={isChosen}
              aria-label={tileWords(tile)}
              title={tileHelp(tile)}
              disabled={!isChosen && chosen.size >= HAND}
              onClick={() => toggle(id)}
            >
              <svg viewBox="-50 -46 100 92" className={boardClass(boardStyles.samurai)} aria-hidden="true">
                <Token seat={seat} tile={tile} />
              </svg>
            </button>
          );
        })}
      </div>
      <div className={styles.confirm}>
        <span role="status">
          {chosen.size} of {HAND} chosen
        </span>
        <button type="button" className={styles.keep} disabled={!move} onClick={() => move && onChoose(move)}>
          Keep these five
        </button>
      </div>
    </section>
  );
}
