// The table of a game that can be solved, while it is not there: an offer to build it, how far that is, and why it
// failed. It keeps its height, so that nothing around it moves.
import { useMutation } from '@tanstack/react-query';
import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import { asApiError } from '../../api/client';
import type { GameInfo } from '../../api/types';
import { sentence } from '../../lib/format';
import { Button, classes, Icon, toast } from '../../ui';
import { queries } from '../useLoad';
import css from './TableOffer.module.css';
import { buildTable, stopTable, useTable } from './tablebases';
import { costWords, progressWords } from './words';

interface TableOfferProps {
  game: GameInfo;
  /** What the table is good for, before what it costs. */
  children: ReactNode;
  /** A few words in one row rather than a box. */
  quiet?: boolean;
}

/** Keeps the room for the words until the server has told how large the table is. */
const USUAL_POSITIONS = 250_000_000;

/** The offer; nothing once the table is there. */
export function TableOffer({ game, children, quiet = false }: TableOfferProps): JSX.Element | null {
  const { view, isTold } = useTable(game);
  const isReady = view?.state === 'ready';
  const change = useMutation(
    { mutationFn: (action: (game: string) => Promise<void>) => action(game.id) },
    queries,
  );
  const { isPending: busy } = change;
  const refusal = change.error === null ? null : asApiError(change.error);
  // The offer is about to go: what has become of it must be said elsewhere.
  const before = useRef(view?.state);
  useEffect(() => {
    if (before.current === 'building' && isReady) toast(`The tablebase of ${game.title} is ready.`, 'good');
    before.current = view?.state;
  }, [view?.state, isReady, game.title]);
  if (!game.solvable || isReady) return null;
  const wrong = refusal ? [refusal.message, refusal.hint].filter(Boolean).join(' ') : view?.error;
  const hasFailed = view?.state === 'failed' || refusal !== null;
  return (
    <section
      className={classes(css.offer, quiet && css.quiet, hasFailed && css.failed)}
      aria-label={`Tablebase of ${game.title}`}
    >
      {!quiet && <Icon name={hasFailed ? 'warning' : 'table'} size={24} />}
      {view?.state === 'building' ? (
        <>
          <div className={css.words}>
            {/* Not said aloud at every percent; whoever asks the bar hears it. */}
            <p className={css.now} aria-hidden="true">
              {progressWords(view)}
            </p>
            <progress
              className={css.progress}
              max={1}
              {...(view.done !== null && { value: view.done })}
              aria-label="Building the tablebase"
              aria-valuetext={progressWords(view)}
            />
          </div>
          <Button size="small" icon="stop" busy={busy} onClick={() => change.mutate(stopTable)}>
            Stop
          </Button>
        </>
      ) : (
        <>
          <div className={css.words}>
            {hasFailed ? (
              <p role="alert">
                <strong>The tablebase could not be built.</strong> {wrong ? sentence(wrong) : ''}
              </p>
            ) : (
              <p>
                {children}{' '}
                <span className={isTold ? undefined : css.waiting}>
                  {costWords(isTold && view ? view.positions : USUAL_POSITIONS)}
                </span>
              </p>
            )}
          </div>
          <Button
            size="small"
            variant={quiet ? 'secondary' : 'primary'}
            icon={hasFailed ? 'again' : 'play'}
            busy={busy}
            disabled={!isTold}
            onClick={() => change.mutate(buildTable)}
          >
            {hasFailed ? 'Try again' : 'Build the tablebase'}
          </Button>
        </>
      )}
    </section>
  );
}
