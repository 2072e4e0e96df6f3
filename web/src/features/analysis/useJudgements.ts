// What the server thinks of the moves of a study: each move is judged once for what is known of it.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { judgeMoves } from '../../api/client';
import type { JudgementView, MoveFindings } from '../../api/types';
import type { Origin } from '../../common/engine/origin';
import { queries, watched } from '../../common/useLoad';

/** How many moves are judged at once. */
const BATCH = 50;

/** The judgements by node; while there is more to be known of a move, the one before stands. */
export function useJudgements(
  { game, variant }: Origin,
  players: number,
  findings: ReadonlyMap<number, MoveFindings>,
): ReadonlyMap<number, JudgementView | null> {
  const told = useRef(new Map<string, JudgementView | null>());
  const latest = useRef(new Map<number, JudgementView | null>());
  const asked = useMemo(
    () => new Map([...findings].map(([node, one]) => [node, JSON.stringify(one)])),
    [findings],
  );
  const missing = [...new Set(asked.values())].filter((key) => !told.current.has(key)).slice(0, BATCH);
  useQuery(
    {
      ...watched<(JudgementView | null)[]>(() => false),
      queryKey: ['judgements', game, variant, players, missing],
      queryFn: async ({ signal }) => {
        const moves = missing.map((key): MoveFindings => JSON.parse(key));
        const judged = await judgeMoves({ game, ...(variant && { variant }), players, moves }, { signal });
        for (const [index, key] of missing.entries()) told.current.set(key, judged[index] ?? null);
        return judged;
      },
      enabled: missing.length > 0,
    },
    queries,
  );
  const version = told.current.size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that more was told.
  return useMemo(() => {
    const standing = (node: number) => latest.current.get(node) ?? null;
    latest.current = new Map(
      [...asked].map(([node, key]) => [
        node,
        told.current.get(key) ?? (told.current.has(key) ? null : standing(node)),
      ]),
    );
    return latest.current;
  }, [asked, version]);
}
