// Taking up a piece, moving, turning and placing it: by mouse, by finger and by keyboard. A mouse carries the
// piece and places it with a click or at the end of a drag. A finger and the keyboard set it down on the board
// first, where it can still be moved and turned, and it is placed when the person says so.

import { type BoardProps, usePending } from '@ludwerk/web/board';
import type { MoveView } from '@ludwerk/web/types';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import {
  changed,
  coveredNames,
  type Ghost,
  type GhostChange,
  nextPlace,
  placementOf,
  suggestedGhost,
} from './ghost';
import type { Square } from './pieces';
import type { Choices, Placement, Scene } from './position';

/** A piece in the hand of the person. */
export interface Held extends Ghost {
  /** Carried by the mouse, or set down on the board. */
  stage: 'carried' | 'set';
  /** Whether the keyboard took it up, so that the focus goes with it. */
  byKeyboard: boolean;
}

/** A piece that was placed and is not yet in the position. */
export interface Pending {
  ghost: Ghost;
  move: MoveView;
}

export interface Placing {
  held: Held | null;
  /** The move that letting go would make; `null` where it does not fit. */
  placement: Placement | null;
  pending: Pending | null;
  /** Counts the attempts to place it where it does not fit. */
  refusals: number;
  /** What is in hand at this very moment, drawn or not. */
  inHand: () => Held | null;
  pick: (piece: string, how: PickWay) => void;
  change: (change: GhostChange) => void;
  /** Sets the stage as well, in one step. */
  carry: (middle: Square, stage: Held['stage']) => void;
  next: (step: 1 | -1) => void;
  /** Places it, or says that it does not fit; says which. */
  place: () => boolean;
  putBack: () => void;
}

/** Carried from the pointer's place, or set down where it fits. */
export type PickWay = { carriedAt: Square } | { by: 'touch' | 'keyboard' };

type PlacementProps = Pick<BoardProps, 'position' | 'onMove'> & {
  mayMove: boolean;
  scene: Scene;
  choices: Choices;
};

export function usePlacement({ position, mayMove, onMove, scene, choices }: PlacementProps): Placing {
  const [held, showHeld] = useState<Held | null>(null);
  // What is in hand at this very moment: events can come faster than they are drawn.
  const inHand = useRef<Held | null>(null);
  const setHeld = (next: Held | null) => {
    inHand.current = next;
    showHeld(next);
  };
  const [pending, setPending] = usePending<Pending>(position, mayMove);
  const [refusals, setRefusals] = useState(0);
  /** How each piece was turned last. */
  const turns = useRef(new Map<string, number>());

  // Views come again and again with the same position; only another position makes a choice void.
  const key = `${position.ply} ${position.text}`;
  const [last, setLast] = useState({ key, mayMove });
  if (key !== last.key || mayMove !== last.mayMove) {
    setLast({ key, mayMove });
    setHeld(null);
  }

  const middle = scene.size / 2;
  const isFree = mayMove && pending === null;
  const pick = (piece: string, how: PickWay) => {
    if (!isFree || !choices.byPiece.has(piece)) return;
    const turn = turns.current.get(piece) ?? 0;
    if ('carriedAt' in how) {
      setHeld({ piece, turn, middle: how.carriedAt, stage: 'carried', byKeyboard: false });
    } else {
      const near = inHand.current?.middle ?? { x: middle, y: middle };
      const ghost = suggestedGhost(piece, turn, near, choices);
      setHeld({ ...ghost, stage: 'set', byKeyboard: how.by === 'keyboard' });
    }
  };
  /** Changes what is in hand, if there is anything. */
  const keep = (next: (now: Held) => Partial<Held>) => {
    const now = inHand.current;
    if (!now) return;
    const then = { ...now, ...next(now) };
    turns.current.set(then.piece, then.turn);
    setHeld(then);
  };
  return {
    held,
    placement: held && placementOf(held, scene, choices),
    pending,
    refusals,
    inHand: () => inHand.current,
    pick,
    change: (change) =>
      keep((now) => ({
        ...changed(now, change, scene.size),
        // Keys that move it take it from the mouse.
        ...(change.kind === 'step' && { stage: 'set' as const }),
      })),
    carry: (to, stage) => {
      const now = inHand.current;
      if (!now) return;
      const then = { ...now, middle: to, stage };
      const names = (held: Held) => coveredNames(held, scene).join();
      // A pointer moves by pixels, a piece by squares: between them there is nothing to draw.
      if (stage === now.stage && names(then) === names(now)) inHand.current = then;
      else setHeld(then);
    },
    next: (step) => keep((now) => ({ ...nextPlace(now, scene, choices, step), stage: 'set' })),
    place: () => {
      const now = inHand.current;
      if (!now || !isFree) return false;
      const placement = placementOf(now, scene, choices);
      if (!placement) {
        setRefusals((before) => before + 1);
        return false;
      }
      setPending({ ghost: now, move: placement.move });
      setHeld(null);
      onMove?.(placement.move);
      return true;
    },
    putBack: () => setHeld(null),
  };
}

/** Keys that move, turn and place the piece in hand; they hold wherever the focus is, except where one types. */
export function usePlacementKeys(placing: Placing, onPutBack: () => void): void {
  const isHeld = placing.held !== null;
  const act = (event: KeyboardEvent): boolean => {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
    };
    const step = steps[event.key];
    const isButton = event.target instanceof Element && event.target.closest('button') !== null;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (step) placing.change({ kind: 'step', x: step[0], y: step[1] });
    else if (key === 'r') placing.change({ kind: 'rotate', quarters: event.shiftKey ? -1 : 1 });
    else if (key === 'f') placing.change({ kind: 'flip' });
    else if (key === 'n' || key === 'PageDown') placing.next(1);
    else if (key === 'p' || key === 'PageUp') placing.next(-1);
    else if (key === 'Escape') onPutBack();
    else if ((key === 'Enter' || key === ' ') && !isButton) placing.place();
    else return false;
    return true;
  };
  const latest = useRef(act);
  latest.current = act;
  const listen = useCallback((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target instanceof Element && target.closest('input, textarea, select, dialog')) return;
    if (!latest.current(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }, []);
  useLayoutEffect(() => {
    if (!isHeld) return;
    // Before the page's own shortcuts, some of which are the same keys.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [isHeld, listen]);
}
