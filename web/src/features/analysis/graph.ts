// The geometry of the value graph: scales between plies, shares and pixels, and the paths of the lines.

import type { PlyValue } from '../../common/engine/evaluations';

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Room around the plot, the same on all sides, so that marks at the edge are whole. */
  readonly margin: number;
}

export interface Scale {
  readonly plies: number;
  readonly frame: Frame;
  /** The place of a ply from the left. */
  x(ply: number): number;
  /** The place of a share from the top: 1 at the top, 0 at the bottom. */
  y(share: number): number;
  /** The ply that is nearest to a place. */
  plyAt(x: number): number;
}

export interface Point {
  readonly ply: number;
  readonly share: number;
}

/** What is drawn for one seat. */
export interface Series {
  readonly seat: number;
  readonly points: readonly Point[];
}

export function scaleOf(plies: number, frame: Frame): Scale {
  const { width, height, margin } = frame;
  const [across, down] = [width - 2 * margin, height - 2 * margin];
  const last = Math.max(1, plies);
  return {
    plies,
    frame,
    x: (ply) => margin + (ply / last) * across,
    y: (share) => margin + (1 - Math.min(1, Math.max(0, share))) * down,
    plyAt: (x) => Math.min(plies, Math.max(0, Math.round(((x - margin) / across) * last))),
  };
}

/** The lines to draw: the first seat's for two players, whose shares mirror each other; else one a seat. */
export function seriesOf(values: readonly (PlyValue | null)[], seats: number): Series[] {
  const drawn = seats === 2 ? [0] : Array.from({ length: seats }, (_, seat) => seat);
  return drawn.map((seat) => ({
    seat,
    points: values.flatMap((value, ply) => {
      const share = value?.shares[seat];
      return share === null || share === undefined ? [] : [{ ply, share }];
    }),
  }));
}

/**
 * The points in runs without a hole. With more than two seats each seat is asked only on its own turn, so
 * that up to `seats` plies between two points are no hole.
 */
export function runsOf(series: Series, seats: number): Point[][] {
  const reach = seats === 2 ? 1 : seats;
  const runs: Point[][] = [];
  for (const point of series.points) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && point.ply - last.ply <= reach) run.push(point);
    else runs.push([point]);
  }
  return runs;
}

/** The path of a run of points. */
export function linePath(run: readonly Point[], scale: Scale): string {
  return run
    .map(({ ply, share }, index) => `${index ? 'L' : 'M'}${round(scale.x(ply))} ${round(scale.y(share))}`)
    .join('');
}

/** The area between a run and the middle. */
export function areaPath(run: readonly Point[], scale: Scale): string {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return '';
  const middle = round(scale.y(0.5));
  return `${linePath(run, scale)}L${round(scale.x(last.ply))} ${middle}L${round(scale.x(first.ply))} ${middle}Z`;
}

/**
 * The part of a run above the middle, or below it; elsewhere it lies on the middle. Where the run crosses
 * the middle it gets a point there, so that both halves meet.
 */
export function halfOf(run: readonly Point[], isUpper: boolean): Point[] {
  const crossed = run.flatMap((point, index) => {
    const before = run[index - 1];
    if (!before || (before.share - 0.5) * (point.share - 0.5) >= 0) return [point];
    const way = (0.5 - before.share) / (point.share - before.share);
    return [{ ply: before.ply + way * (point.ply - before.ply), share: 0.5 }, point];
  });
  const clamp = isUpper ? Math.max : Math.min;
  return crossed.map(({ ply, share }) => ({ ply, share: clamp(0.5, share) }));
}

/** Where the marks of the ply axis stand: round numbers, at most about eight of them. */
export function plyTicks(plies: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => plies / each <= 8) ?? 1000;
  return Array.from({ length: Math.floor(plies / step) + 1 }, (_, index) => index * step);
}

/** The ply that a key moves to; `null` for a key that does nothing here. */
export function plyAfterKey(key: string, ply: number, plies: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: ply - 1,
    ArrowRight: ply + 1,
    PageUp: ply - 10,
    PageDown: ply + 10,
    Home: 0,
    End: plies,
  };
  const wanted = steps[key];
  return wanted === undefined ? null : Math.min(plies, Math.max(0, wanted));
}

/** The graph in a sentence, for those who do not see it. */
export function graphSummary(values: readonly (PlyValue | null)[], seatNames: readonly string[]): string {
  const known = values.flatMap((value, ply) => (value ? [{ value, ply }] : []));
  if (known.length === 0) return 'No position has a value yet.';
  const last = known.at(-1);
  const shares = last?.value.shares.map((share, seat) =>
    share === null ? null : `${seatNames[seat] ?? `seat ${seat + 1}`} ${Math.round(share * 100)}%`,
  );
  const plies = values.length - 1;
  const count = `${known.length} of ${plies + 1} positions have a value.`;
  return `${count} After move ${last?.ply ?? 0}: ${shares?.filter((share) => share !== null).join(', ')}.`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
