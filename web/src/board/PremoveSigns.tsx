// A move chosen in advance, the same on every board: its cells have dashed frames, and a dashed line with a
// ring leads from the first to the last. Nothing else on a board looks like that.

import { Decoration } from './Decoration';
import { CELL, type Point } from './layout';
import styles from './PremoveSigns.module.css';

const FRAME = CELL * 0.94;
/** The line begins beside the middle of the first cell and ends at the ring. */
const GAP = 16;
const RING = 11;

interface PremoveSignsProps {
  cells: readonly string[];
  places: ReadonlyMap<string, Point>;
}

export function PremoveSigns({ cells, places }: PremoveSignsProps) {
  const points = cells.flatMap((cell) => places.get(cell) ?? []);
  if (points.length === 0) return null;
  const [from, to] = [points[0], points.length > 1 ? points.at(-1) : undefined];
  return (
    <Decoration className={styles.premove}>
      {points.map(({ x, y }, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is what a frame is for.
          key={index}
          data-premove={cells[index]}
          x={x - FRAME / 2}
          y={y - FRAME / 2}
          width={FRAME}
          height={FRAME}
          rx={CELL * 0.2}
        />
      ))}
      {from && to && <Way from={from} to={to} />}
    </Decoration>
  );
}

function Way({ from, to }: { from: Point; to: Point }) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const at = (distance: number) => {
    const part = length > 0 ? distance / length : 0;
    return `${from.x + (to.x - from.x) * part} ${from.y + (to.y - from.y) * part}`;
  };
  return (
    <>
      {length > GAP + RING && <path className={styles.way} d={`M${at(GAP)} L${at(length - RING)}`} />}
      <circle cx={to.x} cy={to.y} r={RING} className={styles.ring} />
    </>
  );
}
