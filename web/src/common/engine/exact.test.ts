// Answers out of tables: words, shares and order.
import { describe, expect, it } from 'vitest';
import { fakeAnalysis } from '../../api/fixtures';
import { exactAnalysis, judgedMoves } from './exact';

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
