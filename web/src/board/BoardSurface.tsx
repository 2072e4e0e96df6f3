// The frame that every board draws in: one svg with its accessible name, the keyboard and the pointer, moves
// chosen in advance, and the question which move is meant.

import type { ReactNode } from 'react';
import styles from './BoardSurface.module.css';
import { Chooser } from './Chooser';
import { SKIP_ATTRIBUTE } from './exportSvg';
import type { CellLayout, Point } from './layout';
import { PremoveSigns } from './PremoveSigns';
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
        className={boardClass(className)}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={label}
        {...selection.surfaceProps}
      >
        {children}
        <PremoveSigns cells={selection.premove} places={layout.places} />
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
    <svg className={boardClass(className)} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {children}
    </svg>
  );
}

/** The class of a board's svg, with the colours of signs and labels that all boards share. */
export function boardClass(className: string | undefined): string {
  return [styles.board, className].filter(Boolean).join(' ');
}

interface CellButtonProps {
  cell: string;
  label: string;
  place: Point;
  width: number;
  height: number;
  /** The outline around the middle, as a path, of a cell that is not a rectangle. */
  outline?: string | undefined;
  selection: Selection;
}

/** The area of a cell that can be touched and focused. Boards draw these last, above everything. */
export function CellButton({ cell, label, place, width, height, outline, selection }: CellButtonProps) {
  const shape = (className: string | undefined, scale: number, radius: number) =>
    outline ? (
      <path d={outline} transform={`scale(${scale})`} className={className} />
    ) : (
      <rect
        x={(-width / 2) * scale}
        y={(-height / 2) * scale}
        width={width * scale}
        height={height * scale}
        rx={radius}
        className={className}
      />
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot hold a button element.
    <g
      role="button"
      aria-label={label}
      className={styles.cell}
      transform={`translate(${place.x} ${place.y})`}
      {...selection.cellProps(cell)}
      {...{ [SKIP_ATTRIBUTE]: '' }}
    >
      {shape(styles.area, 1, 0)}
      {shape(styles.ringOutside, 0.96, 10)}
      {shape(styles.ringInside, 0.96, 10)}
    </g>
  );
}
