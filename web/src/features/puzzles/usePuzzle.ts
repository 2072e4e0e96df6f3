// A puzzle as it is played: tries are judged by the table, the defender answers with what holds out longest.

import { useCallback, useEffect, useRef, useState } from 'react';
import { type ApiError, getLine } from '../../api/client';
import { askTable } from '../../api/tablebases';
import type { AnalysisLine, LineView, MoveView, PositionView, PuzzleView } from '../../api/types';
import { judgedMoves } from '../../common/engine/exact';
import { useLoad } from '../../common/useLoad';
import { attempt, attemptWords, pliesLeft } from './puzzle';
import { afterMistake, afterSolved, changeScore } from './score';

/** How long the defender seems to think, and how long each move of the solution is shown. */
const ANSWER_MS = 600;
const SHOW_MS = 1100;

/** What goes on. */
export type Stage =
  /** The person is to find a move. */
  | 'yours'
  /** A try is being judged, or the defender answers. */
  | 'waiting'
  /** The solution plays by itself. */
  | 'showing'
  | 'solved'
  /** The solution has been shown. */
  | 'shown';

interface Play {
  readonly moves: readonly string[];
  /** The move that is to be judged. */
  readonly tried: string | null;
  /** Why the last try was wrong. */
  readonly wrong: string | null;
  /** 0 for no hint, 1 for the piece, 2 for the move. */
  readonly hint: 0 | 1 | 2;
  /** Whether there was a mistake, or a hint, at any time. */
  readonly erred: boolean;
  readonly hinted: boolean;
  /** Whether the solution plays. */
  readonly shows: boolean;
}

const BEGINNING: Play = {
  moves: [],
  tried: null,
  wrong: null,
  hint: 0,
  erred: false,
  hinted: false,
  shows: false,
};

export interface PuzzlePlay {
  readonly stage: Stage;
  readonly moves: readonly string[];
  /** `null` until the first position has come. */
  readonly position: PositionView | null;
  readonly seatNames: string[];
  readonly left: number;
  readonly wrong: string | null;
  readonly hint: 0 | 1 | 2;
  /** The best move now, where the table has told. */
  readonly best: AnalysisLine | null;
  readonly error: ApiError | null;
  readonly retry: () => void;
  readonly play: (move: MoveView) => void;
  readonly giveHint: () => void;
  readonly showSolution: () => void;
  readonly startOver: () => void;
}

/** Plays a puzzle; `address` tells it from others in the score. */
export function usePuzzle(puzzle: PuzzleView, address: string): PuzzlePlay {
  const [play, setPlay] = useState<Play>(BEGINNING);
  const { moves, tried, shows } = play;
  const place = {
    game: puzzle.game,
    variant: puzzle.variant,
    position: puzzle.position,
    ...(moves.length > 0 && { moves: [...moves] }),
  };
  const key = JSON.stringify(place);
  const line = useLoad('line', key, (signal) => getLine({ ...place, from: moves.length }, { signal }));
  const now = line.data?.positions.at(-1) ?? null;
  // What was shown last stays until the next position has come.
  const kept = useRef<LineView | null>(null);
  if (line.data) kept.current = line.data;
  const isOver = now !== null && now.result !== null;
  const table = useLoad('exact values', now && !isOver ? key : null, (signal) => askTable(place, { signal }));
  const best = table.data ? (judgedMoves(table.data)[0]?.line ?? null) : null;
  const isYours = now !== null && !isOver && now.to_move === puzzle.seat && !shows;
  const left = pliesLeft(puzzle, moves.length);

  // A try is judged as soon as the table has told of the position.
  const { data } = table;
  useEffect(() => {
    if (tried === null || !data) return;
    const worth = attempt(data, tried, left);
    if (worth === null || worth.kind === 'right') {
      setPlay((before) => ({
        ...before,
        moves: [...before.moves, tried],
        tried: null,
        wrong: null,
        hint: 0,
      }));
      return;
    }
    changeScore((score) => afterMistake(score, address));
    setPlay((before) => ({ ...before, tried: null, wrong: attemptWords(tried, worth, left), erred: true }));
  }, [tried, data, left, address]);

  // The defender, and the solution, play the best that there is.
  const isAutomatic = now !== null && !isOver && !isYours;
  const answer = isAutomatic ? (best?.move ?? null) : null;
  useEffect(() => {
    if (answer === null) return;
    const timer = setTimeout(
      () => setPlay((before) => ({ ...before, moves: [...before.moves, answer] })),
      shows ? SHOW_MS : ANSWER_MS,
    );
    return () => clearTimeout(timer);
  }, [answer, shows]);

  const isSolved = isOver && !shows;
  const manner = play.erred ? 'late' : play.hinted ? 'hinted' : 'alone';
  useEffect(() => {
    if (isSolved) changeScore((score) => afterSolved(score, address, manner));
  }, [isSolved, address, manner]);

  const showSolution = useCallback(() => {
    changeScore((score) => afterMistake(score, address));
    setPlay({ ...BEGINNING, erred: true, shows: true });
  }, [address]);

  const stage: Stage = isOver
    ? shows
      ? 'shown'
      : 'solved'
    : shows
      ? 'showing'
      : isYours && tried === null
        ? 'yours'
        : 'waiting';
  const { reload: reloadLine } = line;
  const { reload: reloadTable } = table;
  return {
    stage,
    moves,
    position: kept.current?.positions.at(-1) ?? null,
    seatNames: kept.current?.seat_names ?? [],
    left,
    wrong: play.wrong,
    hint: play.hint,
    best: isYours ? best : null,
    error: line.error ?? table.error,
    retry: line.error ? reloadLine : reloadTable,
    play: ({ move }) => setPlay((before) => ({ ...before, tried: move, wrong: null })),
    giveHint: () =>
      setPlay((before) => ({ ...before, hint: before.hint === 0 ? 1 : 2, hinted: true, wrong: null })),
    showSolution,
    // What was looked up once does not count as found alone.
    startOver: () => setPlay((before) => ({ ...BEGINNING, erred: before.erred, hinted: before.hinted })),
  };
}
