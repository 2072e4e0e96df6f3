// A small picture of a game's last position, fetched when it comes into sight.

import { type JSX, useEffect, useRef, useState } from 'react';
import { getGame } from '../../api/client';
import type { GameSummary, GameView } from '../../api/types';
import { GameBoard } from '../../board';
import { Icon, Skeleton } from '../../ui';
import css from './GameRow.module.css';

/** Views by game and last change, so that going back to the library shows them at once. */
const views = new Map<string, GameView>();

/** The game as this browser may see it, once `element` has come into sight. */
export function useGameView(game: GameSummary) {
  const key = `${game.id} ${game.updated}`;
  const element = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<GameView | null>(() => views.get(key) ?? null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const known = views.get(key);
    setView(known ?? null);
    setFailed(false);
    if (known || !element.current) return;
    const controller = new AbortController();
    const fetchView = async () => {
      try {
        const fetched = await getGame(game.id, { signal: controller.signal });
        views.set(key, fetched);
        setView(fetched);
      } catch {
        if (!controller.signal.aborted) setFailed(true);
      }
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void fetchView();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      controller.abort();
    };
  }, [key, game.id]);
  return { element, view, hasFailed };
}

interface GamePreviewProps {
  view: GameView | null;
  hasFailed: boolean;
}

export function GamePreview({ view, hasFailed }: GamePreviewProps): JSX.Element {
  if (hasFailed) {
    return (
      <span className={css.broken}>
        <Icon name="warning" />
      </span>
    );
  }
  if (!view) return <Skeleton width="100%" height="100%" />;
  return (
    <GameBoard
      game={view.game}
      position={view.position}
      orientation={view.viewer ?? 0}
      seatNames={view.seats.map((seat) => seat.name)}
      mayMove={false}
      animate={false}
      preview
      label={`${view.title}, after ${view.moves.length} moves`}
    />
  );
}
