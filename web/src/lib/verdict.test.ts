// Exact values: read, said, compared, and how labels on boards are understood.
import { describe, expect, it } from 'vitest';
import {
  afterMove,
  compareVerdicts,
  exactSentence,
  isExactText,
  isPerfect,
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
