// The value of each position of a line as a graph: a drawing, a slider over it, and the same as a table.

import { type CSSProperties, type JSX, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { JudgementWord } from '../../api/types';
import type { PlyValue } from '../../common/engine/evaluations';
import { seatColour } from '../../lib/seats';
import { exactSentence, isExactText } from '../../lib/verdict';
import { classes } from '../../ui';
import {
  areaPath,
  type Frame,
  graphSummary,
  halfOf,
  linePath,
  plyTicks,
  runsOf,
  type Scale,
  type Series,
  scaleOf,
  seriesOf,
} from './graph';
import { type Judgement, judgementWords } from './judgement';
import { Glyph } from './MoveTree';
import css from './ValueGraph.module.css';

/** One position of the line that is drawn. */
export interface GraphEntry {
  readonly id: number;
  readonly move: string;
  readonly seat: number | null;
  readonly value: PlyValue | null;
  readonly judgement: Judgement | null;
}

interface ValueGraphProps {
  entries: readonly GraphEntry[];
  /** The main line, which is drawn faintly behind a side line so that the scale does not change. */
  main: readonly GraphEntry[];
  /** How many moves are played in the position shown. */
  ply: number;
  seatNames: readonly string[];
  onSelect: (id: number) => void;
}

const MARGIN = 12;
const HEIGHT = 144;
/** The numbers of the moves stand below the plot. */
const AXIS = 16;
const DASHES = [undefined, '7 4', '2 4', '9 3 2 3'];
const DASH_WORDS = ['solid', 'dashed', 'dotted', 'double'];

export function ValueGraph({ entries, main, ply, seatNames, onSelect }: ValueGraphProps): JSX.Element {
  const colour = (seat: number) => seatColour(seatNames[seat] ?? '', seat);
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(400);
  const [hovered, setHovered] = useState<number | null>(null);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(120, entry.contentRect.width)),
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const seats = seatNames.length;
  const frame: Frame = { width, height: HEIGHT, margin: MARGIN };
  const isSideLine = main.some((entry, at) => entry.id !== entries[at]?.id);
  const plies = Math.max(entries.length, main.length) - 1;
  const scale = scaleOf(plies, frame);
  const across = { x1: MARGIN, x2: width - MARGIN };
  const values = entries.map((entry) => entry.value);
  const series = seriesOf(values, seats);
  const behind = isSideLine
    ? seriesOf(
        main.map((entry) => entry.value),
        seats,
      )
    : [];
  const told = hovered ?? ply;
  // Beyond the end of a side line, only the main line has positions.
  const entryAt = (at: number) => entries[at] ?? main[at];
  const select = (to: number) => {
    const entry = entryAt(to);
    if (entry) onSelect(entry.id);
  };
  /** Where the mark of a weak move stands: on the line, at the last position that tells about the mover. */
  const placeOf = (entry: GraphEntry, after: number) => {
    const [seat, at] = seats === 2 ? [0, after] : [entry.seat ?? 0, after - 1];
    const share = entries[at]?.value?.shares[seat];
    return share === null || share === undefined ? null : { x: scale.x(at), y: scale.y(share) };
  };
  const hover = (event: PointerEvent<HTMLDivElement>) => {
    const left = event.currentTarget.getBoundingClientRect().left;
    setHovered(scale.plyAt(event.clientX - left));
  };

  return (
    <div>
      {/* The slider inside is what can be operated; the frame only follows the pointer. */}
      <div className={css.graph} ref={box} onPointerMove={hover} onPointerLeave={() => setHovered(null)}>
        <svg
          className={css.drawing}
          viewBox={`0 0 ${width} ${HEIGHT + AXIS}`}
          role="img"
          aria-label={`Graph of values. ${graphSummary(values, seatNames)}`}
        >
          <rect className={css.ground} width={width} height={HEIGHT} rx={10} />
          {[0.25, 0.5, 0.75].map((share) => (
            <line key={share} className={css.quarter} {...across} y1={scale.y(share)} y2={scale.y(share)} />
          ))}
          <line className={css.middle} {...across} y1={scale.y(1 / seats)} y2={scale.y(1 / seats)} />
          {seats === 2 && <Areas series={series[0]} scale={scale} colours={[colour(0), colour(1)]} />}
          {behind.map((each) =>
            runsOf(each, seats).map((run) => (
              <path key={`${each.seat} ${run[0]?.ply}`} className={css.behind} d={linePath(run, scale)} />
            )),
          )}
          {series.map((each) =>
            runsOf(each, seats).map((run) => (
              <path
                key={`${each.seat} ${run[0]?.ply}`}
                className={css.line}
                d={linePath(run, scale)}
                stroke={seats === 2 ? 'var(--color-text)' : colour(each.seat)}
                strokeDasharray={seats === 2 ? undefined : DASHES[each.seat % 4]}
              />
            )),
          )}
          {hovered !== null && (
            <line className={css.hover} x1={scale.x(told)} x2={scale.x(told)} y1={0} y2={HEIGHT} />
          )}
          <line className={css.now} x1={scale.x(ply)} x2={scale.x(ply)} y1={0} y2={HEIGHT} />
          {series.map((each) => {
            const point = each.points.find((candidate) => candidate.ply === ply);
            if (!point) return null;
            const fill = seats === 2 ? 'var(--color-text)' : colour(each.seat);
            return (
              <circle
                key={each.seat}
                className={css.dot}
                cx={scale.x(ply)}
                cy={scale.y(point.share)}
                r={5}
                fill={fill}
              />
            );
          })}
          {entries.map((entry, at) => {
            const place = entry.judgement && placeOf(entry, at);
            if (!place || !entry.judgement) return null;
            return <WeakMark key={entry.id} word={entry.judgement.word} {...place} />;
          })}
          {plyTicks(plies)
            .slice(1)
            .map((tick) => (
              <text
                key={tick}
                className={css.axis}
                x={scale.x(tick)}
                y={HEIGHT + AXIS - 4}
                textAnchor="middle"
              >
                {tick}
              </text>
            ))}
        </svg>
        <input
          type="range"
          className={css.slider}
          aria-label="Position shown"
          aria-valuetext={positionWords(entryAt(ply), ply, seatNames)}
          min={0}
          max={Math.max(1, plies)}
          value={ply}
          disabled={plies === 0}
          onChange={(event) => select(Number(event.currentTarget.value))}
        />
      </div>
      <div className={css.legend}>
        <span className={css.told}>{positionWords(entryAt(told), told, seatNames)}</span>
        <span className={css.keys}>
          {seats === 2 ? (
            <span>
              up is good for {seatNames[0]}, down for {seatNames[1]}
            </span>
          ) : (
            seatNames.map((name, seat) => (
              <span
                key={name}
                className={css.key}
                style={{ '--seat': colour(seat), '--dash': DASH_WORDS[seat % 4] } as CSSProperties}
              >
                {name}
              </span>
            ))
          )}
        </span>
      </div>
      <ValueTable entries={entries} seatNames={seatNames} />
    </div>
  );
}

interface AreasProps {
  series: Series | undefined;
  scale: Scale;
  colours: readonly [string, string];
}

/** The two halves: above the middle in the first seat's colour, below in the second's. */
function Areas({ series, scale, colours }: AreasProps): JSX.Element | null {
  if (!series) return null;
  const runs = runsOf(series, 2);
  const half = (isUpper: boolean) => runs.map((run) => areaPath(halfOf(run, isUpper), scale)).join('');
  return (
    <>
      <path className={css.area} d={half(true)} fill={colours[0]} />
      <path className={css.area} d={half(false)} fill={colours[1]} />
    </>
  );
}

/** A mark on the line, whose shape tells how weak the move was. */
function WeakMark({ word, x, y }: { word: JudgementWord; x: number; y: number }): JSX.Element {
  const className = classes(css.weak, css[word]);
  if (word === 'inaccuracy') return <circle className={className} cx={x} cy={y} r={3.5} />;
  const size = 4.5;
  if (word === 'mistake')
    return <rect className={className} x={x - size + 1} y={y - size + 1} width={7} height={7} />;
  return <path className={className} d={`M${x} ${y - size}L${x + size} ${y + size - 1}H${x - size}Z`} />;
}

/** A position of the line in words: which move led to it, and what it is worth. */
function positionWords(entry: GraphEntry | undefined, ply: number, seatNames: readonly string[]): string {
  if (!entry) return '';
  const place = ply === 0 ? 'Start' : `Move ${ply}, ${entry.move}`;
  return `${place}: ${valueWords(entry.value, seatNames)}`;
}

function valueWords(value: PlyValue | null, seatNames: readonly string[]): string {
  if (!value) return 'no value yet';
  const shares = value.shares.flatMap((share, seat) =>
    share === null || (value.shares.length === 2 && seat === 1)
      ? []
      : [`${seatNames[seat]} ${Math.round(share * 100)}%`],
  );
  if (value.seat !== null && isExactText(value.text)) {
    return exactSentence(value.text, seatNames[value.seat] ?? '');
  }
  const words = value.seat === null ? value.text : `${value.text} for ${seatNames[value.seat]}`;
  return value.text.endsWith('%') ? shares.join(', ') : `${shares.join(', ')} (${words})`;
}

function ValueTable({
  entries,
  seatNames,
}: {
  entries: readonly GraphEntry[];
  seatNames: readonly string[];
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The values as a table</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <section className={css.tableBox} tabIndex={0} aria-label="Values">
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">Move</th>
                <th scope="col">Played</th>
                <th scope="col">Value</th>
                <th scope="col">Note</th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry, ply) => (
                <tr key={entry.id}>
                  <td>{ply}</td>
                  <td>
                    {ply === 0 ? 'Start' : entry.move}{' '}
                    {entry.judgement && <Glyph judgement={entry.judgement} />}
                  </td>
                  <td>{valueWords(entry.value, seatNames)}</td>
                  <td>{entry.judgement ? judgementWords(entry.judgement) : ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
