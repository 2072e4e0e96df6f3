// The engine as the analysis asks it: one memory for the whole page, and patience with a busy server.
import { useSyncExternalStore } from 'react';
import { ApiError, analyse } from '../../api/client';
import { type Evaluation, EvaluationStore } from './evaluations';
import { exactAnalysis } from './exact';
import { keyOf, type Origin, queryOf } from './origin';

/** What was found out since the page was opened. */
export const evaluations = new EvaluationStore();

/** Renders again whenever something new is found out. */
export function useEvaluationVersion(): number {
  return useSyncExternalStore(evaluations.subscribe, evaluations.version);
}

/** How long the engine thinks about each position of a graph, in milliseconds. */
export const GRAPH_MS = 180;

/** Statuses by which a server says that it has no engine free at the moment. */
const BUSY = [429, 503];

/** The key under which the answers of an agent about a position are kept; the champion has no name. */
export function evaluationKey(origin: Origin, moves: readonly string[], agent: string): string {
  return `${agent} ${keyOf(origin, moves)}`;
}

export interface Question {
  readonly origin: Origin;
  readonly moves: readonly string[];
  /** The agent's spec; empty for the champion. */
  readonly agent: string;
  readonly ms: number;
  readonly lines: number;
}

/** Asks the engine, waiting a little when it is busy, and keeps the answer. */
export async function askEngine(question: Question, signal: AbortSignal): Promise<Evaluation> {
  const { origin, moves, agent, ms, lines } = question;
  const query = { at: queryOf(origin, moves), time_ms: ms, lines, ...(agent && { agent }) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await analyse(query, { signal });
      const evaluation = { view: answer.exact ? exactAnalysis(answer) : answer, askedMs: ms, lines };
      evaluations.put(evaluationKey(origin, moves, agent), evaluation);
      return evaluation;
    } catch (error) {
      if (!(error instanceof ApiError) || !BUSY.includes(error.status) || attempt === 5) throw error;
      await pause(400 * attempt, signal);
    }
  }
}

/** Waits, unless it is stopped. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('Stopped.', 'AbortError'));
    };
    if (signal.aborted) return stop();
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
