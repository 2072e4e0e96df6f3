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
  const { width, height } = layout;
  if (preview) {
    return (
      <BoardPicture width={width} height={height} label={label} className={className}>
        {children}
      </BoardPicture>
    );
  }
  return (
    <div className={styles.surface}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset. */}
      <svg
        className={classes(className)}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={label}
        {...selection.surfaceProps}
      >
        {children}
      </svg>
      <Chooser selection={selection} layout={layout} />
    </div>
  );
}

interface BoardPictureProps {
  width: number;
  height: number;
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A board, or a part of one, that is only to be looked at. */
export function BoardPicture({ width, height, label, className, children }: BoardPictureProps) {
  return (
    <svg className={classes(className)} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {children}
    </svg>
  );
}

function classes(className: string | undefined): string {
  return [styles.board, className].filter(Boolean).join(' ');
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
      <rect {...area(0)} rx={0} className={styles.area} />
      <rect {...area(2)} className={styles.ringOutside} />
      <rect {...area(2)} className={styles.ringInside} />
    </g>
  );
}
