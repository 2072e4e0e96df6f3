// The frame that every board draws in: one svg with its accessible name, the keyboard and the pointer, and
// the question which move is meant.

import type { ReactNode } from 'react';
import styles from './BoardSurface.module.css';
import { Chooser } from './Chooser';
import { SKIP_ATTRIBUTE } from './exportSvg';
import type { CellLayout, Point } from './layout';
import type { Selection } from './useSelection';

interface BoardSurfaceProps {
  layout: Pick<CellLayout, 'width' | 'height' | 'places'>;
  selection: Selection;
  label: string;
  preview: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Fills its parent; the drawing keeps its proportions. */
export function BoardSurface({ layout, selection, label, preview, className, children }: BoardSurfaceProps) {
  const viewBox = `0 0 ${layout.width} ${layout.height}`;
  const classes = [styles.board, className].filter(Boolean).join(' ');
  if (preview) {
    return (
      <svg className={classes} viewBox={viewBox} role="img" aria-label={label}>
        {children}
      </svg>
    );
  }
  return (
    <div className={styles.surface}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset. */}
      <svg className={classes} viewBox={viewBox} role="group" aria-label={label} {...selection.surfaceProps}>
        {children}
      </svg>
      <Chooser selection={selection} layout={layout} />
    </div>
  );
}

interface CellButtonProps {
  cell: string;
  label: string;
  place: Point;
  width: number;
  height: number;
  selection: Selection;
}

/** The area of a cell that can be touched and focused. Boards draw these last, above everything. */
export function CellButton({ cell, label, place, width, height, selection }: CellButtonProps) {
  const area = (inset: number) => ({
    x: place.x - width / 2 + inset,
    y: place.y - height / 2 + inset,
    width: width - 2 * inset,
    height: height - 2 * inset,
    rx: 10,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot hold a button element.
    <g
      role="button"
      aria-label={label}
      className={styles.cell}
      {...selection.cellProps(cell)}
      {...{ [SKIP_ATTRIBUTE]: '' }}
    >
      <rect {...area(0)} rx={0} fill="transparent" />
      <rect {...area(4)} className={styles.ringOutside} />
      <rect {...area(4)} className={styles.ringInside} />
    </g>
  );
}
