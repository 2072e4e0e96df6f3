// Keeps a move that was chosen in advance until the turn comes, and plays it then.

import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { MoveView, PositionView } from '../api/types';
import type { Premoves } from './contract';
import { resolvePremove } from './premove';

const NONE: readonly string[] = [];

/**
 * The premove's touches, none without one, and how to change them. It is forgotten when moves are taken back
 * and as soon as `premoves` is not given any more: at the end of the game, or for a look at the past.
 */
export function usePremove(
  position: PositionView,
  mayMove: boolean,
  premoves: Premoves | undefined,
  nameOf: (cell: string) => string,
  play: (move: MoveView) => void,
): [readonly string[], (next: readonly string[]) => void] {
  const [premove, setPremove] = useState(NONE);
  const onChange = premoves?.onChange;

  const [lastPly, setLastPly] = useState(position.ply);
  if (position.ply !== lastPly) setLastPly(position.ply);
  const isVoid = !premoves || position.ply < lastPly;
  if (isVoid && premove.length > 0) setPremove(NONE);

  // Before the next picture is painted, so that nothing flickers between the other's move and one's own.
  const isTurn = mayMove && premove.length > 0;
  useLayoutEffect(() => {
    if (!isTurn) return;
    const move = resolvePremove(position.legal, premove);
    setPremove(NONE);
    if (move) play(move);
    else onChange?.({ kind: 'dropped' });
  }, [isTurn, position.legal, premove, play, onChange]);

  const change = useCallback(
    (next: readonly string[]) => {
      setPremove(next);
      const [first] = next;
      if (first !== undefined) onChange?.({ kind: 'chosen', touches: next, from: nameOf(first) });
      else if (premove.length > 0) onChange?.({ kind: 'cancelled' });
    },
    [premove, nameOf, onChange],
  );

  // Escape helps wherever the focus is, but a dialog that it closes comes first.
  useEffect(() => {
    if (premove.length === 0) return;
    const cancel = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || document.querySelector('dialog[open]') !== null;
      if (event.key === 'Escape' && !isTaken) change(NONE);
    };
    window.addEventListener('keydown', cancel);
    return () => window.removeEventListener('keydown', cancel);
  }, [premove, change]);

  return [premove, change];
}
