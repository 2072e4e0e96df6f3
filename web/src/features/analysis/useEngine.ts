// The two ways in which a study uses the engine: longer and longer about the position shown, and a moment
// about each position of a line.

import { useCallback, useEffect, useRef, useState } from 'react';
import { type ApiError, asApiError, isAbort } from '../../api/client';
import type { PositionView } from '../../api/types';
import {
  askEngine,
  evaluationKey,
  evaluations,
  GRAPH_MS,
  pause,
  useEvaluationVersion,
} from '../../common/engine/engine';
import { type Evaluation, isSettled, thinkingSteps } from '../../common/engine/evaluations';
import type { Origin } from '../../common/engine/origin';

export interface EngineSettings {
  readonly isOn: boolean;
  readonly agent: string;
  readonly lines: number;
}

export interface EngineState {
  readonly evaluation: Evaluation | null;
  readonly isThinking: boolean;
  readonly error: ApiError | null;
  readonly retry: () => void;
}

/** Whether there is anything to think about. */
export function isOpenPosition(position: PositionView): boolean {
  return position.result === null && position.to_move !== null;
}

/** Thinks about the position after `moves` while the engine is on; stops when the position changes. */
export function useEngine(
  origin: Origin,
  moves: readonly string[],
  position: PositionView,
  { isOn, agent, lines }: EngineSettings,
  limitMs: number,
): EngineState {
  useEvaluationVersion();
  const key = evaluationKey(origin, moves, agent);
  const [phase, setPhase] = useState<{ key: string; isThinking: boolean; error: ApiError | null } | null>(
    null,
  );
  const [attempt, setAttempt] = useState(0);
  const isActive = isOn && isOpenPosition(position);
  // The key says all that matters of the place, so that a new object for the same place starts nothing.
  const place = useRef({ origin, moves });
  place.current = { origin, moves };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt means to ask again.
  useEffect(() => {
    if (!isActive) return;
    const controller = new AbortController();
    const { signal } = controller;
    const run = async () => {
      // Whoever steps quickly through a game does not want an engine at every step.
      await pause(120, signal);
      for (const ms of thinkingSteps(limitMs)) {
        const known = evaluations.withLines(key, lines);
        if (known && (known.askedMs >= ms || isSettled(known))) continue;
        await askEngine({ ...place.current, agent, ms, lines }, signal);
      }
    };
    setPhase({ key, isThinking: true, error: null });
    run().then(
      () => !signal.aborted && setPhase({ key, isThinking: false, error: null }),
      (error) => {
        if (isAbort(error) || signal.aborted) return;
        setPhase({ key, isThinking: false, error: asApiError(error) });
      },
    );
    return () => controller.abort();
  }, [key, isActive, agent, lines, limitMs, attempt]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const isCurrent = isActive && phase?.key === key;
  return {
    evaluation: evaluations.withLines(key, lines) ?? evaluations.best(key),
    isThinking: isActive && (!isCurrent || phase.isThinking),
    error: isCurrent ? phase.error : null,
    retry,
  };
}

export interface GraphRun {
  readonly isRunning: boolean;
  readonly done: number;
  readonly total: number;
  readonly error: ApiError | null;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Asks about every position of a line that has no value yet. */
export function useGraphRun(
  origin: Origin,
  moves: readonly string[],
  positions: readonly PositionView[],
  agent: string,
  lines: number,
): GraphRun {
  useEvaluationVersion();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const controller = useRef<AbortController | null>(null);
  const missing = positions.flatMap((position, ply) => {
    if (!isOpenPosition(position)) return [];
    const known = evaluations.best(evaluationKey(origin, moves.slice(0, ply), agent));
    return known && known.askedMs >= GRAPH_MS ? [] : [ply];
  });
  const total = positions.filter(isOpenPosition).length;

  const stop = useCallback(() => {
    controller.current?.abort();
    controller.current = null;
    setRunning(false);
  }, []);
  // Leaving the page, or another agent, ends a run.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the agent is what the run is about.
  useEffect(() => stop, [stop, agent]);

  const start = () => {
    stop();
    const running = new AbortController();
    controller.current = running;
    setRunning(true);
    setError(null);
    const run = async () => {
      for (const ply of missing) {
        await askEngine({ origin, moves: moves.slice(0, ply), agent, ms: GRAPH_MS, lines }, running.signal);
      }
    };
    run()
      .catch((failure) => {
        if (!isAbort(failure) && !running.signal.aborted) setError(asApiError(failure));
      })
      .finally(() => {
        if (controller.current === running) stop();
      });
  };
  return { isRunning, done: total - missing.length, total, error, start, stop };
}
