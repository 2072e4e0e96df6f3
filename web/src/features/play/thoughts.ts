// What programs thought of their moves, as the page says it.
import type { GameView, PlayedView, ThinkingView } from '../../api/types';
import { formatCount, formatDuration } from '../../lib/format';

/** Whether thoughts may be told in a game now: where nothing is hidden and nobody is tested, or once it is over. */
export function tellsThoughts(game: GameView): boolean {
  return game.result !== null || (!game.hidden && game.series === null);
}

/** What the program at a seat thought of its last move; `null` before its first, and where it is not told. */
export function lastThought(game: GameView, seat: number): PlayedView | null {
  return game.moves.findLast((played) => played.seat === seat && played.nodes !== null) ?? null;
}

/** A thought in few words, without what says nothing. */
export function thoughtText(
  thought: Pick<ThinkingView, 'depth' | 'nodes' | 'value'> & { ms?: number | null },
): string {
  const { depth, nodes, value, ms = null } = thought;
  const parts = [
    depth !== null && depth > 0 ? `depth ${depth}` : null,
    value?.text ?? null,
    nodes !== null && nodes > 1 ? `${formatCount(nodes)} positions` : null,
    ms === null ? null : ms < 950 ? `${Math.round(ms)} ms` : formatDuration(ms),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
