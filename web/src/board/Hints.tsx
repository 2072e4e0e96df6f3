// Signs that every board shows in the same way: where a touch may go, and which moves are recommended.
// Each differs from the others by its shape, so that nobody has to tell colours apart.

import type { MoveKind } from '../api/types';
import type { Mark, MarkTone } from './contract';
import { Decoration } from './Decoration';
import styles from './Hints.module.css';
import type { Point } from './layout';

/** A place that may be touched next: a dot to move, corners to capture, a dashed ring to drop. */
export function TargetSign({ kind, place, size, strong }: TargetSignProps) {
  const half = size / 2;
  const transform = `translate(${place.x} ${place.y})`;
  const reach = strong ? 1.15 : 1;
  if (kind === 'capture') {
    const [near, far] = [half * 0.52, half * 0.92];
    const corner = `M${-far} ${-near} V${-far} H${-near}`;
    return (
      <g transform={transform} className={styles.capture} data-target={kind}>
        {strong && <rect x={-far} y={-far} width={2 * far} height={2 * far} className={styles.wash} />}
        {[0, 90, 180, 270].map((angle) => (
          <path
            key={angle}
            d={corner}
            transform={`rotate(${angle})`}
            fill="none"
            strokeWidth={size * 0.075}
          />
        ))}
      </g>
    );
  }
  if (kind === 'drop') {
    const radius = half * 0.52 * reach;
    return (
      <g transform={transform} className={styles.drop} data-target={kind}>
        {strong && <circle r={radius} className={styles.wash} />}
        <circle
          r={radius}
          fill="none"
          strokeWidth={size * 0.06}
          strokeDasharray={`${radius * 0.6} ${radius * 0.4472}`}
          strokeLinecap="round"
        />
        <path
          d={`M${-half * 0.2} 0 H${half * 0.2} M0 ${-half * 0.2} V${half * 0.2}`}
          strokeWidth={size * 0.06}
        />
      </g>
    );
  }
  return (
    <g transform={transform} className={kind === 'move' ? styles.move : styles.other} data-target={kind}>
      {kind === 'move' ? (
        <circle r={half * 0.27 * reach} />
      ) : (
        <path d={`M0 ${-half * 0.4} L${half * 0.4} 0 L0 ${half * 0.4} L${-half * 0.4} 0 Z`} />
      )}
      {strong && <circle r={half * 0.6} className={styles.wash} />}
    </g>
  );
}

interface TargetSignProps {
  kind: MoveKind;
  place: Point;
  size: number;
  /** Whether something is being held above it. */
  strong: boolean;
}

const THICKNESS: Readonly<Record<MarkTone, number>> = { best: 15, good: 10, other: 6 };
/** Arrows begin outside the middle of the first cell and end just before the middle of the last. */
const START_GAP = 20;
const END_GAP = 6;

/** Recommended moves: arrows from the first touch to the last, the better the thicker, with their labels. */
export function MarkSigns({ marks, places }: { marks: readonly Mark[]; places: ReadonlyMap<string, Point> }) {
  const drawn = marks.flatMap((mark, index) => {
    const from = places.get(mark.move.touches[0] ?? '');
    const to = places.get(mark.move.touches.at(-1) ?? '');
    return from && to ? [{ mark, from, to, text: mark.label ?? String(index + 1) }] : [];
  });
  // The best is drawn last and so lies on top; all labels lie above all arrows.
  return (
    <Decoration className={styles.marks}>
      {drawn.toReversed().map(({ mark, from, to }) => (
        <Arrow key={mark.move.move} tone={mark.tone} from={from} to={to} />
      ))}
      {drawn
        .toReversed()
        .map(
          ({ mark, from, to, text }) =>
            text !== '' && (
              <Label key={mark.move.move} tone={mark.tone} at={labelPlace(from, to)} text={text} />
            ),
        )}
    </Decoration>
  );
}

function Arrow({ tone, from, to }: { tone: MarkTone; from: Point; to: Point }) {
  const thickness = THICKNESS[tone];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < START_GAP + END_GAP) {
    return (
      <circle className={styles.ring} data-tone={tone} cx={to.x} cy={to.y} r={40} strokeWidth={thickness} />
    );
  }
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const [head, end] = [thickness * 1.1 + 14, length - END_GAP];
  const half = thickness / 2;
  const shape =
    `M${START_GAP} ${-half} H${end - head} V${-half - head * 0.36} L${end} 0 ` +
    `L${end - head} ${half + head * 0.36} V${half} H${START_GAP} A${half} ${half} 0 0 1 ${START_GAP} ${-half} Z`;
  return (
    <path
      className={styles.arrow}
      data-tone={tone}
      d={shape}
      transform={`translate(${from.x} ${from.y}) rotate(${angle})`}
    />
  );
}

function Label({ tone, at, text }: { tone: MarkTone; at: Point; text: string }) {
  const [height, size] = tone === 'best' ? [26, 18] : [22, 15];
  const width = Math.max(height, text.length * size * 0.62 + 12);
  return (
    <g transform={`translate(${at.x} ${at.y})`} className={styles.label} data-tone={tone}>
      <rect x={-width / 2} y={-height / 2} width={width} height={height} rx={height / 2} />
      <text textAnchor="middle" y={size * 0.36} fontSize={size} fontWeight={700}>
        {text}
      </text>
    </g>
  );
}

function labelPlace(from: Point, to: Point): Point {
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}
