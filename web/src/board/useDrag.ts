// Dragging from cell to cell with mouse, finger or pen. What may be dragged and where it may be dropped is
// the caller's to say.

import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { Point } from './layout';

/** Something on its way with the pointer. */
export interface Drag {
  /** Where it came from. */
  cell: string;
  /** Where the pointer is: in the units of an svg, or in pixels from the corner of another surface. */
  point: Point;
  /** The cell below the pointer. */
  over: string | null;
  pointer: string;
}

interface DragOptions {
  canDrag: (cell: string) => boolean;
  onStart: (cell: string) => void;
  /** `over` is the cell below the pointer, if there is one. */
  onDrop: (cell: string, over: string | null) => void;
  /** A drag ends when this changes: its board is no longer there. */
  resetKey: string;
}

interface Pressed {
  cell: string;
  x: number;
  y: number;
  pointerId: number;
  active: boolean;
}

/** A finger trembles more than a mouse. */
const THRESHOLD = { mouse: 4, other: 9 };

/** See `useSelection`, which is how boards come by it. */
export function useDrag({ canDrag, onStart, onDrop, resetKey }: DragOptions) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pressed = useRef<Pressed | null>(null);
  const wasDrag = useRef(false);

  const [lastKey, setLastKey] = useState(resetKey);
  if (resetKey !== lastKey) {
    setLastKey(resetKey);
    setDrag(null);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the press belongs to the board that was.
  useEffect(() => {
    pressed.current = null;
  }, [resetKey]);

  // A finger that lifts a piece must not scroll the page, one beside it may. Styles cannot tell the two
  // apart inside a drawing, and React listens too late to stop the scrolling.
  const surface = useCallback((element: Element | null) => {
    const hold = (event: Event) => {
      if (pressed.current && event.cancelable) event.preventDefault();
    };
    element?.addEventListener('touchmove', hold, { passive: false });
    return () => element?.removeEventListener('touchmove', hold);
  }, []);

  const finish = (event: PointerEvent<Element>, over: string | null) => {
    const press = pressed.current;
    pressed.current = null;
    if (!press?.active) return;
    if (event.currentTarget.hasPointerCapture?.(event.pointerId)) {
      event.currentTarget.releasePointerCapture(event.pointerId);
    }
    // The browser's click follows at once; one that comes later is meant.
    wasDrag.current = true;
    setTimeout(() => {
      wasDrag.current = false;
    });
    setDrag(null);
    onDrop(press.cell, over);
  };

  return {
    drag,
    /** Whether a click only ends a drag; the browser sends one after it. */
    suppressClick: () => {
      const suppress = wasDrag.current;
      wasDrag.current = false;
      return suppress;
    },
    begin: (event: PointerEvent<Element>, cell: string) => {
      wasDrag.current = false;
      if (event.button !== 0 || !event.isPrimary || !canDrag(cell)) return;
      pressed.current = {
        cell,
        x: event.clientX,
        y: event.clientY,
        pointerId: event.pointerId,
        active: false,
      };
    },
    handlers: {
      ref: surface,
      onPointerMove: (event: PointerEvent<Element>) => {
        const press = pressed.current;
        if (!press || press.pointerId !== event.pointerId) return;
        if (!press.active) {
          const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
          if (far < (event.pointerType === 'mouse' ? THRESHOLD.mouse : THRESHOLD.other)) return;
          press.active = true;
          event.currentTarget.setPointerCapture?.(event.pointerId);
          onStart(press.cell);
        }
        setDrag({
          cell: press.cell,
          point: pointOn(event.currentTarget, event.clientX, event.clientY),
          over: cellAt(event.clientX, event.clientY),
          pointer: event.pointerType,
        });
      },
      onPointerUp: (event: PointerEvent<Element>) => {
        if (pressed.current?.pointerId === event.pointerId) {
          finish(event, cellAt(event.clientX, event.clientY));
        }
      },
      onPointerCancel: (event: PointerEvent<Element>) => {
        if (pressed.current?.pointerId === event.pointerId) finish(event, null);
      },
    },
  };
}

/** The pointer in the units of an svg, or in pixels from the upper left corner of anything else. */
function pointOn(surface: Element, clientX: number, clientY: number): Point {
  const matrix = (surface as Partial<SVGSVGElement>).getScreenCTM?.()?.inverse();
  if (!matrix) {
    const { left, top } = surface.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
  return {
    x: matrix.a * clientX + matrix.c * clientY + matrix.e,
    y: matrix.b * clientX + matrix.d * clientY + matrix.f,
  };
}

function cellAt(clientX: number, clientY: number): string | null {
  const element = document.elementFromPoint?.(clientX, clientY);
  return element?.closest('[data-cell]')?.getAttribute('data-cell') ?? null;
}
