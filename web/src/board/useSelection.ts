// Choosing a move on a board with pointer or keyboard: click and click, drag and drop, or arrow keys and
// Enter; before one's turn as well, where that is wanted. A board spreads `surfaceProps` on its svg and
// `cellProps(name)` on one element a cell.

import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { MoveKind, MoveView } from '../api/types';
import { type CellFacts, cellFacts } from './cellFacts';
import type { BoardProps } from './contract';
import type { Point } from './layout';
import { neighbour } from './neighbours';
import { isPremoveTime, premoveStarts, touchPremove } from './premove';
import { choicesOf, startsOf, targetLabelsOf, targetsOf, touchCell } from './selection';
import { type Drag, useDrag } from './useDrag';
import { usePending } from './usePending';
import { usePremove } from './usePremove';

/** What a board needs to know to draw and to handle what is being chosen. */
export interface Selection {
  /** The cells touched so far. */
  selected: readonly string[];
  /** The cells with which some move, or one chosen in advance, can begin; none while there is no choice. */
  starts: ReadonlySet<string>;
  /** The cells that may be touched next. */
  targets: ReadonlyMap<string, MoveKind>;
  /** What the moves to these cells are worth, in a few characters, as far as the page knows. */
  targetLabels: ReadonlyMap<string, string>;
  /** The cells of a move chosen in advance: all of them, or the first one and what is below the pointer. */
  premove: readonly string[];
  /** Moves between which the touches do not decide, to be offered by a `Chooser`. */
  choices: readonly MoveView[];
  /** All legal moves, where none of them touches a cell: a forced pass, say. */
  passes: readonly MoveView[];
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
  /** Whether a move can be chosen at this moment, to be played now or ahead of one's turn. */
  'data-choosing': 'now' | 'ahead' | undefined;
  ref: (element: Element | null) => () => void;
  onKeyDown: (event: KeyboardEvent<Element>) => void;
  onContextMenu: (event: MouseEvent<Element>) => void;
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

/** A cell that gets the focus so soon after a press got it by the press. */
const FOCUS_MS = 500;
const NO_MOVES: readonly MoveView[] = [];

/** What a choice depends on. */
export type SelectionProps = Pick<
  BoardProps,
  'position' | 'seatNames' | 'mayMove' | 'onMove' | 'premoves' | 'targetLabels' | 'preview'
>;

/**
 * `places` are the middles of the cells as they are seen, for the arrow keys. `ownFacts` says what they hold, for moves
 * that are chosen in advance, where the position has no cells that say it.
 */
export function useSelection(
  props: SelectionProps,
  places: ReadonlyMap<string, Point>,
  ownFacts?: CellFacts,
): Selection {
  const { position, seatNames, onMove, targetLabels: labelOf, preview = false } = props;
  const mayMove = props.mayMove && !preview;
  const premoves = preview ? undefined : props.premoves;
  const seats = premoves?.seats;
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [pending, setPending] = usePending<MoveView>(position, mayMove);
  const [focused, setFocused] = useState<string | null>(null);
  const legal = mayMove && pending === null ? position.legal : NO_MOVES;
  const isAhead = isPremoveTime(position, mayMove, seats);
  const { cells } = position;
  const facts = useMemo(() => ownFacts ?? cellFacts(cells, seatNames), [ownFacts, cells, seatNames]);
  const aheadStarts = useMemo(
    () => premoveStarts(places.keys(), facts, isAhead && seats ? seats : []),
    [places, facts, isAhead, seats],
  );

  // Views come again and again with the same position; only another position makes a choice void.
  const key = `${position.ply} ${position.text} ${position.legal.length}`;
  const [last, setLast] = useState({ key, mayMove, isAhead, ply: position.ply, choice: 0 });
  if (key !== last.key || mayMove !== last.mayMove || isAhead !== last.isAhead) {
    // What was picked up in advance stays in the hand when the turn comes, if it can be moved then.
    const starts = mayMove ? startsOf(position.legal) : aheadStarts;
    const isKept = last.isAhead && position.ply >= last.ply && starts.has(touched[0] ?? '');
    setLast({ key, mayMove, isAhead, ply: position.ply, choice: isKept ? last.choice : last.choice + 1 });
    if (!isKept) setTouched([]);
  }

  const choose = useCallback(
    (move: MoveView) => {
      setTouched([]);
      setPending(move);
      onMove?.(move);
    },
    [setPending, onMove],
  );
  const [premove, setPremove] = usePremove(position, mayMove, premoves, facts.nameOf, choose);

  const starts = useMemo(() => (isAhead ? aheadStarts : startsOf(legal)), [isAhead, aheadStarts, legal]);
  const targets = useMemo(() => targetsOf(legal, touched), [legal, touched]);
  const targetLabels = useMemo(() => targetLabelsOf(legal, touched, labelOf), [legal, touched, labelOf]);
  const choices = useMemo(() => choicesOf(legal, touched), [legal, touched]);
  const passes = legal.every((move) => move.touches.length === 0) ? legal : NO_MOVES;

  const clear = useCallback(() => {
    setTouched([]);
    setPremove([]);
  }, [setPremove]);
  const touchAhead = (from: readonly string[], cell: string) => {
    const next = touchPremove({ touched: from, premove }, cell, facts, seats ?? []);
    setTouched(next.touched);
    if (next.premove !== premove) setPremove(next.premove);
  };
  const touch = (cell: string) => {
    if (isAhead) return touchAhead(touched, cell);
    const result = touchCell(legal, touched, cell);
    if (result.play) choose(result.play);
    else setTouched(result.touched);
  };

  const { drag, suppressClick, begin, handlers } = useDrag({
    canDrag: (cell) => starts.has(cell) && choices.length === 0,
    onStart: (cell) => {
      setTouched([cell]);
      setPremove([]);
    },
    onDrop: (from, cell) => {
      if (cell === from) return;
      if (isAhead) {
        if (cell !== null && facts.isOnBoard(cell)) touchAhead([from], cell);
        else setTouched([]);
        return;
      }
      const result = touchCell(legal, [from], cell ?? '');
      if (result.play) choose(result.play);
      else setTouched(result.touched[0] === from ? result.touched : []);
    },
    resetKey: String(last.choice),
  });

  const focusable = focused !== null && places.has(focused) ? focused : firstFocus(places, starts);
  /** Whether the board has the focus because of mouse or finger, not of the keyboard. */
  const byPointer = useRef(false);
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const surfaceProps: SurfaceProps = {
    ...handlers,
    'data-choosing': isAhead ? 'ahead' : legal.length > 0 ? 'now' : undefined,
    onKeyDown: (event) => {
      if (event.key === 'Escape' && (touched.length > 0 || premove.length > 0)) {
        event.preventDefault();
        clear();
      }
      const cell = cellOf(event.target);
      if (cell === null || event.altKey || event.ctrlKey || event.metaKey) return;
      // Who plays with the mouse means the moves of the game, not a walk over the board.
      if (event.key.startsWith('Arrow') && byPointer.current) return;
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
    onContextMenu: (event) => {
      if (premove.length === 0 && !(isAhead && touched.length > 0)) return;
      event.preventDefault();
      clear();
    },
  };

  const cellProps = (cell: string): CellProps => {
    const isChosen = touched.includes(cell) || premove.includes(cell);
    const isOpen = isAhead && touched.length > 0 && facts.isOnBoard(cell);
    const active = starts.has(cell) || targets.has(cell) || isChosen || isOpen;
    const draggable = starts.has(cell);
    return {
      'data-cell': cell,
      tabIndex: cell === focusable ? 0 : -1,
      'aria-disabled': !active,
      'aria-pressed': isChosen,
      style: {
        cursor: draggable && !targets.has(cell) ? 'grab' : active ? 'pointer' : 'default',
      },
      onClick: () => {
        if (!suppressClick()) touch(cell);
      },
      onFocus: () => {
        byPointer.current = performance.now() - pressedAt.current < FOCUS_MS;
        setFocused(cell);
      },
      onPointerDown: (event) => {
        pressedAt.current = performance.now();
        byPointer.current = true;
        begin(event, cell);
      },
    };
  };

  return {
    selected: touched,
    starts,
    targets,
    targetLabels,
    premove: isAhead && touched.length > 0 ? [...touched, ...overCell(drag, touched)] : premove,
    choices,
    passes,
    pending,
    drag,
    touch,
    choose,
    clear,
    surfaceProps,
    cellProps,
  };
}

/** The cell below what is being dragged, unless it has not left its own. */
function overCell(drag: Drag | null, touched: readonly string[]): string[] {
  return drag?.over && !touched.includes(drag.over) ? [drag.over] : [];
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
