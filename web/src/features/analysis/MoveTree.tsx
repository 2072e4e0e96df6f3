// The moves of a study as text: the main line in rounds, side lines below, weak moves with their marks.

import { type CSSProperties, Fragment, type JSX, memo, useEffect, useMemo, useRef } from 'react';
import { capitalise } from '../../lib/format';
import { classes } from '../../ui';
import { type Judgement, judgementWords } from './judgement';
import css from './MoveTree.module.css';
import { type PrintedLine, type PrintedMove, rowsOf } from './moveRows';
import type { Tree } from './tree';

interface MoveTreeProps {
  tree: Tree;
  current: number;
  seatNames: readonly string[];
  judgements: ReadonlyMap<number, Judgement>;
  onGo: (id: number) => void;
}

export const MoveTree = memo(function MoveTree(props: MoveTreeProps): JSX.Element {
  const { tree, current, seatNames } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(tree, seatNames.length), [tree, seatNames.length]);

  // Only the list is scrolled: the page must not jump while somebody steps through a game.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is current decides where to scroll.
  useEffect(() => {
    const list = scroller.current;
    if (!list) return;
    const shown = list.querySelector<HTMLElement>('[aria-current]');
    if (!shown) {
      list.scrollTop = 0;
      return;
    }
    const box = shown.getBoundingClientRect();
    const frame = list.getBoundingClientRect();
    const room = 40;
    if (box.top < frame.top + room) list.scrollTop += box.top - frame.top - room;
    else if (box.bottom > frame.bottom - room) list.scrollTop += box.bottom - frame.bottom + room;
  }, [current, tree]);

  const style = { '--seats': seatNames.length } as CSSProperties;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard.
    <section className={css.scroller} ref={scroller} aria-label="Moves" tabIndex={0} style={style}>
      {rows.length === 0 && <p className={css.empty}>No moves yet. Try one on the board.</p>}
      <ol className={css.rows}>
        {rows.map((row) => {
          if (row.kind === 'lines') {
            return (
              <li key={`lines ${row.after}`} className={css.lines}>
                {row.lines.map((line) => (
                  <Line key={line.moves[0]?.id} line={line} {...props} />
                ))}
              </li>
            );
          }
          if (row.kind === 'chance') {
            return (
              <li key={row.move.id} className={css.chance}>
                <Move printed={row.move} {...props} />
              </li>
            );
          }
          const first = row.cells.findIndex((cell) => cell !== null);
          return (
            <li key={row.cells[first]?.id} className={css.round}>
              <span className={css.number}>{row.round}</span>
              {row.cells.map((cell, seat) =>
                cell ? (
                  <Move key={cell.id} printed={cell} {...props} />
                ) : (
                  <span key={`without ${seatNames[seat]}`} className={css.gap} aria-hidden="true">
                    {seat < first ? '…' : ''}
                  </span>
                ),
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
});

function Line({ line, ...props }: MoveTreeProps & { line: PrintedLine }): JSX.Element {
  return (
    <div className={css.line}>
      {line.moves.map((printed, index) => (
        <Fragment key={printed.id}>
          {printed.numbered && (
            <span className={css.lineNumber}>
              {printed.round}
              {index === 0 && printed.seat !== 0 ? '…' : '.'}
            </span>
          )}
          <Move printed={printed} {...props} />
          {printed.lines.map((inner) => (
            <span key={inner.moves[0]?.id} className={css.line}>
              (<Line line={inner} {...props} />)
            </span>
          ))}
        </Fragment>
      ))}
    </div>
  );
}

function Move({ printed, current, seatNames, judgements, onGo }: MoveTreeProps & { printed: PrintedMove }) {
  const judgement = judgements.get(printed.id);
  const seat = printed.seat === null ? 'Chance' : seatNames[printed.seat];
  return (
    <button
      type="button"
      className={css.move}
      aria-current={printed.id === current ? 'step' : undefined}
      title={judgement ? judgementWords(judgement) : printed.move}
      onClick={() => onGo(printed.id)}
    >
      <span className="visually-hidden">{seat}: </span>
      <span className={css.text}>{printed.move}</span>
      {judgement && <Glyph judgement={judgement} />}
    </button>
  );
}

/** The mark of a weak move, as a sign for the eye and as a word for the ear. */
export function Glyph({ judgement }: { judgement: Judgement }): JSX.Element {
  const { mark, word } = judgement;
  return (
    <span className={classes(css.glyph, css[word])}>
      <span aria-hidden="true">{mark}</span>
      <span className="visually-hidden">{capitalise(word)}</span>
    </span>
  );
}
