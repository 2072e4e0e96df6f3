// Remembers which figures were captured or set aside by the moves that are still news.

import { useState } from 'react';
import { type Gain, gainsBetween, type Scene } from './position';

/** A gain, and after how many moves it was there. */
type Noted = Gain & { ply: number };

/** Positions further apart are a jump, of which nothing can be told. */
const NEAR = 2;

/**
 * What has left the board since the person last had a turn, as far as it was seen. `news` is how many of the last
 * moves count as news.
 */
export function useGains(ply: number, news: number, scene: Scene): readonly Gain[] {
  const [last, setLast] = useState<{ ply: number; scene: Scene; noted: readonly Noted[] }>({
    ply,
    scene,
    noted: [],
  });
  if (last.ply === ply && last.scene === scene) return last.noted;
  const step = ply - last.ply;
  const fresh = step > 0 && step <= NEAR ? gainsBetween(last.scene, scene) : [];
  const noted = [
    ...last.noted.filter((gain) => gain.ply <= ply && gain.ply > ply - news),
    ...fresh.map((gain) => ({ ...gain, ply })),
  ];
  setLast({ ply, scene, noted });
  return noted;
}
