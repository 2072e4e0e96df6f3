// Mouse and fingers on the board: dragging from the tray and on the board, clicks and taps, the wheel, and two
// fingers that twist or tap.

import { type MouseEvent, type PointerEvent, useCallback, useRef, useState } from 'react';
import { ghostSquares } from './ghost';
import { boardPoint, CELL, isOnBoard } from './layout';
import { type Square, sizeOf, turnedPiece } from './pieces';
import type { Placing } from './usePlacement';

interface Press {
  pointerId: number;
  byFinger: boolean;
  client: Square;
  /** The place on the board where it began, in squares. */
  start: Square;
  /** What was pressed: a piece in the tray, the piece that is set down, or the board. */
  on: 'tray' | 'ghost' | 'board';
  piece: string;
  /** Where the middle of the piece was. */
  middle: Square;
  /** Whether it has moved far enough to be a drag. */
  active: boolean;
}

interface Twist {
  angle: number;
  since: number;
  turned: boolean;
}

/** A finger trembles more than a mouse. */
const THRESHOLD = { mouse: 4, other: 9 };
/** A piece that a finger drags from the tray is held so many pixels above it, or the finger would hide it. */
const LIFT_PX = 46;
/** Two fingers that twist by so many degrees turn the piece by a quarter. */
const TWIST = 35;
/** Two fingers that come and go within this time flip it. */
const TAP_MS = 350;
/** The wheel turns by a quarter for so many pixels, and not more often than in so many milliseconds. */
const WHEEL_PX = 30;
const WHEEL_MS = 110;

export function usePointers(placing: Placing, size: number) {
  /** Where the mouse is, in the units of the drawing, while it carries a piece beside the board. */
  const [beside, setBeside] = useState<Square | null>(null);
  const press = useRef<Press | null>(null);
  const fingers = useRef(new Map<number, Square>());
  const twist = useRef<Twist | null>(null);
  const wheel = useRef({ sum: 0, at: 0 });
  const latest = useRef(placing);
  latest.current = placing;

  // React listens too late, or passively, to keep the page from scrolling.
  const surface = useCallback((element: SVGSVGElement | null) => {
    const hold = (event: Event) => {
      if ((press.current || twist.current) && event.cancelable) event.preventDefault();
    };
    const turn = (event: WheelEvent) => {
      if (!latest.current.inHand() || event.ctrlKey) return;
      event.preventDefault();
      const lines = event.deltaMode === 0 ? 1 : WHEEL_PX;
      const { sum, at } = wheel.current;
      const total = (Math.sign(sum) === Math.sign(event.deltaY) ? sum : 0) + event.deltaY * lines;
      const isDue = Math.abs(total) >= WHEEL_PX && event.timeStamp - at >= WHEEL_MS;
      wheel.current = isDue ? { sum: 0, at: event.timeStamp } : { sum: total, at };
      if (isDue) latest.current.change({ kind: 'rotate', quarters: total > 0 ? 1 : -1 });
    };
    element?.addEventListener('touchmove', hold, { passive: false });
    element?.addEventListener('wheel', turn, { passive: false });
    return () => {
      element?.removeEventListener('touchmove', hold);
      element?.removeEventListener('wheel', turn);
    };
  }, []);

  /** The middle of a piece that is dragged out of the tray to a point. */
  const dragMiddle = (point: Square, piece: string, turn: number, event: PointerEvent<SVGSVGElement>) => {
    const { x, y } = boardPoint(point);
    if (event.pointerType === 'mouse') return { x, y };
    const pixels = CELL * (event.currentTarget.getScreenCTM?.()?.a ?? 1);
    return { x, y: y - sizeOf(turnedPiece(piece, turn)).height / 2 - LIFT_PX / pixels };
  };

  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    const held = placing.inHand();
    if (event.pointerType === 'touch') {
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (held && fingers.current.size === 2) {
        twist.current = { angle: angleOf(fingers.current), since: event.timeStamp, turned: false };
        press.current = null;
        return;
      }
    }
    if (event.button !== 0 || !event.isPrimary) return;
    const point = pointIn(event);
    const inTray = event.target instanceof Element ? event.target.closest('[data-piece]') : null;
    const piece = inTray?.getAttribute('data-piece') ?? held?.piece;
    if (piece === undefined || (!inTray && !isOnBoard(point, size))) return;
    const start = boardPoint(point);
    const isOnGhost =
      held !== null &&
      ghostSquares(held, size).some(({ x, y }) => x === Math.floor(start.x) && y === Math.floor(start.y));
    press.current = {
      pointerId: event.pointerId,
      byFinger: event.pointerType !== 'mouse',
      client: { x: event.clientX, y: event.clientY },
      start,
      on: inTray ? 'tray' : isOnGhost ? 'ghost' : 'board',
      piece,
      middle: held?.middle ?? start,
      active: false,
    };
  };

  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    if (fingers.current.has(event.pointerId)) {
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (twist.current) return follow(twist.current);
    }
    const held = placing.inHand();
    const point = pointIn(event);
    const current = press.current;
    if (!current || current.pointerId !== event.pointerId) {
      if (held?.stage === 'carried' && event.pointerType === 'mouse') carryTo(point, boardPoint(point));
      return;
    }
    if (!current.active) {
      const far = Math.hypot(event.clientX - current.client.x, event.clientY - current.client.y);
      if (far < (event.pointerType === 'mouse' ? THRESHOLD.mouse : THRESHOLD.other)) return;
      current.active = true;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      if (current.on === 'tray') {
        placing.pick(current.piece, { carriedAt: dragMiddle(point, current.piece, 0, event) });
        setBeside(isOnBoard(point, size) ? null : point);
        return;
      }
    }
    if (current.on === 'tray' && held) return carryTo(point, dragMiddle(point, held.piece, held.turn, event));
    if (held?.stage === 'carried') return carryTo(point, boardPoint(point));
    const at = boardPoint(point);
    placing.carry(
      { x: current.middle.x + at.x - current.start.x, y: current.middle.y + at.y - current.start.y },
      'set',
    );
  };

  const carryTo = (point: Square, middle: Square) => {
    const { x, y } = middle;
    setBeside(x > 0 && y > 0 && x < size && y < size ? null : point);
    placing.carry(middle, 'carried');
  };

  const follow = (current: Twist) => {
    const angle = angleOf(fingers.current);
    const by = ((angle - current.angle + 540) % 360) - 180;
    if (Math.abs(by) < TWIST) return;
    twist.current = { ...current, angle, turned: true };
    placing.change({ kind: 'rotate', quarters: by > 0 ? 1 : -1 });
  };

  const onPointerUp = (event: PointerEvent<SVGSVGElement>) => {
    fingers.current.delete(event.pointerId);
    const twisted = twist.current;
    if (twisted) {
      twist.current = null;
      if (!twisted.turned && event.timeStamp - twisted.since < TAP_MS) placing.change({ kind: 'flip' });
      return;
    }
    const current = press.current;
    press.current = null;
    if (!current || current.pointerId !== event.pointerId) return;
    const isMouse = event.pointerType === 'mouse';
    if (current.active) endDrag(current, isMouse);
    else tap(current, isMouse);
  };

  const endDrag = (current: Press, isMouse: boolean) => {
    const held = placing.inHand();
    setBeside(null);
    if (!held) return;
    const { x, y } = held.middle;
    const isInside = x > -1 && y > -1 && x < size + 1 && y < size + 1;
    if (current.on === 'tray' && !isInside) return placing.putBack();
    // A drag with the mouse is a decision, if it can be one; otherwise the piece waits where it was let go.
    if (!(isMouse && placing.place())) placing.carry(held.middle, 'set');
  };

  const tap = (current: Press, isMouse: boolean) => {
    const held = placing.inHand();
    if (current.on === 'tray') {
      if (held?.piece === current.piece) placing.putBack();
      else placing.pick(current.piece, isMouse ? { carriedAt: current.start } : { by: 'touch' });
      if (isMouse) setBeside(null);
    } else if (isMouse && (held?.stage === 'carried' || current.on === 'ghost')) placing.place();
    else if (current.on === 'ghost') placing.change({ kind: 'rotate', quarters: 1 });
    else placing.carry(current.start, 'set');
  };

  const onPointerCancel = (event: PointerEvent<SVGSVGElement>) => {
    fingers.current.delete(event.pointerId);
    twist.current = null;
    if (press.current?.pointerId !== event.pointerId) return;
    press.current = null;
    setBeside(null);
    if (placing.inHand()?.stage === 'carried') placing.putBack();
  };

  const onContextMenu = (event: MouseEvent) => {
    if (!placing.inHand()) return;
    event.preventDefault();
    // A finger that rests for a moment before it drags asks for a menu, too, and means nothing by it.
    if (press.current?.byFinger) return;
    placing.change({ kind: 'flip' });
  };

  return {
    beside: placing.held?.stage === 'carried' ? beside : null,
    surfaceProps: { ref: surface, onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onContextMenu },
  };
}

/** The pointer in the units of the drawing. */
function pointIn(event: PointerEvent<SVGSVGElement>): Square {
  const matrix = event.currentTarget.getScreenCTM?.()?.inverse();
  const { clientX, clientY } = event;
  if (!matrix) return { x: clientX, y: clientY };
  return {
    x: matrix.a * clientX + matrix.c * clientY + matrix.e,
    y: matrix.b * clientX + matrix.d * clientY + matrix.f,
  };
}

/** The direction from one finger to the other, in degrees. */
function angleOf(fingers: ReadonlyMap<number, Square>): number {
  const [one, other] = [...fingers.values()];
  if (!one || !other) return 0;
  return (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI;
}
