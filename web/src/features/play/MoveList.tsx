// The moves so far, as a list through which one can walk.
import { type CSSProperties, type JSX, useEffect, useRef } from 'react';
import type { GameView, PlayedView } from '../../api/types';
import { formatDuration } from '../../lib/format';
import { classes, IconButton } from '../../ui';
import css from './MoveList.module.css';
import { moveRows } from './state';

interface MoveListProps {
  game: GameView;
  lookingAt: number | null;
  onLook: (ply: number | null) => void;
  onStep: (step: 'first' | 'back' | 'on' | 'last') => void;
}

/** All that is known about a move. */
function moveTitle({ move, ms, value }: PlayedView): string {
  const parts = [move, ms === null ? null : formatDuration(ms), value?.text ?? null];
  return parts.filter((part) => part !== null).join(' · ');
}

/** The list with its buttons. */
export function MoveList({ game, lookingAt, onLook, onStep }: MoveListProps): JSX.Element {
  const length = game.moves.length;
  const current = lookingAt ?? length;
  const list = useRef<HTMLDivElement>(null);

  // Only the list itself scrolls; the page stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new move and another place are the reasons to scroll.
  useEffect(() => {
    const box = list.current;
    const button = box?.querySelector<HTMLElement>('[aria-current="true"]');
    if (!box || !button) {
      if (box) box.scrollTop = 0;
      return;
    }
    const top = button.offsetTop - box.offsetTop;
    if (top < box.scrollTop) box.scrollTop = top - 8;
    else if (top + button.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top + button.offsetHeight - box.clientHeight + 8;
    }
  }, [current, length]);

  const move = (ply: number) => {
    const played = game.moves[ply - 1];
    if (!played) return null;
    const who = played.seat === null ? '' : `${game.seats[played.seat]?.name}: `;
    return (
      <button
        key={ply}
        type="button"
        className={classes(css.move, played.seat === null && css.chance)}
        style={played.seat === null ? undefined : ({ gridColumn: played.seat + 2 } as CSSProperties)}
        aria-current={ply === current ? 'true' : undefined}
        aria-label={`${who}${played.move}`}
        title={moveTitle(played)}
        onClick={() => onLook(ply)}
      >
        {played.move}
      </button>
    );
  };

  return (
    <section className={css.box} aria-label="Moves">
      <div className={css.scroll} ref={list}>
        {length === 0 ? (
          <p className={css.empty}>No moves yet.</p>
        ) : (
          <ol className={css.rows}>
            {moveRows(
              game.moves.map((played) => played.seat),
              game.long_turns,
            ).map((row) => (
              <li
                key={row.round}
                className={css.row}
                style={{ '--columns': Math.max(2, game.seats.length) } as CSSProperties}
              >
                <span className={css.number} aria-hidden="true">
                  {row.round}
                </span>
                {row.plies.map(move)}
              </li>
            ))}
          </ol>
        )}
      </div>
      <div className={css.steps}>
        <IconButton
          icon="first"
          label="To the start"
          disabled={current === 0}
          onClick={() => onStep('first')}
        />
        <IconButton
          icon="previous"
          label="One move back"
          disabled={current === 0}
          onClick={() => onStep('back')}
        />
        <span className={css.place} aria-live="off">
          {current} / {length}
        </span>
        <IconButton
          icon="next"
          label="One move forward"
          disabled={lookingAt === null}
          onClick={() => onStep('on')}
        />
        <IconButton
          icon="last"
          label="To the current position"
          disabled={lookingAt === null}
          onClick={() => onStep('last')}
        />
      </div>
    </section>
  );
}
