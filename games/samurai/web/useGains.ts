// Remembers which figures were captured or set aside by the last move that was seen.

import { useState } from 'react';
import { type Gain, gainsBetween, type Scene } from './position';

const NOTHING: readonly Gain[] = [];

/** What has left the board with the step from the position before to this one; nothing after a jump or a way back. */
export function useGains(ply: number, scene: Scene): readonly Gain[] {
  const [last, setLast] = useState({ ply, scene, gains: NOTHING });
  if (last.ply === ply && last.scene === scene) return last.gains;
  const step = ply - last.ply;
  const gains = step > 0 && step <= 2 ? gainsBetween(last.scene, scene) : step === 0 ? last.gains : NOTHING;
  setLast({ ply, scene, gains });
  return gains;
}
