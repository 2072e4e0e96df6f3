// Recommended moves as arrows, the same on every board: the better the thicker, with their values beside them.

import type { Mark, MarkTone } from './contract';
import { Decoration } from './Decoration';
import { Label, type LabelBox, labelBox, overlaps } from './Label';
import { CELL, type Point } from './layout';
import styles from './Marks.module.css';
import type { Selection } from './useSelection';

const THICKNESS: Readonly<Record<MarkTone, number>> = { best: 15, good: 10, other: 6 };
/** Arrows begin outside the middle of the first cell and end just before the middle of the last. */
const START_GAP = 20;
const END_GAP = 6;

/** Middles of neighbouring cells are this near; an arrow between them has no room for a label. */
const SHORT = CELL * 1.2;
/** How far beside a short arrow its label stands: where the corners of cells meet. */
const BESIDE = CELL * 0.42;
const LABEL_SIZES: Readonly<Record<MarkTone, number>> = { best: 18, good: 15, other: 15 };

interface MarkSignsProps {
  marks: readonly Mark[];
  places: ReadonlyMap<string, Point>;
  /** While the values of targets are shown, arrows that nobody asks for would only cover them. */
  selection?: Pick<Selection, 'targetLabels'> | undefined;
}

/** Arrows from the first touch to the last, with their labels. */
export function MarkSigns({ marks, places, selection }: MarkSignsProps) {
  const isChoosing = selection !== undefined && selection.targetLabels.size > 0;
  const arrows = marks.flatMap((mark, index) => {
    const from = places.get(mark.move.touches[0] ?? '');
    const to = places.get(mark.move.touches.at(-1) ?? '');
    if (!from || !to || (isChoosing && !mark.pointed)) return [];
    return [{ mark, from, to, text: mark.label ?? String(index + 1) }];
  });
  const taken: LabelBox[] = [];
  const drawn = arrows.map((arrow) => {
    const { from, to, text, mark } = arrow;
    const others = arrows.filter((other) => other !== arrow);
    const boxes = labelPlaces(from, to).map((at) => labelBox(at, text, LABEL_SIZES[mark.tone]));
    const box = leastCrowded(boxes, taken, others);
    if (box && text !== '') taken.push(box);
    return { ...arrow, at: box?.at ?? to };
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
          ({ mark, text, at }) =>
            text !== '' && <Label key={mark.move.move} at={at} text={text} size={LABEL_SIZES[mark.tone]} />,
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

/** The first of the rooms that lies on the fewest labels, and on the fewest arrows of other moves. */
function leastCrowded(
  boxes: readonly LabelBox[],
  taken: readonly LabelBox[],
  arrows: readonly { from: Point; to: Point }[],
): LabelBox | undefined {
  const crowd = (box: LabelBox) =>
    taken.filter((other) => overlaps(box, other)).length * (arrows.length + 1) +
    arrows.filter(({ from, to }) => distanceTo(box.at, from, to) < box.height * 0.75).length;
  const crowds = boxes.map(crowd);
  return boxes[crowds.indexOf(Math.min(...crowds))];
}

/** How far a point lies from the line between two others. */
export function distanceTo(point: Point, from: Point, to: Point): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const square = x * x + y * y;
  const along = square > 0 ? ((point.x - from.x) * x + (point.y - from.y) * y) / square : 0;
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - part * x, point.y - from.y - part * y);
}

/**
 * Where the label of an arrow may stand, the best place first. In the middle of a long one; beside a short
 * one, which leads from piece to piece and would hide both under its label.
 */
export function labelPlaces(from: Point, to: Point): Point[] {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(x, y);
  const along = (part: number, aside: number): Point => ({
    x: from.x + x * part - (length > 0 ? (y / length) * aside : 0),
    y: from.y + y * part + (length > 0 ? (x / length) * aside : 0),
  });
  if (length > 0 && length < SHORT) {
    return [along(0.5, BESIDE), along(0.5, -BESIDE), along(0.1, BESIDE), along(0.1, -BESIDE)];
  }
  return [along(0.5, 0), along(0.35, 0), along(0.65, 0)];
}
