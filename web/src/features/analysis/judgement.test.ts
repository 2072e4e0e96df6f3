// Weak moves: the thresholds, both seats, the end of the game and games for more than two.

import { describe, expect, it } from 'vitest';
import shared from '../../../../crates/arena/tests/data/judgements.json';
import { fakeAnalysis, fakePosition, tableAnswer } from '../../api/fixtures';
import { exactAnalysis } from '../../shared/engine/exact';
import { countGrades, GRADES, gradeOf, judge, judgementWords } from './judgement';

const after = fakePosition(1, 1, 'weak');

describe('judging moves', () => {
  it('has thresholds that fall from mark to mark', () => {
    expect(GRADES.map((info) => info.glyph)).toEqual(['??', '?', '?!']);
    for (const info of GRADES) {
      expect(gradeOf(info.drop)?.grade).toBe(info.grade);
      expect(gradeOf(info.drop - 0.001)?.grade).not.toBe(info.grade);
    }
    expect(gradeOf(0)).toBeNull();
    expect(gradeOf(-1)).toBeNull();
  });

  it('compares what the mover had with what is left', () => {
    const before = fakeAnalysis(0, { strong: 0.7, weak: 0.5 });
    expect(judge(before, 'weak', after, fakeAnalysis(1, { reply: 0.35 }), 2)).toBeNull();
    expect(judge(before, 'weak', after, fakeAnalysis(1, { reply: 0.4 }), 2)?.info.grade).toBe('inaccuracy');
    expect(judge(before, 'weak', after, fakeAnalysis(1, { reply: 0.5 }), 2)?.info.grade).toBe('mistake');
    expect(judge(before, 'weak', after, fakeAnalysis(1, { reply: 0.9 }), 2)?.info.grade).toBe('blunder');
  });

  it('judges both seats alike', () => {
    const drop = (seat: number) =>
      judge(
        fakeAnalysis(seat, { strong: 0.8 }),
        'weak',
        fakePosition(1, 1 - seat, 'weak'),
        fakeAnalysis(1 - seat, { reply: 0.6 }),
        2,
      )?.drop;
    expect(drop(0)).toBeCloseTo(0.4);
    expect(drop(1)).toBe(drop(0));
  });

  it('knows a seat that moves twice', () => {
    const before = fakeAnalysis(0, { strong: 0.8 });
    expect(judge(before, 'weak', fakePosition(1, 0, 'weak'), fakeAnalysis(0, { on: 0.75 }), 2)).toBeNull();
  });

  it('never marks the move that the engine would play', () => {
    expect(judge(fakeAnalysis(0, { weak: 0.9 }), 'weak', after, fakeAnalysis(1, { reply: 1 }), 2)).toBeNull();
  });

  it('takes the result where the move ended the game', () => {
    const before = fakeAnalysis(0, { strong: 0.8 });
    const lost = fakePosition(1, null, 'weak', { returns: [0, 1], points: null, reason: 'x', winner: 1 });
    expect(judge(before, 'weak', lost, null, 2)?.drop).toBeCloseTo(0.8);
    const won = fakePosition(1, null, 'weak', { returns: [1, 0], points: null, reason: 'x', winner: 0 });
    expect(judge(before, 'weak', won, null, 2)).toBeNull();
  });

  it('waits until both positions have a value', () => {
    const before = fakeAnalysis(0, { strong: 0.8 });
    expect(judge(null, 'weak', after, fakeAnalysis(1, { reply: 0.5 }), 2)).toBeNull();
    expect(judge(before, 'weak', after, null, 2)).toBeNull();
    expect(judge({ ...before, value: null }, 'weak', after, fakeAnalysis(1, { reply: 0.5 }), 2)).toBeNull();
  });

  it('goes by the lines with more than two seats', () => {
    const before = fakeAnalysis(0, { strong: 0.6, fair: 0.55, weak: 0.3 });
    const next = fakeAnalysis(1, { reply: 0.2 });
    expect(judge(before, 'fair', after, next, 3)).toBeNull();
    expect(judge(before, 'weak', after, next, 3)?.drop).toBeCloseTo(0.3);
    expect(judge(before, 'worse', after, next, 3)?.drop).toBeCloseTo(0.3);
    expect(judge(fakeAnalysis(0, { strong: 0.6 }), 'weak', after, next, 3)).toBeNull();
  });

  it('says it in words and counts it', () => {
    const judgement = judge(
      fakeAnalysis(0, { strong: 0.8 }),
      'weak',
      after,
      fakeAnalysis(1, { reply: 0.9 }),
      2,
    );
    expect(judgement && judgementWords(judgement)).toBe('Blunder. strong was better (80%).');
    expect(countGrades(judgement ? [judgement, judgement] : []).map(({ count }) => count)).toEqual([2, 0, 0]);
  });

  it('goes by the table where the values are exact', () => {
    const table = exactAnalysis(
      tableAnswer(0, { quick: 'win in 3', slow: 'win in 41', even: '+0.00', bad: 'loss in 60' }),
    );
    const said = (move: string) => {
      const judgement = judge(table, move, after, null, 2);
      return judgement && judgementWords(judgement);
    };
    expect(said('quick')).toBeNull();
    expect(said('slow')).toBeNull();
    expect(said('even')).toBe('Blunder: a win became a draw. quick was better (wins in 3).');
    expect(said('bad')).toBe('Blunder: a win became a loss. quick was better (wins in 3).');
    const even = exactAnalysis(tableAnswer(0, { hold: '+0.00', bad: 'loss in 70' }));
    expect(judge(even, 'bad', after, null, 2)?.info.grade).toBe('blunder');
    // What others think of the position after it does not count against what is known.
    expect(judge(table, 'slow', after, fakeAnalysis(1, { reply: 0.9 }), 2)).toBeNull();
  });

  // The program judges by the same rule; its tests read the same file.
  it.each(shared.cases)('agrees with the program: $name', (told) => {
    const before = fakeAnalysis(told.mover, Object.fromEntries(told.lines));
    const known = told.after;
    const returns = known && 'returns' in known ? known.returns : undefined;
    const looked = known && 'seat' in known ? known : undefined;
    const result = returns ? { returns, points: null, reason: 'x', winner: null } : null;
    const position = fakePosition(1, looked?.seat ?? null, told.played, result);
    const answer = looked?.share === undefined ? null : fakeAnalysis(looked.seat, { reply: looked.share });
    const judgement = judge(before, told.played, position, answer, told.seats);
    expect(judgement?.info.grade ?? null).toBe(told.grade);
    if (judgement) expect(judgement.drop).toBeCloseTo(told.drop ?? Number.NaN, 9);
  });
});
