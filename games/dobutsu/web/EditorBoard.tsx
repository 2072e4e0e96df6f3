// The squares and hands of the editor, as plain buttons.

import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type Arrangement, MOST_IN_HAND, withHeld } from './arrangement';
import type { PieceView } from './board.types';
import { HELD, SQUARES, squareName } from './cells';
import styles from './Editor.module.css';
import { PieceIcon } from './PieceIcon';
import { ANIMAL_NAMES } from './pieces';

interface EditorBoardProps {
  arrangement: Arrangement;
  seatNames: readonly string[];
  /** The square whose piece is being dragged. */
  lifted: number | null;
  /** The place below what is being dragged. */
  over: string | null;
  onTouch: (square: number) => void;
  onPress: (event: PointerEvent<Element>, place: string) => void;
  pieceSet: string | undefined;
}

const STEPS_BY_KEY: Readonly<Record<string, number>> = {
  ArrowUp: -3,
  ArrowDown: 3,
  ArrowLeft: -1,
  ArrowRight: 1,
};

export function EditorBoard(props: EditorBoardProps) {
  const { arrangement, seatNames, lifted, over, onTouch, onPress, pieceSet } = props;
  const [current, setCurrent] = useState(0);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS_BY_KEY[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = current + step;
    const sameRow = Math.floor(next / 3) === Math.floor(current / 3);
    if (next < 0 || next >= SQUARES || (Math.abs(step) === 1 && !sameRow)) return;
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the squares are one group inside the editor.
    <div className={styles.board} role="group" aria-label="Squares" onKeyDown={walk}>
      {arrangement.squares.map((occupant, square) => (
        <button
          key={squareName(square)}
          type="button"
          className={styles.square}
          data-cell={`square ${square}`}
          data-row={Math.floor(square / 3)}
          data-over={over === `square ${square}` || undefined}
          tabIndex={square === current ? 0 : -1}
          aria-label={`${squareName(square)}, ${describe(occupant, seatNames)}`}
          onFocus={() => setCurrent(square)}
          onClick={() => onTouch(square)}
          onPointerDown={(event) => onPress(event, `square ${square}`)}
        >
          {occupant && square !== lifted && <PieceIcon {...occupant} pieceSet={pieceSet} />}
          <span aria-hidden="true" className={styles.coordinate}>
            {squareName(square)}
          </span>
        </button>
      ))}
    </div>
  );
}

interface EditorHandProps {
  seat: number;
  name: string;
  arrangement: Arrangement;
  onChange: (arrangement: Arrangement) => void;
  pieceSet: string | undefined;
}

/** A hand: how many of each animal, with buttons for one more and one less. */
export function EditorHand({ seat, name, arrangement, onChange, pieceSet }: EditorHandProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a hand is one group inside the editor.
    <div className={styles.hand} role="group" aria-label={`Hand of ${name}`} data-cell={`hand ${seat}`}>
      {HELD.map((animal, slot) => {
        const count = arrangement.hands[seat]?.[slot] ?? 0;
        const what = `${ANIMAL_NAMES[animal]} in hand of ${name}`;
        return (
          <div key={animal} className={styles.slot} data-empty={count === 0 || undefined}>
            <PieceIcon animal={animal} owner={seat} pieceSet={pieceSet} className={styles.slotPiece} />
            <div className={styles.counter}>
              <button
                type="button"
                aria-label={`One ${what} less`}
                disabled={count === 0}
                onClick={() => onChange(withHeld(arrangement, seat, slot, -1))}
              >
                −
              </button>
              <output aria-label={`Number of ${what}`}>{count}</output>
              <button
                type="button"
                aria-label={`One ${what} more`}
                disabled={count >= MOST_IN_HAND}
                onClick={() => onChange(withHeld(arrangement, seat, slot, 1))}
              >
                +
              </button>
            </div>
          </div>
        );
      })}
    </div>
  );
}

function describe(occupant: PieceView | null, seatNames: readonly string[]): string {
  return occupant ? `${ANIMAL_NAMES[occupant.animal]} of ${seatNames[occupant.owner] ?? ''}` : 'empty';
}
