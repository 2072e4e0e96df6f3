// Moves by text and by list, for those who do not use the board.
import { type JSX, useId, useState } from 'react';
import type { MoveView } from '../api/types';
import { Button, classes } from '../ui';
import { findMove, suggestions } from './findMove';
import css from './TypeMove.module.css';

interface TypeMoveProps {
  legal: readonly MoveView[];
  enabled: boolean;
  /** What the empty field says. */
  placeholder: string;
  onMove: (move: MoveView) => void;
}

/** A field for a move, and all legal moves as buttons. */
export function TypeMove({ legal, enabled, placeholder, onMove }: TypeMoveProps): JSX.Element {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const id = useId();
  const [listed, setListed] = useState(false);
  const moves = enabled ? legal : [];
  const suggested = suggestions(moves, text);

  const submit = () => {
    const move = findMove(moves, text);
    if (!move) {
      setWrong(text.trim() === '' ? 'Type a move first.' : `“${text.trim()}” is not a legal move.`);
      return;
    }
    setText('');
    setWrong(null);
    onMove(move);
  };

  return (
    <div className={css.box}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (enabled) submit();
        }}
      >
        <label htmlFor={id} className="visually-hidden">
          Type a move
        </label>
        <input
          id={id}
          className={css.input}
          list={`${id}-moves`}
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setWrong(null);
          }}
        />
        <datalist id={`${id}-moves`}>
          {suggested.map(({ move }) => (
            <option key={move} value={move} />
          ))}
        </datalist>
        <Button type="submit" disabled={!enabled}>
          Play
        </Button>
      </form>
      {wrong && (
        <p id={`${id}-wrong`} className={css.wrong} role="alert">
          {wrong}
        </p>
      )}
      <details className={css.legal} onToggle={(event) => setListed(event.currentTarget.open)}>
        <summary>Legal moves ({moves.length})</summary>
        <ul className={css.list}>
          {(listed ? moves : []).map((move) => (
            <li key={move.move}>
              <button
                type="button"
                className={classes(css.move, css[move.kind])}
                onClick={() => onMove(move)}
              >
                {move.move}
              </button>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
