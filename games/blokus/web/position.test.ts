// What the board reads from a position.

import { describe, expect, it } from 'vitest';
import { mainColour, readScene, turnedSquare } from './position';
import { position } from './testing';

const ROWS = ['B..Y', '....', '....', 'G..R'];

describe('reading', () => {
  it('finds colours by name, though Black and Blue begin with the same letter', () => {
    const duo = readScene(position({ rows: ['B.', '.W'] }), 0);
    expect(duo.squares.map(({ colour }) => colour)).toEqual([0, null, null, 1]);
    expect(duo.colours.map(({ name }) => name)).toEqual(['Black', 'White']);
    const classic = readScene(position({ rows: ROWS, colours: 4, seats: 4, toMove: 2 }), 0);
    expect(classic.byName.get('d1')?.colour).toBe(2);
    expect(classic.toMove?.name).toBe('Red');
  });

  it('knows what each colour holds and how it stands', () => {
    const { colours } = readScene(
      position(
        { rows: ['B.', '.W'], placed: [['1'], []] },
        { notes: ['Black: 20 points, finished', 'White: 5 points'] },
      ),
      0,
    );
    expect(colours[0]?.held.has('1')).toBe(false);
    expect(colours[1]?.held.size).toBe(21);
    expect(colours.map(({ points, isFinished }) => [points, isFinished])).toEqual([
      [20, true],
      [5, false],
    ]);
  });

  it('knows start squares and open corners', () => {
    const labels = {
      a2: 'start of Black and White',
      b2: 'start of White, corner of Black',
      a1: 'corner of Black and White',
    };
    const { byName } = readScene(position({ rows: ['..', '..'], labels }), 0);
    expect(byName.get('a2')).toMatchObject({ starts: [0, 1], corners: [] });
    expect(byName.get('b2')).toMatchObject({ starts: [1], corners: [0] });
    expect(byName.get('a1')).toMatchObject({ starts: [], corners: [0, 1] });
    expect(byName.get('b1')).toMatchObject({ starts: [], corners: [] });
  });
});

describe('turning the board', () => {
  it('shows every seat its own corner where the first one has it', () => {
    for (const [seat, corner] of ['a4', 'd4', 'd1', 'a1'].entries()) {
      const scene = readScene(position({ rows: ROWS, colours: 4, seats: 4 }), seat);
      expect(scene.squares[0]?.name).toBe(corner);
      expect(new Set(scene.squares.map(({ name }) => name)).size).toBe(16);
    }
  });

  it('comes round after four quarters', () => {
    expect(turnedSquare({ x: 1, y: 0 }, 4, 4)).toEqual({ x: 1, y: 0 });
    expect(turnedSquare({ x: 3, y: 0 }, 4, 1)).toEqual({ x: 0, y: 0 });
  });
});

describe('the colour whose tray is the large one', () => {
  const two = (toMove: number) => readScene(position({ rows: ROWS, colours: 4, seats: 2, toMove }), 0);

  it('is the one to move, for whoever may move', () => {
    expect(mainColour(two(1), true, 0)?.name).toBe('Yellow');
    const shared = readScene(position({ rows: ROWS, colours: 4, seats: 3, toMove: 3 }), 0);
    expect(mainColour(shared, true, 0)?.name).toBe('Green');
  });

  it('is otherwise the seat’s own that comes next', () => {
    expect([0, 1, 2, 3].map((toMove) => mainColour(two(toMove), false, 0)?.name)).toEqual([
      'Blue',
      'Red',
      'Red',
      'Blue',
    ]);
    expect(mainColour(two(0), false, 1)?.name).toBe('Yellow');
  });
});
