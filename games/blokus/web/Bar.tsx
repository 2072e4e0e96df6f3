// The buttons for the piece in hand; without one, what is to be done, and the pass where nothing fits.

import type { MoveView } from '@ludwerk/web/types';
import type { CSSProperties, ReactNode } from 'react';
import styles from './Bar.module.css';
import type { BoardLayout } from './layout';
import type { Placing } from './usePlacement';

interface BarProps {
  layout: BoardLayout;
  placing: Placing;
  /** What is said while no piece is in hand. */
  words: ReactNode;
  pass: MoveView | null;
  onPass: (move: MoveView) => void;
  onPutBack: () => void;
}

export function Bar({ layout, placing, words, pass, onPass, onPutBack }: BarProps) {
  const { bar, width, height } = layout;
  if (!bar) return null;
  const style: CSSProperties = {
    left: `${(bar.x / width) * 100}%`,
    top: `${(bar.y / height) * 100}%`,
    width: `${(bar.width / width) * 100}%`,
    height: `${(bar.height / height) * 100}%`,
  };
  if (!placing.held) {
    return (
      <div className={styles.bar} style={style}>
        <div className={styles.words}>{words}</div>
        {pass && (
          <button type="button" className={styles.place} onClick={() => onPass(pass)}>
            Pass
          </button>
        )}
      </div>
    );
  }
  const fits = placing.placement !== null;
  return (
    <div className={styles.bar} style={style} role="toolbar" aria-label="Piece in hand">
      <Tool label="Turn left" keys="Shift+R" onClick={() => placing.change({ kind: 'rotate', quarters: -1 })}>
        <path d="M8 5L4 9l4 4M4 9h9a6 6 0 1 1 0 12h-3" />
      </Tool>
      <Tool label="Turn right" keys="R" onClick={() => placing.change({ kind: 'rotate', quarters: 1 })}>
        <path d="M16 5l4 4-4 4M20 9h-9a6 6 0 1 0 0 12h3" />
      </Tool>
      <Tool label="Flip" keys="F" onClick={() => placing.change({ kind: 'flip' })}>
        <path d="M12 3v18M9 7L3 17h6zM15 7l6 10h-6z" />
      </Tool>
      <Tool label="Put back" keys="Esc" onClick={onPutBack}>
        <path d="M6 6l12 12M18 6L6 18" />
      </Tool>
      <button
        type="button"
        className={styles.place}
        aria-disabled={!fits}
        title={fits ? 'Place the piece (Enter)' : 'It does not fit there'}
        onClick={() => placing.place()}
      >
        {fits ? 'Place' : 'No fit'}
      </button>
    </div>
  );
}

interface ToolProps {
  label: string;
  keys: string;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, keys, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={`${label} (${keys})`}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {children}
      </svg>
    </button>
  );
}
