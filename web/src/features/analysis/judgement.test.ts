// Weak moves: what is asked of the server, and how its judgement is said.
import { describe, expect, it } from 'vitest';
import { fakeAnalysis, fakePosition, tableAnswer } from '../../api/fixtures';
import type { JudgementView } from '../../api/types';
import { exactAnalysis } from '../../common/engine/exact';
import { countWords, findingsOf, judgementWords, weakMove } from './judgement';

const after = fakePosition(1, 1, 'weak');
const before = fakeAnalysis(0, { strong: 0.8, weak: 0.5 });
const blunder: JudgementView = { word: 'blunder', mark: '??', kept: 0, loss: 0.8 };

describe('what is known of a move', () => {
  it('is the look before it and the look after it', () => {
    expect(findingsOf(before, 'weak', after, fakeAnalysis(1, { reply: 0.6 }))).toEqual({
      ...{ seat: 0, played: 'weak', best: 'strong', share: 0.8, exact: false },
      lines: [
        ['strong', 0.8],
        ['weak', 0.5],
      ],
      after: { seat: 1, share: 0.6 },
    });
    expect(findingsOf(before, 'weak', after, null)?.after).toBeNull();
  });

  it('is the result where the move ended the game', () => {
    const lost = fakePosition(1, null, 'weak', { returns: [0, 1], points: null, reason: 'x', winner: 1 });
    expect(findingsOf(before, 'weak', lost, null)?.after).toEqual({ returns: [0, 1] });
  });

  it('is nothing for the move that the engine would play, and before it has looked', () => {
    expect(findingsOf(before, 'strong', after, null)).toBeNull();
    expect(findingsOf(null, 'weak', after, null)).toBeNull();
    expect(findingsOf({ ...before, value: null }, 'weak', after, null)).toBeNull();
  });
});

describe('a judgement', () => {
  it('is said in words and counted', () => {
    const judgement = weakMove(before, blunder);
    expect(judgement && judgementWords(judgement)).toBe('Blunder. strong was better (80%).');
    expect(countWords(judgement ? [judgement] : [])).toEqual(['1 blunder (??)']);
    const slip = judgement && { ...judgement, word: 'inaccuracy' as const, mark: '?!' };
    expect(countWords(judgement && slip ? [slip, judgement, slip] : [])).toEqual([
      '1 blunder (??)',
      '2 inaccuracies (?!)',
    ]);
  });

  it('without a mark is not shown', () => {
    expect(weakMove(before, { word: 'good', mark: '', kept: 0.79, loss: 0.01 })).toBeNull();
    expect(weakMove(before, null)).toBeNull();
  });

  it('of exact values says what became of what', () => {
    const table = exactAnalysis(tableAnswer(0, { quick: 'win in 3', even: '+0.00', bad: 'loss in 60' }));
    const said = (kept: number) => {
      const judgement = weakMove(table, { ...blunder, kept });
      return judgement && judgementWords(judgement);
    };
    expect(said(0.5)).toBe('Blunder: a win became a draw. quick was better (wins in 3).');
    expect(said(0)).toBe('Blunder: a win became a loss. quick was better (wins in 3).');
  });
});
