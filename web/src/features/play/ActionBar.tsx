// What one can do, as small buttons with a picture and a word.
import type { JSX } from 'react';
import { Link } from 'wouter';
import { Icon, type IconName, Spinner } from '../../ui';
import css from './ActionBar.module.css';
import type { Busy } from './usePlay';

interface ToolProps {
  icon: IconName;
  label: string;
  /** The tooltip, with the key. */
  title: string;
  disabled?: boolean;
  busy?: boolean;
  pressed?: boolean;
  onClick: () => void;
}

function Tool({
  icon,
  label,
  title,
  disabled = false,
  busy = false,
  pressed,
  onClick,
}: ToolProps): JSX.Element {
  return (
    <button
      type="button"
      className={css.tool}
      title={title}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {busy ? <Spinner size={20} /> : <Icon name={icon} size={22} />}
      <span>{label}</span>
    </button>
  );
}

interface ActionBarProps {
  can: { undo: boolean; redo: boolean; hint: boolean; resign: boolean; again: boolean };
  busy: Busy;
  /** Whether someone at another screen must agree before moves are taken back. */
  asks: boolean;
  sound: boolean;
  /** The address of the analysis; `null` where the game is not to be analysed yet. */
  analysis: string | null;
  onUndo: () => void;
  onRedo: () => void;
  onHint: () => void;
  onFlip: () => void;
  onResign: () => void;
  onAgain: () => void;
  onShare: () => void;
  onRules: () => void;
  onSound: () => void;
}

/** The bar. */
export function ActionBar(props: ActionBarProps): JSX.Element {
  const { can, busy, asks, sound } = props;
  return (
    <div className={css.bar} role="toolbar" aria-label="Actions">
      <Tool
        icon="undo"
        label="Undo"
        title={asks ? 'Ask to take the move back (u)' : 'Take the move back (u)'}
        disabled={!can.undo}
        busy={busy === 'undo'}
        onClick={props.onUndo}
      />
      <Tool
        icon="redo"
        label="Redo"
        title={asks ? 'Ask to play the move again (r)' : 'Play the move again (r)'}
        disabled={!can.redo}
        busy={busy === 'redo'}
        onClick={props.onRedo}
      />
      <Tool
        icon="hint"
        label="Hint"
        title="Show a good move (h)"
        disabled={!can.hint}
        busy={busy === 'hint'}
        onClick={props.onHint}
      />
      <Tool icon="flip" label="Flip" title="Flip the board (f)" onClick={props.onFlip} />
      <Tool
        icon="flag"
        label="Resign"
        title="Resign the game"
        disabled={!can.resign}
        onClick={props.onResign}
      />
      <Tool
        icon="again"
        label="New"
        title="New game with the same settings (n)"
        disabled={!can.again}
        busy={busy === 'again'}
        onClick={props.onAgain}
      />
      {props.analysis !== null && (
        <Link href={props.analysis} className={css.tool} title="Look at the game closely (a)">
          <Icon name="analysis" size={22} />
          <span>Analyse</span>
        </Link>
      )}
      <Tool icon="share" label="Share" title="Links to this game" onClick={props.onShare} />
      <Tool icon="rules" label="Rules" title="How the game is played" onClick={props.onRules} />
      <Tool
        icon={sound ? 'soundOn' : 'soundOff'}
        label="Sound"
        title={sound ? 'Turn the sound off (s)' : 'Turn the sound on (s)'}
        pressed={sound}
        onClick={props.onSound}
      />
    </div>
  );
}
