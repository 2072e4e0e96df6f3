// The hexes and where they are seen: the same board for each colour, only turned.

import { neighbour } from '@ludwerk/web/board';
import { describe, expect, it } from 'vitest';
import aspectOf from './aspect';
import {
  between,
  COLOURS,
  distance,
  exitColour,
  HEXES,
  type Hex,
  isGoal,
  isHome,
  isOnBoard,
  nameOf,
  turnedByThird,
} from './hexes';
import {
  cellPlaces,
  goalAngle,
  HEX,
  homeAngle,
  MIDDLE,
  RIM,
  readableAngle,
  SIZE,
  segmentPoint,
  slotPoints,
} from './layout';
import { position, START } from './testing';

const [RED, GREEN, BLUE] = COLOURS;
const names = (hexes: readonly Hex[]) => hexes.map(nameOf).join(' ');
const SEATS = COLOURS.map(({ seat }) => seat);

describe('hexes', () => {
  it('are 37, by q and then by r', () => {
    expect(HEXES).toHaveLength(37);
    expect(names(HEXES.slice(0, 5))).toBe('-3,0 -3,1 -3,2 -3,3 -2,-1');
    expect(names(HEXES.slice(-4))).toBe('3,-3 3,-2 3,-1 3,0');
  });

  it('are home and goal of the colours as the rules have it', () => {
    if (!RED || !GREEN || !BLUE) throw new Error('colours');
    const where = (is: typeof isHome, colour: typeof RED) => names(HEXES.filter((hex) => is(hex, colour)));
    expect(where(isHome, RED)).toBe('-3,0 -3,1 -3,2 -3,3');
    expect(where(isGoal, RED)).toBe('3,-3 3,-2 3,-1 3,0');
    expect(where(isHome, GREEN)).toBe('0,-3 1,-3 2,-3 3,-3');
    expect(where(isGoal, GREEN)).toBe('-3,3 -2,3 -1,3 0,3');
    expect(where(isHome, BLUE)).toBe('0,3 1,2 2,1 3,0');
    expect(where(isGoal, BLUE)).toBe('-3,0 -2,-1 -1,-2 0,-3');
  });

  it('have a hex between them only in a straight line over one', () => {
    expect(between({ q: 0, r: 0 }, { q: 2, r: -2 })).toEqual({ q: 1, r: -1 });
    expect(between({ q: 0, r: 0 }, { q: 1, r: 1 })).toBeUndefined();
    expect(between({ q: 0, r: 0 }, { q: 1, r: 0 })).toBeUndefined();
    expect(distance({ q: -3, r: 3 }, { q: 3, r: -3 })).toBe(6);
  });

  it('turn by thirds onto each other', () => {
    for (const hex of HEXES) {
      expect(isOnBoard(turnedByThird(hex))).toBe(true);
      expect(turnedByThird(turnedByThird(turnedByThird(hex)))).toEqual({ q: hex.q + 0, r: hex.r + 0 });
    }
  });
});

describe('places', () => {
  it('lie on the board, and no two nearer than a hex is wide', () => {
    for (const seat of SEATS) {
      const hexes = [...cellPlaces(seat)].filter(([name]) => !exitColour(name));
      expect(hexes).toHaveLength(37);
      for (const [name, { x, y }] of hexes) {
        expect(Math.hypot(x - MIDDLE.x, y - MIDDLE.y) + HEX / 2).toBeLessThan(RIM);
        for (const [other, at] of hexes) {
          if (other !== name) expect(Math.hypot(x - at.x, y - at.y)).toBeGreaterThan(HEX - 0.1);
        }
      }
    }
  });

  it('show each colour its own board as red sees it: home at the bottom, goal at the top', () => {
    for (const seat of SEATS) {
      const places = cellPlaces(seat);
      for (const hex of HEXES) {
        let turned = hex;
        for (let turns = 0; turns < seat; turns++) turned = turnedByThird(turned);
        const [mine, reds] = [places.get(nameOf(turned)), cellPlaces(0).get(nameOf(hex))];
        expect(mine?.x).toBeCloseTo(reds?.x ?? 0, 1);
        expect(mine?.y).toBeCloseTo(reds?.y ?? 0, 1);
      }
      const { x, y } = segmentPoint(homeAngle(seat, seat));
      expect([x, y > SIZE * 0.8]).toEqual([MIDDLE.x, true]);
      expect(segmentPoint(goalAngle(seat, seat)).y).toBeLessThan(SIZE * 0.2);
    }
  });

  it('have room for every piece that leaves, beside its goal', () => {
    for (const orientation of SEATS) {
      for (const { seat, name } of COLOURS) {
        const slots = slotPoints(seat, orientation);
        expect(slots).toHaveLength(4);
        const exit = cellPlaces(orientation).get(`exit-${name}`);
        for (const { x, y } of slots) {
          expect(Math.hypot(x - (exit?.x ?? 0), y - (exit?.y ?? 0))).toBeLessThan(HEX);
          expect(Math.hypot(x - MIDDLE.x, y - MIDDLE.y)).toBeLessThan(RIM - 20);
        }
      }
    }
  });

  it('can all be walked to with the arrow keys', () => {
    for (const seat of SEATS) {
      const places = cellPlaces(seat);
      const reached = new Set(['0,0']);
      for (const from of reached) {
        for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
          const next = neighbour(places, from, key);
          if (next !== null) reached.add(next);
        }
      }
      expect(reached.size).toBe(places.size);
    }
  });

  it('never put a name upside down', () => {
    for (const angle of [-270, -150, -90, -30, 0, 30, 90, 150, 210, 270, 330, 510]) {
      expect(Math.abs(readableAngle(angle))).toBeLessThanOrEqual(90);
    }
    expect([readableAngle(90), readableAngle(210), readableAngle(330)]).toEqual([0, -60, 60]);
  });
});

it('the board is square, with a bar below it where it is played on', () => {
  const shape = (wide: boolean, preview: boolean) => aspectOf({ position: position(START), wide, preview });
  expect(shape(true, true)).toBe(1);
  expect(shape(false, false)).toBeLessThan(shape(true, false));
  expect(shape(true, false)).toBeLessThan(1);
});
