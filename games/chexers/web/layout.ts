// Where things lie on the drawing: the hexes on a round board, and six segments between their edges and the
// rim, by turns the home of a colour and the goal of another. The seat at the bottom plays upwards.

import type { Point } from '@ludwerk/web/board';
import { COLOURS, EXITS_TO_WIN, exitName, HEXES, type Hex, nameOf } from './hexes';

/** The width of a hex from side to side, and from its middle to a corner. */
export const HEX = 100;
const CORNER = HEX / Math.sqrt(3);
const ROW = (HEX * Math.sqrt(3)) / 2;

/** From the middle to the straight side of a segment: just outside the outermost corners of hexes. */
const INNER = 3 * ROW + CORNER + 5;
/** The radius of the segments, and of the rim around them. */
const OUTER = 386;
export const RIM = 396;
const MARGIN = 4;

/** The board's width and its height without the bar. */
export const SIZE = 2 * (RIM + MARGIN);
export const MIDDLE: Point = { x: SIZE / 2, y: SIZE / 2 };

/** How far from the middle the pieces that have left lie, how far apart, and how much smaller they are. */
const SLOT_RADIUS = 350;
const SLOT_STEP = 58;
export const SLOT_SCALE = 0.58;

/** What the board is drawn for: with a bar for a large or a small screen, or as a mere picture. */
export type Shape = 'picture' | 'wide' | 'tall';

const BAR_HEIGHTS: Readonly<Record<Shape, number>> = { picture: 0, wide: 74, tall: 116 };

export function shapeOf({ wide, preview }: { wide: boolean; preview: boolean }): Shape {
  return preview ? 'picture' : wide ? 'wide' : 'tall';
}

/** The room that the bar below the board takes. */
export function barHeight(shape: Shape): number {
  return BAR_HEIGHTS[shape];
}

/** By how many degrees the board is turned for a seat, as it is written: red's home is at the lower left. */
export function turnOf(orientation: number): number {
  return -60 - 120 * (orientation % COLOURS.length);
}

/** The direction, in degrees from the right and clockwise, of the side where a colour begins. */
export function homeAngle(seat: number, orientation: number): number {
  return 150 + 120 * seat + turnOf(orientation);
}

/** The direction of the side over which a colour leaves: opposite to its home. */
export function goalAngle(seat: number, orientation: number): number {
  return homeAngle(seat, orientation) + 180;
}

/** The middle of a hex. */
export function hexPoint({ q, r }: Hex, orientation: number): Point {
  return turned({ x: (q + r / 2) * HEX, y: r * ROW }, turnOf(orientation));
}

/** The middle of the segment in a direction. */
export function segmentPoint(angle: number): Point {
  return turned({ x: SLOT_RADIUS, y: 0 }, angle);
}

/** Where the pieces lie that a colour has brought off the board, from the left as seen from the middle. */
export function slotPoints(seat: number, orientation: number): Point[] {
  return Array.from({ length: EXITS_TO_WIN }, (_, slot) =>
    turned({ x: SLOT_RADIUS, y: (slot - (EXITS_TO_WIN - 1) / 2) * SLOT_STEP }, goalAngle(seat, orientation)),
  );
}

/** The middles of all cells with the seat `orientation` at the bottom: hexes row by row, then the exits. */
export function cellPlaces(orientation: number): Map<string, Point> {
  const hexes = HEXES.map((hex): [string, Point] => [nameOf(hex), hexPoint(hex, orientation)]);
  // In reading order, so that whoever goes through the board hears it as it is seen.
  hexes.sort(([, one], [, other]) => Math.round(one.y - other.y) || one.x - other.x);
  const exits = COLOURS.map((colour): [string, Point] => [
    exitName(colour),
    segmentPoint(goalAngle(colour.seat, orientation)),
  ]);
  return new Map([...hexes, ...exits]);
}

/** The outline of a hex around its middle, `inset` from its sides. */
export function hexPath(inset = 0): string {
  const radius = CORNER - (inset * 2) / Math.sqrt(3);
  return closed([30, 90, 150, 210, 270, 330].map((angle) => polar(radius, angle)));
}

/** The outline of a segment around its own middle, for a direction. */
export function segmentPath(angle: number, inset = 0): string {
  const [inner, outer] = [INNER + inset, OUTER - inset];
  // Where the straight side meets the diagonals at which the segments part, a little apart from them.
  const half = inner * Math.tan(Math.PI / 6) - 3 - inset;
  const edge = Math.asin((outer * Math.sin(Math.PI / 6) - 3 - inset) / outer) * (180 / Math.PI);
  const { x, y } = segmentPoint(angle);
  const at = (point: Point) => `${round(point.x - x)} ${round(point.y - y)}`;
  const around = (point: Point) => at(turned(point, angle));
  const onRim = (degrees: number) => at(fromMiddle(polar(outer, angle + degrees)));
  return (
    `M${around({ x: inner, y: -half })}L${onRim(-edge)}A${outer} ${outer} 0 0 1 ${onRim(edge)}` +
    `L${around({ x: inner, y: half })}Z`
  );
}

/** How a text along a side is turned so that nobody has to read it upside down. */
export function readableAngle(angle: number): number {
  const across = (((angle - 90) % 360) + 360) % 360;
  return across > 90 && across < 270 ? across - 180 : across > 180 ? across - 360 : across;
}

/** Turns a point around the middle of the board. */
function turned({ x, y }: Point, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  return fromMiddle({ x: x * cosine - y * sine, y: x * sine + y * cosine });
}

function fromMiddle({ x, y }: Point): Point {
  return { x: round(MIDDLE.x + x), y: round(MIDDLE.y + y) };
}

function polar(radius: number, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  return { x: radius * Math.cos(radians), y: radius * Math.sin(radians) };
}

function closed(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}Z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
