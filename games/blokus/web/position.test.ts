// What the board reads from a position.

import { describe, expect, it } from 'vitest';
import { mainColour, readScene, squareWords, turnedSquare } from './position';
import { position } from './testing';

const ROWS = ['B..Y', '....', '....', 'G..R'];

describe('reading', () => {
  it('tells what lies where, in both sizes', () => {
    const duo = readScene(position({ rows: ['B.', '.W'] }), 0);
    expect(duo.squares.map(({ colour }) => colour)).toEqual([0, null, null, 1]);
    expect(duo.colours.map(({ name }) => name)).toEqual(['Black', 'White']);
    const classic = readScene(position({ rows: ROWS, colours: 4, seats: 4, toMove: 2 }), 0);
    expect(classic.byName.get('d1')?.colour).toBe(2);
    expect(classic.toMove?.name).toBe('Red');
  });

  it('knows what each colour holds and how it stands', () => {
    const { colours } = readScene(position({ rows: ['B.', '.W'], placed: [['1'], []], finished: [0] }), 0);
    expect(colours[0]?.held.has('1')).toBe(false);
    expect(colours[1]?.held.size).toBe(21);
    expect(colours.map(({ points, finished }) => [points, finished])).toEqual([
      [3, true],
      [4, false],
    ]);
  });

  it('knows start squares and open corners', () => {
    const starts = { a2: [0, 1], b2: [1] };
    const corners = { b2: [0], a1: [0, 1] };
    const scene = readScene(position({ rows: ['..', '..'], starts, corners }), 0);
    const square = (name: string) => {
      const found = scene.byName.get(name);
      return found && { ...found, words: squareWords(found, scene) };
    };
    const words = [
      'start of Black and White',
      'start of White, corner of Black',
      'corner of Black and White',
    ];
    expect(square('a2')).toMatchObject({ starts: [0, 1], corners: [], words: `empty, ${words[0]}` });
    expect(square('b2')).toMatchObject({ starts: [1], corners: [0], words: `empty, ${words[1]}` });
    expect(square('a1')).toMatchObject({ starts: [], corners: [0, 1], words: `empty, ${words[2]}` });
    expect(square('b1')).toMatchObject({ starts: [], corners: [], words: 'empty' });
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
