// The graph of values with the button that asks for them, and how many weak moves each seat made.

import type { JSX } from 'react';
import { Banner, Button } from '../../ui';
import css from './GraphPanel.module.css';
import { countWords } from './judgement';
import type { Study } from './study';
import type { useStudy } from './useStudy';
import { ValueGraph } from './ValueGraph';

interface GraphPanelProps {
  study: Study;
  bench: ReturnType<typeof useStudy>;
}

export function GraphPanel({ study, bench }: GraphPanelProps): JSX.Element {
  const { run, entries, moves, dispatch } = bench;
  const { seatNames } = study;
  const isComplete = run.done === run.total;
  return (
    <section className={css.card} aria-label="Values of all positions">
      <div className={css.head}>
        <h2 className={css.title}>Value of each position</h2>
        <div className={css.run}>
          {run.isRunning && (
            <>
              <progress
                className={css.progress}
                value={run.done}
                max={run.total}
                aria-label="Positions with a value"
              />
              <span>
                {run.done} / {run.total}
              </span>
              <Button size="small" icon="close" onClick={run.stop}>
                Stop
              </Button>
            </>
          )}
          {!run.isRunning && !isComplete && (
            <Button size="small" variant="primary" icon="analysis" onClick={run.start}>
              {run.done > 1 ? 'Continue' : 'Analyse all moves'}
            </Button>
          )}
        </div>
      </div>
      {run.error && (
        <Banner tone="bad" icon="warning" role="alert">
          {run.error.message} {run.error.hint}
        </Banner>
      )}
      <ValueGraph
        entries={entries}
        main={bench.mainEntries}
        ply={moves.length}
        seatNames={seatNames}
        onSelect={(to) => dispatch({ type: 'go', to })}
      />
      <ul className={css.counts} aria-label="Weak moves">
        {seatNames.map((name, seat) => {
          const judged = entries.flatMap((entry) =>
            entry.seat === seat && entry.judgement ? [entry.judgement] : [],
          );
          const counts = countWords(judged);
          return (
            <li key={name} className={css.row}>
              <span className={css.name}>{name}</span>
              {counts.map((count) => (
                <span key={count}>{count}</span>
              ))}
              {counts.length === 0 && <span className={css.none}>{isComplete ? 'no weak move' : '–'}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
