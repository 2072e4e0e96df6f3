// Below the board: what is shown on request, what is to be done now, and the pass where nothing else is left.

import type { MoveView, PositionView } from '@ludwerk/web/types';
import type { ReactNode } from 'react';
import styles from './Bar.module.css';
import { COLOURS, REPETITIONS } from './hexes';
import { barHeight, type Shape, SIZE } from './layout';
import type { Scene } from './position';

/** A switch of the bar. */
export interface Toggle {
  on: boolean;
  set: (on: boolean) => void;
}

interface BarProps {
  shape: Shape;
  position: PositionView;
  scene: Scene;
  seatNames: readonly string[];
  threats: Toggle;
  repetition: Toggle;
  /** The pass, where it is the only move and the person at this screen may make it. */
  pass: MoveView | null;
  onPass: (move: MoveView) => void;
}

export function Bar({ shape, position, scene, seatNames, threats, repetition, pass, onPass }: BarProps) {
  const height = `${(barHeight(shape) / (SIZE + barHeight(shape))) * 100}%`;
  const { occurrences } = position;
  return (
    <div className={styles.bar} style={{ height }} data-shape={shape}>
      {/* A small screen has no room for both, and the pass is what matters then. */}
      {(pass === null || shape === 'wide') && (
        <fieldset className={styles.toggles}>
          <legend className={styles.legend}>Shown on request</legend>
          <ToggleButton
            label="Threats"
            title="Mark the pieces that another colour could jump over"
            toggle={threats}
          >
            <path d="M12 12m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M12 1v6M12 17v6M1 12h6M17 12h6" />
          </ToggleButton>
          <ToggleButton
            label="Repetition"
            title={`Count how often the position has occurred; the ${ordinal(REPETITIONS)} time is a draw`}
            toggle={repetition}
          >
            <path d="M4 11a8 8 0 0 1 14-4l2 2M20 4v5h-5M20 13a8 8 0 0 1-14 4l-2-2M4 20v-5h5" />
          </ToggleButton>
        </fieldset>
      )}
      {pass && (
        <button type="button" className={styles.pass} onClick={() => onPass(pass)}>
          Pass
        </button>
      )}
      <p className={styles.words} role="status">
        <span>{turnWords(position, scene, seatNames, pass !== null)}</span>
        {repetition.on && occurrences !== null && (
          <span className={styles.count} data-near={occurrences >= REPETITIONS - 1 || undefined}>
            {repetitionWords(occurrences)}
          </span>
        )}
      </p>
    </div>
  );
}

/** `This position: 2nd of 4 times`. */
export function repetitionWords(occurrences: number): string {
  return `This position: ${ordinal(occurrences)} of ${REPETITIONS} times`;
}

function ordinal(number: number): string {
  const isTeen = number % 100 > 10 && number % 100 < 14;
  return `${number}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`;
}

/** Who has passed, and who is to do what. */
export function turnWords(
  position: PositionView,
  { owners }: Scene,
  seatNames: readonly string[],
  mustPass: boolean,
): string {
  const { to_move, last, result } = position;
  if (to_move === null) return result ? 'The game is over.' : '';
  const before = seatNames[(to_move + COLOURS.length - 1) % COLOURS.length] ?? '';
  const passed = last?.touches.length === 0 ? `${before} passes. ` : '';
  const mover = seatNames[to_move] ?? '';
  if (!mustPass) return `${passed}${mover} is to move.`;
  const hasPieces = [...owners.values()].includes(to_move);
  return `${passed}${mover} has no ${hasPieces ? 'move' : 'piece left'}.`;
}

interface ToggleButtonProps {
  label: string;
  title: string;
  toggle: Toggle;
  children: ReactNode;
}

function ToggleButton({ label, title, toggle, children }: ToggleButtonProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={toggle.on}
      title={title}
      onClick={() => toggle.set(!toggle.on)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {children}
      </svg>
      {label}
    </button>
  );
}
