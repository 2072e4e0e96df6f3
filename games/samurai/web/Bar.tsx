// What is to be done now, what has just happened, and the buttons that end the turn or take a tile back.

import type { Selection } from '@ludwerk/web/board';
import type { MoveView, PositionView } from '@ludwerk/web/types';
import { useLayoutEffect, useRef } from 'react';
import styles from './Bar.module.css';
import type { End } from './board.types';
import { guidance, settlementName, turnWords } from './choices';
import { type BoardLayout, boxStyle } from './layout';
import { type Gain, majorityOf, type Scene } from './position';
import { KINDS } from './tiles';

/** What happened longer ago is not said any more. */
const MOST_GAINS = 2;

interface BarProps {
  layout: BoardLayout;
  scene: Scene;
  position: PositionView;
  seatNames: readonly string[];
  selection: Pick<Selection, 'selected' | 'choose' | 'clear' | 'pending'>;
  mayMove: boolean;
  gains: readonly Gain[];
  /** The move that ends the turn, or the pass, where it may be made. */
  end: MoveView | null;
  /** Whether a hint says to end the turn. */
  hinted: boolean;
  onTakeBack: (() => void) | undefined;
}

export function Bar(props: BarProps) {
  const { layout, scene, position, seatNames, selection, mayMove, gains, end, hinted, onTakeBack } = props;
  const isChoosing = selection.selected.length > 0;
  const isTurn = mayMove && (scene.phase === 'play' || onTakeBack !== undefined);
  useKey('e', end && !isChoosing ? () => selection.choose(end) : null);
  const said = mayMove
    ? (guidance(selection.selected) ?? turnWords(scene, position.legal))
    : waitingWords(position, scene, seatNames);
  return (
    <div
      className={styles.bar}
      style={boxStyle(layout.words, layout)}
      data-narrow={layout.perRow < 5 || undefined}
    >
      <p className={styles.words} role="status">
        {gains.length > 0 && (
          <span className={styles.gains}>{gainWords(gains.slice(-MOST_GAINS), seatNames)} </span>
        )}
        <span>{said}</span>
      </p>
      {isTurn && (
        <div className={styles.buttons}>
          {isChoosing ? (
            <button
              type="button"
              className={styles.button}
              onClick={selection.clear}
              title="Put it back (Escape)"
            >
              Cancel
            </button>
          ) : (
            <button
              type="button"
              className={styles.button}
              disabled={!onTakeBack}
              title="Take the last tile of this turn back (U)"
              onClick={onTakeBack}
            >
              Take back
            </button>
          )}
          <button
            type="button"
            className={styles.end}
            disabled={!end}
            data-hinted={hinted || undefined}
            title={end ? 'End your turn and draw (E)' : 'Play a tile first'}
            onClick={() => end && selection.choose(end)}
          >
            {end?.move === 'pass' ? 'Pass' : 'End turn'}
          </button>
        </div>
      )}
    </div>
  );
}

/** What is said while someone else is to move, and at the end. */
export function waitingWords(position: PositionView, scene: Scene, seatNames: readonly string[]): string {
  const { to_move, result } = position;
  if (to_move === null) return result || scene.phase === 'over' ? endWords(scene, seatNames) : '';
  const name = seatNames[to_move] ?? '';
  if (scene.phase === 'hand') return `${name} chooses a first hand.`;
  if (scene.phase === 'figure') return `${name} places a figure.`;
  return scene.played === 'nothing' ? `${name} is to move.` : `${name} is in the middle of a turn.`;
}

const ENDS: Readonly<Record<End, string>> = {
  kind: 'The last figure of a kind is gone.',
  ties: 'Four figures are set aside.',
  all: 'No figure is left.',
  stuck: 'Nobody can play any more.',
};

/** Why the game is over, and who has the majority of what. */
export function endWords(scene: Scene, seatNames: readonly string[]): string {
  const majorities = seatNames.flatMap((name, seat) => {
    const kinds = KINDS.filter((kind) => majorityOf(scene, kind) === seat);
    return kinds.length > 0 ? [`${name} has the most ${kinds.join(' and ')}`] : [];
  });
  const said = majorities.length > 0 ? ` ${majorities.join(', ')}.` : '';
  return `${scene.end ? ENDS[scene.end] : 'The game is over.'}${said}`;
}

/** `Red captures rice of Kyoto; the helmet of village 3 is set aside.` */
export function gainWords(gains: readonly Gain[], seatNames: readonly string[]): string {
  const parts = gains.map(({ seat, kind, settlement }) => {
    const figure = `the ${kind} of ${settlementName(settlement)}`;
    return seat === null ? `${figure} is set aside` : `${seatNames[seat]} captures ${figure}`;
  });
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** A key that does something while there is something to do. */
function useKey(key: string, action: (() => void) | null): void {
  const latest = useRef(action);
  latest.current = action;
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
      if (target instanceof Element && target.closest('input, textarea, select, dialog')) return;
      if (event.key.toLowerCase() !== key || !latest.current) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [key]);
}
