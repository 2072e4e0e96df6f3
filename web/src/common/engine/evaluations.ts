// What the engine found out, kept in memory for each position, and what it means for each seat.

import type { AnalysisView, PositionView } from '../../api/types';
import { isExactText, shortVerdict, verdictOf } from '../../lib/verdict';

/** An answer of the engine with what it was asked. */
export interface Evaluation {
  readonly view: AnalysisView;
  readonly askedMs: number;
  readonly lines: number;
}

/** How many positions are kept; the ones that were stored first go first. */
const CAPACITY = 4000;

/** The answers by position and agent. It tells its listeners about each change, so that views can follow. */
export class EvaluationStore {
  #entries = new Map<string, Evaluation[]>();
  #listeners = new Set<() => void>();
  #version = 0;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Counts the changes. */
  version = (): number => this.#version;

  /** The answer that thought longest, whatever the number of lines. */
  best(key: string): Evaluation | null {
    const all = this.#entries.get(key) ?? [];
    return all.reduce<Evaluation | null>(
      (best, each) => (!best || each.askedMs > best.askedMs ? each : best),
      null,
    );
  }

  /** The answer that thought longest among those with at least so many lines. */
  withLines(key: string, lines: number): Evaluation | null {
    const all = (this.#entries.get(key) ?? []).filter((each) => each.lines >= lines);
    return all.reduce<Evaluation | null>(
      (best, each) => (!best || each.askedMs > best.askedMs ? each : best),
      null,
    );
  }

  /** Keeps an answer, unless a longer thought with as many lines is there already. */
  put(key: string, evaluation: Evaluation): void {
    const all = this.#entries.get(key) ?? [];
    if (all.some((each) => each.lines >= evaluation.lines && each.askedMs > evaluation.askedMs)) return;
    const others = all.filter((each) => each.lines > evaluation.lines || each.askedMs > evaluation.askedMs);
    this.#entries.delete(key);
    this.#entries.set(key, [...others, evaluation]);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= CAPACITY) break;
      this.#entries.delete(oldest);
    }
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** The share of the win that `seat` expects; `null` where the answer says nothing about it. */
export function shareFor(view: AnalysisView, seat: number, seats: number): number | null {
  if (!view.value) return null;
  if (view.seat === seat) return view.value.share;
  return seats === 2 ? 1 - view.value.share : null;
}

/** What is known of one position of a line. */
export interface PlyValue {
  /** The share of each seat; `null` where it is not known. */
  readonly shares: readonly (number | null)[];
  /** Whose words `text` are; `null` for a result. */
  readonly seat: number | null;
  readonly text: string;
}

/** The value of a position: the result at the end, otherwise what the engine says. */
export function plyValue(position: PositionView, view: AnalysisView | null, seats: number): PlyValue | null {
  if (position.result) return { shares: position.result.returns, seat: null, text: position.result.reason };
  if (!view?.value) return null;
  const shares = Array.from({ length: seats }, (_, seat) => shareFor(view, seat, seats));
  return { shares, seat: view.seat, text: view.value.text };
}

/**
 * A value in few characters, to be written on a board: `+11` for `+11.00`, `+1.5` for `+1.50`, `W7` for
 * `win in 7`, `L12` for `loss in 12`; of exact values also `=` for a draw.
 */
export function shortValue(text: string): string {
  if (isExactText(text)) return shortVerdict(verdictOf({ text, share: 0.5 }));
  const end = /^(w)in in (\d+)$|^(l)oss in (\d+)$/.exec(text);
  if (end) return `${end[1] ?? end[3]}${end[2] ?? end[4]}`.toUpperCase();
  const number = /^([+-−])(\d+)\.(\d+)$/.exec(text);
  if (!number) return text;
  const [, sign, whole = '', part = ''] = number;
  return whole.length > 1 ? `${sign}${whole}` : `${sign}${whole}.${part.slice(0, 1)}`;
}

/** The steps in which the engine thinks longer and longer about the position shown, in milliseconds. */
export function thinkingSteps(limitMs: number): number[] {
  const steps = [300, 1000, 3000, 10_000, 30_000].filter((step) => step < limitMs);
  return [...steps, limitMs];
}

/**
 * Whether the engine came to an end by itself: it used far less than it was given, so that more time would
 * change nothing.
 */
export function isSettled({ view, askedMs }: Evaluation): boolean {
  return view.ms < askedMs / 2;
}
