// Training: after each move against a program, what the table of the game says about it.
import { useEffect, useMemo, useRef, useState } from 'react';
import { isAbort } from '../../api/client';
import type { GameView } from '../../api/types';
import type { Mark } from '../../board';
import { findGame, useCatalog } from '../../common/catalog';
import { askEngine, evaluationKey, evaluations, useEvaluationVersion } from '../../common/engine/engine';
import type { Origin } from '../../common/engine/origin';
import { useTable } from '../../common/solved/tablebases';
import { useSettings } from '../../lib/settings';
import { PERFECT, shortVerdict } from '../../lib/verdict';
import { kindOf, type Lesson, lessonOf, pliesToAsk, type Tally, tallyOf, trainee } from './training';

/** More lines than any position of a solved game has moves. */
const ALL_LINES = 500;
/** A table answers at once. */
const ASK_MS = 300;

export interface Training {
  /** Whether it can be had in this game at all. */
  readonly isOffered: boolean;
  readonly isOn: boolean;
  readonly tally: Tally;
  /** What to say about the last move; `null` for nothing. */
  readonly lesson: Lesson | null;
  /** Whether the table did not answer. */
  readonly hasFailed: boolean;
  /** The best move of the position that is looked at, once it was asked for. */
  readonly marks: Mark[] | null;
  readonly showBest: (lesson: Lesson) => void;
}

/** Follows a game. `lookingAt` is the position of the past that is shown. */
export function useTraining(game: GameView, lookingAt: number | null): Training {
  const { catalog } = useCatalog();
  const info = findGame(catalog, game.game);
  const seat = trainee(game, info);
  const table = useTable(seat === null ? null : info);
  const wanted = useSettings((settings) => settings.training);
  const isOffered = seat !== null && table.view?.state === 'ready';
  const isOn = isOffered && wanted;

  useEvaluationVersion();
  const [hasFailed, setFailed] = useState(false);
  const [shown, setShown] = useState<Lesson | null>(null);
  const origin = useMemo<Origin>(
    () => ({
      game: game.game,
      variant: game.variant,
      players: game.seats.length,
      ...(game.start !== null && { position: game.start }),
    }),
    [game.game, game.variant, game.seats.length, game.start],
  );
  const texts = game.moves.map((played) => played.move);
  const viewAt = (ply: number) =>
    evaluations.withLines(evaluationKey(origin, texts.slice(0, ply), PERFECT), ALL_LINES)?.view ?? null;
  const plies = seat === null || !isOn || !table.isReady ? [] : pliesToAsk(game, seat);
  const missing = plies.filter((ply) => viewAt(ply) === null);

  const latest = useRef({ texts, missing });
  latest.current = { texts, missing };
  const key = missing.length === 0 ? '' : `${texts.join(' ')} ${missing.join(' ')}`;
  useEffect(() => {
    if (key === '') return;
    const controller = new AbortController();
    const [ply] = latest.current.missing;
    if (ply === undefined) return;
    // One at a time: each answer brings a new key, and with it the next question.
    askEngine(
      { origin, moves: latest.current.texts.slice(0, ply), agent: PERFECT, ms: ASK_MS, lines: ALL_LINES },
      controller.signal,
    ).then(
      () => setFailed(false),
      (error: unknown) => {
        if (!isAbort(error)) setFailed(true);
      },
    );
    return () => controller.abort();
  }, [key, origin]);

  const lessons = plies.flatMap((ply) => {
    const [view, played] = [viewAt(ply), texts[ply]];
    const lesson = view && played !== undefined ? lessonOf(view, ply, played) : null;
    return lesson ? [lesson] : [];
  });

  // A slip that was taken back was a slip all the same.
  const slips = useRef(new Set<string>());
  const standing = new Set(lessons.filter((one) => kindOf(one) === 'slip').map((one) => slipKey(texts, one)));
  for (const slip of standing) slips.current.add(slip);

  // After taking back one thinks about the next move and needs no word about the last one.
  const before = useRef(game.moves.length);
  const quietBelow = useRef(0);
  if (game.moves.length < before.current) quietBelow.current = game.moves.length;
  before.current = game.moves.length;

  const last = lessons.find(({ ply }) => ply === plies[0] && ply < texts.length) ?? null;
  const isFresh = last !== null && last.ply >= Math.max(texts.length - 2, quietBelow.current);
  // Who has just won knows it.
  const hasWon = game.result !== null && game.result.winner === seat;
  return {
    isOffered,
    isOn,
    tally: tallyOf(lessons, slips.current.size - standing.size),
    lesson: isOn && isFresh && !hasWon ? last : null,
    hasFailed,
    marks:
      isOn && shown && lookingAt === shown.ply
        ? [{ move: shown.best, tone: 'best', label: shortVerdict(shown.had) }]
        : null,
    showBest: setShown,
  };
}

function slipKey(texts: readonly string[], { ply }: Lesson): string {
  return texts.slice(0, ply + 1).join(' ');
}
