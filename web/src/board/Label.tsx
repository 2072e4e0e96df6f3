// A few characters on a board, on a ground of their own so that they can be read above anything.

import { labelOutcome } from '../lib/verdict';
import styles from './Label.module.css';
import type { Point } from './layout';

/** The room that a label takes. */
export interface LabelBox {
  at: Point;
  width: number;
  height: number;
}

/** The room of a text in letters of a size. */
export function labelBox(at: Point, text: string, size: number): LabelBox {
  const height = size * 1.45;
  return { at, height, width: Math.max(height, text.length * size * 0.64 + size * 0.7) };
}

/** Whether two labels would lie on each other. */
export function overlaps(one: LabelBox, other: LabelBox): boolean {
  return (
    Math.abs(one.at.x - other.at.x) < (one.width + other.width) / 2 &&
    Math.abs(one.at.y - other.at.y) < (one.height + other.height) / 2
  );
}

export function Label({ at, text, size }: { at: Point; text: string; size: number }) {
  const { width, height } = labelBox(at, text, size);
  return (
    <g
      transform={`translate(${at.x} ${at.y})`}
      className={styles.label}
      data-outcome={labelOutcome(text) ?? undefined}
    >
      <rect x={-width / 2} y={-height / 2} width={width} height={height} rx={height / 2} />
      <text textAnchor="middle" y={size * 0.36} fontSize={size} fontWeight={700}>
        {text}
      </text>
    </g>
  );
}
