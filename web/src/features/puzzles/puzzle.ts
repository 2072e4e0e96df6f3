// What a puzzle asks for and what a try at it is worth. Everything here is pure.

import type { AnalysisView, PuzzleView } from '../../api/types';
import { judgedMoves } from '../../common/engine/exact';

/** The difficulties, the easiest first; the server counts them from 1. */
export const DIFFICULTIES = ['Very easy', 'Easy', 'Medium', 'Hard', 'Very hard'] as const;

/** A difficulty that there is. */
export function clampDifficulty(difficulty: number): number {
  return Math.min(Math.max(1, Math.round(difficulty) || 1), DIFFICULTIES.length);
}

/** Addresses with short numbers are easy to pass on, and nobody solves a million puzzles. */
const SEEDS = 1_000_000;

/** A seed that nobody has chosen. `lot` is a number below 1. */
export function freshSeed(lot: number): number {
  return Math.floor(lot * SEEDS);
}

/** Which puzzle is meant. */
export interface PuzzleKey {
  readonly game: string;
  readonly difficulty: number;
  readonly seed: number;
  readonly variant?: string | undefined;
}

/** The address of a puzzle. */
export function puzzleAddress({ game, difficulty, seed, variant }: PuzzleKey): string {
  const query = variant ? `?variant=${encodeURIComponent(variant)}` : '';
  return `/puzzles/${encodeURIComponent(game)}/${difficulty}/${seed}${query}`;
}

/** What an address says; `null` unless it names a puzzle whole. */
export function readPuzzle(
  params: { game?: string | undefined; difficulty?: string | undefined; seed?: string | undefined },
  search: string,
): PuzzleKey | null {
  const { game, difficulty = '', seed = '' } = params;
  if (!game || !/^[1-5]$/.test(difficulty) || !/^\d{1,15}$/.test(seed)) return null;
  const variant = new URLSearchParams(search).get('variant') ?? undefined;
  return { game, difficulty: Number(difficulty), seed: Number(seed), variant };
}

/** What a try does. */
export type Attempt =
  | { readonly kind: 'right' }
  /** It wins, but not within what is left. */
  | { readonly kind: 'slow'; readonly plies: number }
  | { readonly kind: 'draw' }
  | { readonly kind: 'loss'; readonly plies: number };

/** How many plies are left to win after `played` moves. */
export function pliesLeft(puzzle: PuzzleView, played: number): number {
  return puzzle.plies - played;
}

/** What a move does that is tried with so many plies left; `null` if the table does not know it. */
export function attempt(view: AnalysisView, move: string, left: number): Attempt | null {
  const verdict = judgedMoves(view).find(({ line }) => line.move === move)?.verdict;
  if (!verdict) return null;
  if (verdict.outcome === 'draw') return { kind: 'draw' };
  if (verdict.outcome === 'loss') return { kind: 'loss', plies: verdict.plies };
  return verdict.plies <= left ? { kind: 'right' } : { kind: 'slow', plies: verdict.plies };
}

/** Why a try was not the right one. */
export function attemptWords(move: string, tried: Exclude<Attempt, { kind: 'right' }>, left: number): string {
  switch (tried.kind) {
    case 'slow':
      return `${move} still wins, but takes ${tried.plies} rather than ${left}. Try again.`;
    case 'draw':
      return `${move} only draws. Try again.`;
    case 'loss':
      return `${move} loses in ${tried.plies}. Try again.`;
  }
}

/** `win in 5`, and at the end `win at once`. */
export function taskWords(left: number): string {
  return left <= 1 ? 'win at once' : `win in ${left}`;
}
