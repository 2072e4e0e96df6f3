// The geometry of the graph: scales, the mirror of the two seats, holes and keys.

import { describe, expect, it } from 'vitest';
import type { PlyValue } from '../../common/engine/evaluations';
import {
  areaPath,
  graphSummary,
  halfOf,
  linePath,
  plyAfterKey,
  plyTicks,
  runsOf,
  scaleOf,
  seriesOf,
} from './graph';

const frame = { width: 320, height: 120, margin: 8 };
const value = (...shares: (number | null)[]): PlyValue => ({ shares, seat: 0, text: '' });

describe('the scale of the graph', () => {
  it('uses the whole frame', () => {
    const scale = scaleOf(10, frame);
    expect([scale.x(0), scale.x(10)]).toEqual([8, 312]);
    expect([scale.y(1), scale.y(0)]).toEqual([8, 112]);
  });

  it('mirrors the shares of two seats about the middle', () => {
    const scale = scaleOf(10, frame);
    for (const share of [0, 0.1, 0.33, 0.5, 0.9, 1]) {
      expect(scale.y(share) + scale.y(1 - share)).toBeCloseTo(2 * scale.y(0.5));
    }
  });

  it('draws the mirrored line for the other seat', () => {
    const scale = scaleOf(3, frame);
    const shares = [0.5, 0.8, 0.1, 1];
    const heights = (all: number[]) =>
      [
        ...linePath(
          all.map((share, ply) => ({ ply, share })),
          scale,
        ).matchAll(/ ([\d.]+)/g),
      ].map(([, y]) => Number(y));
    const mirrored = heights(shares.map((share) => 1 - share));
    heights(shares).forEach((y, index) => {
      expect(y + (mirrored[index] ?? 0)).toBeCloseTo(frame.height, 1);
    });
  });

  it('finds the ply back from its place, and the nearest one beside it', () => {
    for (const plies of [1, 2, 7, 120]) {
      const scale = scaleOf(plies, frame);
      for (let ply = 0; ply <= plies; ply += 1) expect(scale.plyAt(scale.x(ply))).toBe(ply);
    }
    const scale = scaleOf(4, frame);
    expect(scale.plyAt(-50)).toBe(0);
    expect(scale.plyAt(1000)).toBe(4);
    expect(scaleOf(0, frame).plyAt(200)).toBe(0);
  });

  it('keeps a share that is out of bounds inside', () => {
    const scale = scaleOf(1, frame);
    expect(scale.y(1.2)).toBe(scale.y(1));
    expect(scale.y(-0.2)).toBe(scale.y(0));
  });
});

describe('the lines of the graph', () => {
  it('are one for two seats and one each for more', () => {
    expect(seriesOf([value(0.6, 0.4)], 2).map(({ seat }) => seat)).toEqual([0]);
    const three = seriesOf([value(0.5, null, null), value(null, 0.2, null), null], 3);
    expect(three.map(({ points }) => points.length)).toEqual([1, 1, 0]);
  });

  it('break where values are missing', () => {
    const [series] = seriesOf([value(0.5, 0.5), value(0.6, 0.4), null, value(0.7, 0.3)], 2);
    expect(series && runsOf(series, 2).map((run) => run.length)).toEqual([2, 1]);
  });

  it('reach from turn to turn with more seats', () => {
    const values = [0, 1, 2, 3, 4, 5].map((ply) =>
      value(...[0, 1, 2].map((seat) => (ply % 3 === seat ? 0.4 : null))),
    );
    expect(seriesOf(values, 3).map((series) => runsOf(series, 3).length)).toEqual([1, 1, 1]);
  });

  it('close their area on the middle', () => {
    const scale = scaleOf(1, frame);
    const run = [
      { ply: 0, share: 1 },
      { ply: 1, share: 0 },
    ];
    expect(areaPath(run, scale)).toBe('M8 8L312 112L312 60L8 60Z');
    expect(areaPath([], scale)).toBe('');
  });
});

describe('the halves of a run', () => {
  const run = [
    { ply: 0, share: 0.75 },
    { ply: 1, share: 0.25 },
    { ply: 3, share: 0.5 },
  ];

  it('meet on the middle', () => {
    expect(halfOf(run, true).map(({ ply, share }) => [ply, share])).toEqual([
      [0, 0.75],
      [0.5, 0.5],
      [1, 0.5],
      [3, 0.5],
    ]);
  });

  it('swap when the seats do', () => {
    const mirrored = run.map(({ ply, share }) => ({ ply, share: 1 - share }));
    const swapped = halfOf(mirrored, false).map(({ ply, share }) => ({ ply, share: 1 - share }));
    expect(swapped).toEqual(halfOf(run, true));
  });
});

describe('the axis and the keys', () => {
  it('has a few round marks', () => {
    expect(plyTicks(0)).toEqual([0]);
    expect(plyTicks(7)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const plies of [9, 33, 80, 121, 400]) {
      expect(plyTicks(plies).length).toBeLessThanOrEqual(9);
      expect(plyTicks(plies).at(-1)).toBeLessThanOrEqual(plies);
    }
  });

  it('steps and stays inside', () => {
    expect(plyAfterKey('ArrowLeft', 0, 9)).toBe(0);
    expect(plyAfterKey('ArrowRight', 3, 9)).toBe(4);
    expect(plyAfterKey('End', 3, 9)).toBe(9);
    expect(plyAfterKey('PageDown', 3, 9)).toBe(9);
    expect(plyAfterKey('a', 3, 9)).toBeNull();
  });

  it('is told in words', () => {
    expect(graphSummary([null, null], ['A', 'B'])).toMatch(/No position/);
    expect(graphSummary([value(0.5, 0.5), value(0.62, 0.38), null], ['A', 'B'])).toBe(
      '2 of 3 positions have a value. After move 1: A 62%, B 38%.',
    );
  });
});
