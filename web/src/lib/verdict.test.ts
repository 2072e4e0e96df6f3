// Exact values: read, said, compared, and how labels on boards are understood.
import { describe, expect, it } from 'vitest';
import { fakeAnalysis } from '../features/analysis/fixtures';
import {
  afterMove,
  compareVerdicts,
  exactAnalysis,
  exactSentence,
  isExactText,
  isPerfect,
  judgedMoves,
  labelOutcome,
  labelWords,
  shortVerdict,
  type Verdict,
  verdictOf,
  verdictWords,
} from './verdict';

const win = (plies: number): Verdict => ({ outcome: 'win', plies });
const loss = (plies: number): Verdict => ({ outcome: 'loss', plies });
const draw: Verdict = { outcome: 'draw', plies: 0 };

describe('verdicts', () => {
  it('are read from what the server says', () => {
    expect(verdictOf({ text: 'win in 23', share: 1 })).toEqual(win(23));
    expect(verdictOf({ text: 'loss in 8', share: 0 })).toEqual(loss(8));
    expect(verdictOf({ text: '+0.00', share: 0.5 })).toEqual(draw);
    expect(verdictOf({ text: 'wins in 3', share: 1 })).toEqual(win(3));
  });

  it('are said in words and in few characters, and read back', () => {
    for (const [verdict, words, short] of [
      [win(23), 'wins in 23', 'W23'],
      [draw, 'draw', '='],
      [loss(8), 'loses in 8', 'L8'],
    ] as const) {
      expect(verdictWords(verdict)).toBe(words);
      expect(shortVerdict(verdict)).toBe(short);
      expect(labelWords(short)).toBe(words);
      expect(labelOutcome(short)).toBe(verdict.outcome);
      expect(isExactText(words)).toBe(true);
    }
    expect(exactSentence('wins in 5', 'Second')).toBe('Second wins in 5');
    expect(exactSentence('draw', 'Second')).toBe('Draw');
    expect(labelOutcome('W7…')).toBe('win');
  });

  it('leave other labels and texts alone', () => {
    for (const text of ['+1.5', '62%', 'W', 'Lb4', '']) {
      expect(labelOutcome(text)).toBeNull();
      expect(labelWords(text)).toBe(text);
    }
    for (const text of ['win in 7', '50%', '+0.00']) expect(isExactText(text)).toBe(false);
  });

  it('are ordered: quick wins, slow ones, draws, slow losses, quick ones', () => {
    const order = [win(1), win(9), draw, loss(12), loss(2)];
    expect([...order].reverse().sort((one, other) => compareVerdicts(other, one))).toEqual(order);
  });

  it('turn round with the move', () => {
    expect(afterMove(win(5))).toEqual(loss(4));
    expect(afterMove(loss(9))).toEqual(win(8));
    expect(afterMove(draw)).toEqual(draw);
  });

  it('are known by the name of the agent', () => {
    expect(isPerfect('perfect')).toBe(true);
    expect(isPerfect('perfect:table=x')).toBe(true);
    expect(isPerfect('perfectly')).toBe(false);
  });
});

describe('an answer out of a table', () => {
  const raw = fakeAnalysis(0, { quick: 1, slow: 1, even: 0.5, bad: 0 });
  const texts = ['win in 3', 'win in 7', '+0.00', 'loss in 4'];
  const view = {
    ...raw,
    value: { share: 1, text: 'win in 3' },
    lines: raw.lines.map((line, index) => ({
      ...line,
      value: { share: line.value.share, text: texts[index] ?? '' },
    })),
  };

  it('has words for values, and nothing between win, draw and loss', () => {
    const exact = exactAnalysis(view);
    expect(exact.lines.map(({ value }) => value.text)).toEqual([
      'wins in 3',
      'wins in 7',
      'draw',
      'loses in 4',
    ]);
    expect(exact.lines.map(({ value }) => value.share)).toEqual([1, 1, 0.5, 0]);
    expect(exact.value).toEqual({ share: 1, text: 'wins in 3' });
  });

  it('lists the moves from the best to the worst, however they come', () => {
    const moves = judgedMoves({ ...view, lines: view.lines.toReversed() });
    expect(moves.map(({ line }) => line.move)).toEqual(['quick', 'slow', 'even', 'bad']);
  });
});
