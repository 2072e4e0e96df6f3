// Choosing a move on a board with pointer or keyboard: click and click, drag and drop, or arrow keys and
// Enter. A board spreads `surfaceProps` on its svg and `cellProps(name)` on one element a cell.

import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useMemo, useState } from 'react';
import type { MoveKind, MoveView, PositionView } from '../api/types';
import type { Point } from './layout';
import { neighbour } from './neighbours';
import { choicesOf, startsOf, targetsOf, touchCell } from './selection';
import { type Drag, useDrag } from './useDrag';

/** What a board needs to know to draw and to handle what is being chosen. */
export interface Selection {
  /** The cells touched so far. */
  selected: readonly string[];
  /** The cells with which some move begins; none while the person may not move. */
  starts: ReadonlySet<string>;
  /** The cells that may be touched next. */
  targets: ReadonlyMap<string, MoveKind>;
  /** Moves between which the touches do not decide, to be offered by a `Chooser`. */
  choices: readonly MoveView[];
  /** The move that was chosen and is not yet on the board. */
  pending: MoveView | null;
  /** What is being dragged, or is on its way back. */
  drag: Drag | null;
  touch: (cell: string) => void;
  choose: (move: MoveView) => void;
  clear: () => void;
  surfaceProps: SurfaceProps;
  cellProps: (cell: string) => CellProps;
}

interface SurfaceProps {
  ref: (element: Element | null) => () => void;
  onKeyDown: (event: KeyboardEvent<Element>) => void;
  onPointerMove: (event: PointerEvent<Element>) => void;
  onPointerUp: (event: PointerEvent<Element>) => void;
  onPointerCancel: (event: PointerEvent<Element>) => void;
}

interface CellProps {
  'data-cell': string;
  tabIndex: 0 | -1;
  'aria-disabled': boolean;
  'aria-pressed': boolean;
  style: { cursor: 'grab' | 'pointer' | 'default' };
  onClick: () => void;
  onFocus: () => void;
  onPointerDown: (event: PointerEvent<Element>) => void;
}

/** A move that the server has not answered by then was not accepted; the board is given back. */
const PENDING_MS = 4000;
const NO_MOVES: readonly MoveView[] = [];

/** `places` are the middles of the cells as they are seen, for the arrow keys. */
export function useSelection(
  position: PositionView,
  mayMove: boolean,
  onMove: ((move: MoveView) => void) | undefined,
  places: ReadonlyMap<string, Point>,
): Selection {
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [pending, setPending] = useState<MoveView | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const legal = mayMove && pending === null ? position.legal : NO_MOVES;

  // Views come again and again with the same position; only another position makes a choice void.
  const key = `${position.ply} ${position.text} ${position.legal.length}`;
  const [last, setLast] = useState({ key, mayMove });
  if (key !== last.key || mayMove !== last.mayMove) {
    setLast({ key, mayMove });
    setTouched([]);
    // While a move is under way nobody may move; may one move again in the same position, it was refused.
    if (key !== last.key || mayMove) setPending(null);
  }

  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setPending(null), PENDING_MS);
    return () => clearTimeout(timer);
  }, [pending]);

  const starts = useMemo(() => startsOf(legal), [legal]);
  const targets = useMemo(() => targetsOf(legal, touched), [legal, touched]);
  const choices = useMemo(() => choicesOf(legal, touched), [legal, touched]);

  const choose = useCallback(
    (move: MoveView) => {
      setTouched([]);
      setPending(move);
      onMove?.(move);
    },
    [onMove],
  );
  const clear = useCallback(() => setTouched([]), []);
  const touch = (cell: string) => {
    const result = touchCell(legal, touched, cell);
    if (result.play) choose(result.play);
    else setTouched(result.touched);
  };

  const { drag, suppressClick, begin, handlers } = useDrag({
    canDrag: (cell) => starts.has(cell) && choices.length === 0,
    onStart: (cell) => setTouched([cell]),
    onDrop: (from, cell) => {
      if (cell === from) return;
      const result = touchCell(legal, [from], cell ?? '');
      if (result.play) choose(result.play);
      else setTouched(result.touched[0] === from ? result.touched : []);
    },
    resetKey: `${key} ${mayMove}`,
  });

  const focusable = focused !== null && places.has(focused) ? focused : firstFocus(places, starts);
  const surfaceProps: SurfaceProps = {
    ...handlers,
    onKeyDown: (event) => {
      if (event.key === 'Escape' && touched.length > 0) {
        event.preventDefault();
        clear();
      }
      const cell = cellOf(event.target);
      if (cell === null || event.altKey || event.ctrlKey || event.metaKey) return;
      const next = neighbour(places, cell, event.key);
      if (next !== null) {
        focusCell(event.currentTarget, next);
      } else if (event.key === 'Enter' || event.key === ' ') {
        touch(cell);
      } else if (!event.key.startsWith('Arrow')) {
        return;
      }
      // The page must neither scroll nor step through the moves while someone walks over the board.
      event.preventDefault();
      event.stopPropagation();
    },
  };

  const cellProps = (cell: string): CellProps => {
    const active = starts.has(cell) || targets.has(cell) || touched.includes(cell);
    const draggable = starts.has(cell);
    return {
      'data-cell': cell,
      tabIndex: cell === focusable ? 0 : -1,
      'aria-disabled': !active,
      'aria-pressed': touched.includes(cell),
      style: {
        cursor: draggable && !targets.has(cell) ? 'grab' : active ? 'pointer' : 'default',
      },
      onClick: () => {
        if (!suppressClick()) touch(cell);
      },
      onFocus: () => setFocused(cell),
      onPointerDown: (event) => begin(event, cell),
    };
  };

  return {
    selected: touched,
    starts,
    targets,
    choices,
    pending,
    drag,
    touch,
    choose,
    clear,
    surfaceProps,
    cellProps,
  };
}

/** The cell that an element belongs to. */
export function cellOf(target: EventTarget | null): string | null {
  return target instanceof Element
    ? (target.closest('[data-cell]')?.getAttribute('data-cell') ?? null)
    : null;
}

function focusCell(surface: Element, cell: string): void {
  surface.querySelector<SVGElement>(`[data-cell="${CSS.escape(cell)}"]`)?.focus();
}

/** The tab key first reaches something that can be moved, if there is such a thing. */
function firstFocus(places: ReadonlyMap<string, Point>, starts: ReadonlySet<string>): string | null {
  for (const cell of places.keys()) if (starts.has(cell)) return cell;
  return places.keys().next().value ?? null;
}
