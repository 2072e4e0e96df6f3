// Tells of each move and of the result: to screen readers, by sound, and in the title of the tab.

import { useEffect, useRef } from 'react';
import type { GameView } from '../../api/types';
import { resultWords } from '../../common/results';
import { playerName } from '../../common/seats/players';
import { useTitle } from '../../lib/hooks';
import { playSound } from '../../lib/sound';
import { announce, toast } from '../../ui';

/** What happened between two views of a game, in words; empty for nothing. */
export function narrate(before: GameView, now: GameView): string {
  const words: string[] = [];
  if (now.moves.length < before.moves.length) {
    words.push(`Taken back to move ${now.moves.length}.`);
  }
  for (const { seat, move } of now.moves.slice(before.moves.length)) {
    words.push(seat === null ? `${move}.` : `${now.seats[seat]?.name ?? `Seat ${seat + 1}`}: ${move}.`);
  }
  if (now.result && !before.result) {
    const { headline, reason } = resultWords(now.result, now.seats, now.you);
    words.push(`${headline}. ${reason}`);
  } else if (words.length > 0 && now.position.to_move !== null) {
    const mover = now.position.to_move;
    const yours = now.you.length === 1 && now.you[0] === mover;
    words.push(yours ? 'Your move.' : `${now.seats[mover]?.name} to move.`);
  }
  if (now.offer && !now.offer.yours && !before.offer) {
    const asker = now.seats[now.offer.by];
    words.push(`${asker ? playerName(asker) : 'The other player'} asks to ${now.offer.kind}.`);
  }
  return words.join(' ');
}

const DECLINED = 'Your request was declined or withdrawn.';

/** Whether the other has just said no to what one asked; a move answers a request, too. */
export function wasDeclined(before: GameView, now: GameView): boolean {
  return before.offer?.yours === true && now.offer === null && now.moves.length === before.moves.length;
}

/** The title of the tab: whose turn it is is what one wants to know from afar. */
export function tabTitle(game: GameView | null): string {
  if (!game) return 'Game';
  if (game.result) return `${resultWords(game.result, game.seats, game.you).headline} · ${game.title}`;
  const mover = game.position.to_move;
  return mover !== null && game.you.length === 1 && game.you[0] === mover
    ? `Your move · ${game.title}`
    : game.title;
}

/** Narrates the game from now on. */
export function useNarration(game: GameView | null): void {
  const last = useRef<GameView | null>(null);
  useTitle(tabTitle(game));
  useEffect(() => {
    const before = last.current;
    last.current = game;
    if (!game || !before || before.id !== game.id) return;
    const words = narrate(before, game);
    if (words !== '') announce(words);
    if (wasDeclined(before, game)) toast(DECLINED);
    if (game.result && !before.result) playSound('end');
    else if (game.moves.length > before.moves.length) {
      playSound(game.position.last?.kind === 'capture' ? 'capture' : 'move');
    } else if (game.moves.length < before.moves.length || (game.offer && !before.offer)) playSound('notice');
  }, [game]);
}
