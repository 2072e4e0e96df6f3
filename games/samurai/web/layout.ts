// Where everything lies in the drawing: the map, and below it the tray with the hand and the room for words and
// buttons. In units of which a hex is 100 wide. The map does not turn: north is up for everyone.

import type { Point } from '@ludwerk/web/board';
import type { CSSProperties } from 'react';
import { type Space, spacesFor, type Terrain } from './map';

/** From the middle of a hex to a corner, and to a side. */
export const RADIUS = 50;
const ROW = RADIUS * Math.sqrt(3);
const MARGIN = 14;

/** What the board is drawn for: with tray and words for a large or a small screen, or as a mere picture. */
export type Shape = 'picture' | 'wide' | 'tall';

export function shapeOf({ wide, preview }: { wide: boolean; preview: boolean }): Shape {
  return preview ? 'picture' : wide ? 'wide' : 'tall';
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface MapLayout {
  width: number;
  height: number;
  /** The middle of each space, by its id. */
  points: readonly Point[];
  /** The corner of the map in which nothing lies, from the upper left. */
  corner: Box;
}

export interface BoardLayout extends MapLayout {
  /** The height with tray and words. */
  total: number;
  tray: Box;
  words: Box;
  /** The corner radius of the tiles in the tray, and how many lie in a row. */
  tile: number;
  perRow: number;
}

/** The empty corner, in widths of half a hex: found by trying, checked by a test. */
const CORNERS: Readonly<Record<number, readonly [number, number]>> = {
  2: [11.6, 9.4],
  3: [14.4, 12.2],
  4: [16.4, 20],
};

/** The same at the lower right; there is room for the tray where more than two play. */
const LOWER_CORNERS: Readonly<Record<number, readonly [number, number]>> = { 3: [10, 9.3], 4: [10, 12.3] };

const maps = new Map<number, MapLayout>();

/** The map for so many players. */
export function mapLayout(players: number): MapLayout {
  const known = maps.get(players);
  if (known) return known;
  const raw = spacesFor(players).map(rawPoint);
  const left = Math.min(...raw.map(({ x }) => x)) - RADIUS - MARGIN;
  const top = Math.min(...raw.map(({ y }) => y)) - ROW / 2 - MARGIN;
  const points = raw.map(({ x, y }) => ({ x: round(x - left), y: round(y - top) }));
  const [across, down] = CORNERS[players] ?? [0, 0];
  const made: MapLayout = {
    points,
    width: round(Math.max(...points.map(({ x }) => x)) + RADIUS + MARGIN),
    height: round(Math.max(...points.map(({ y }) => y)) + ROW / 2 + MARGIN),
    corner: { x: MARGIN, y: MARGIN, width: across * RADIUS, height: down * RADIUS },
  };
  maps.set(players, made);
  return made;
}

/** The whole drawing. What is not the map keeps its size on the screen, however large the map is. */
export function layoutOf(players: number, shape: Shape): BoardLayout {
  const map = mapLayout(players);
  const { width, height } = map;
  const nothing = { x: 0, y: height, width: 0, height: 0 };
  if (shape === 'picture')
    return { ...map, total: height, tray: nothing, words: nothing, tile: 0, perRow: 5 };
  const lower = LOWER_CORNERS[players];
  if (shape === 'wide' && lower) {
    const [across, down] = [lower[0] * RADIUS, lower[1] * RADIUS];
    const tray = { x: width - across, y: height - down, width: across - MARGIN, height: 284 };
    const words = { ...tray, y: tray.y + tray.height, height: down - tray.height - MARGIN };
    return { ...map, total: height, tray, words, tile: 72, perRow: 3 };
  }
  if (shape === 'wide') {
    const scale = height / 1200;
    const strip = 150 * scale;
    const tile = 62 * scale;
    const tray = { x: 0, y: height + 10 * scale, width: width * 0.56, height: strip };
    const words = { x: tray.width, y: tray.y, width: width - tray.width, height: strip };
    return { ...map, total: tray.y + strip, tray, words, tile, perRow: 5 };
  }
  const scale = width / 1100;
  const tray = { x: 0, y: height + 8 * scale, width, height: 196 * scale };
  const words = { x: 0, y: tray.y + tray.height, width, height: 225 * scale };
  return { ...map, total: words.y + words.height, tray, words, tile: 94 * scale, perRow: 5 };
}

/** The middles of so many tiles in the tray, in as many rows as they need. */
export function trayPoints(layout: BoardLayout, count: number): { points: Point[]; tile: number } {
  const { tray } = layout;
  const perRow = Math.max(1, Math.min(count, layout.perRow));
  const rows = Math.max(1, Math.ceil(count / perRow));
  const step = Math.min(layout.tile * 2.12, (tray.width * 0.975) / perRow);
  const tile = Math.min(layout.tile, step / 2.08, tray.height / rows / 1.92);
  const left = tray.x + (tray.width - step * (perRow - 1)) / 2;
  const points = Array.from({ length: count }, (_, index) => ({
    x: round(left + (index % perRow) * step),
    y: round(tray.y + (tray.height / rows) * (Math.floor(index / perRow) + 0.5)),
  }));
  return { points, tile };
}

/** Where the figures of a settlement stand around its middle, and how large they are. A city has a name as well. */
export function figurePlaces(count: number, terrain: Terrain | undefined): { at: Point; scale: number }[] {
  if (count === 1) {
    return terrain === 'village'
      ? [{ at: { x: 0, y: -5 }, scale: 1.2 }]
      : [{ at: { x: 0, y: 0 }, scale: 0.92 }];
  }
  if (count === 2) return [-21, 21].map((x) => ({ at: { x, y: -2 }, scale: 0.84 }));
  return [
    { at: { x: -25, y: 3 }, scale: 0.74 },
    { at: { x: 0, y: -21 }, scale: 0.74 },
    { at: { x: 25, y: 3 }, scale: 0.74 },
  ].slice(0, count);
}

/** The outline of a flat hex around its middle, `inset` from its sides. */
export function hexPath(inset = 0, radius = RADIUS): string {
  const reach = radius - (inset * 2) / Math.sqrt(3);
  const corners = [0, 60, 120, 180, 240, 300].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return `${round(reach * Math.cos(angle))} ${round(reach * Math.sin(angle))}`;
  });
  return `M${corners.join('L')}Z`;
}

function rawPoint({ q, r }: Space): Point {
  return { x: 1.5 * q * RADIUS, y: ROW * (r + q / 2) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A part of the drawing as a part of the board's room. */
export function boxStyle(box: Box, { width, total }: BoardLayout): CSSProperties {
  return {
    left: `${(box.x / width) * 100}%`,
    top: `${(box.y / total) * 100}%`,
    width: `${(box.width / width) * 100}%`,
    height: `${(box.height / total) * 100}%`,
  };
}
