// The layout of moves as text, for any number of seats.

import { describe, expect, it } from 'vitest';
import { fakePosition } from '../../api/fixtures';
import { fakeLine, fakeTree } from './fixtures';
import { type PrintedLine, roundsOf, rowsOf } from './moveRows';
import { addLine, plantTree } from './tree';

const show = (line: PrintedLine): string =>
  line.moves
    .map(({ numbered, round, move, lines }) => {
      const inner = lines.map((each) => `(${show(each)})`).join('');
      return `${numbered ? `${round}.` : ''}${move}${inner}`;
    })
    .join(' ');

describe('the rows of moves', () => {
  it('gives each round a row and each seat a place', () => {
    const rows = rowsOf(fakeTree(['a', 'b', 'c']), 2);
    expect(rows.map((row) => row.kind === 'round' && row.cells.map((cell) => cell?.move))).toEqual([
      ['a', 'b'],
      ['c', undefined],
    ]);
  });

  it('starts in the middle of a round when the second seat begins', () => {
    const rows = rowsOf(fakeTree(['b', 'c', 'd'], 2, 1), 2);
    expect(rows.map((row) => row.kind === 'round' && row.cells.map((cell) => cell?.move))).toEqual([
      [undefined, 'b'],
      ['c', 'd'],
    ]);
  });

  it('counts rounds for three seats, one of whom is skipped', () => {
    const tree = plantTree([
      fakePosition(0, 0),
      fakePosition(1, 1, 'a'),
      fakePosition(2, 0, 'b'),
      fakePosition(3, 2, 'c'),
      fakePosition(4, 0, 'd'),
      fakePosition(5, 1, 'e'),
    ]);
    expect([...roundsOf(tree).values()]).toEqual([1, 1, 1, 2, 2, 3]);
    const rows = rowsOf(tree, 3).map((row) => row.kind === 'round' && row.cells.map((cell) => cell?.move));
    expect(rows).toEqual([
      ['a', 'b', undefined],
      ['c', undefined, 'd'],
      ['e', undefined, undefined],
    ]);
  });

  it('gives chance a row of its own', () => {
    const tree = plantTree([
      fakePosition(0, null),
      fakePosition(1, 0, 'roll'),
      fakePosition(2, 1, 'a'),
      fakePosition(3, 0, 'b'),
    ]);
    expect(rowsOf(tree, 2).map((row) => row.kind)).toEqual(['chance', 'round']);
  });

  it('puts side lines below the move that they are beside, and splits its round', () => {
    const first = addLine(fakeTree(['a', 'b', 'c']), 0, fakeLine(['x', 'y', 'z']));
    const second = addLine(first.tree, 4, fakeLine(['w'], 2, 1, 1));
    const rows = rowsOf(second.tree, 2);
    expect(rows.map((row) => row.kind)).toEqual(['round', 'lines', 'round', 'round']);
    const lines = rows[1]?.kind === 'lines' ? rows[1].lines : [];
    expect(lines.map(show)).toEqual(['1.x y(1.w) 2.z']);
  });

  it('prints every node once', () => {
    const first = addLine(fakeTree(['a', 'b', 'c', 'd']), 1, fakeLine(['x', 'y'], 2, 1, 1));
    const { tree } = addLine(first.tree, 1, fakeLine(['v', 'w'], 2, 1, 1));
    const ids: number[] = [];
    const visit = (line: PrintedLine): void => {
      for (const { id, lines } of line.moves) {
        ids.push(id);
        lines.forEach(visit);
      }
    };
    for (const row of rowsOf(tree, 2)) {
      if (row.kind === 'round') ids.push(...row.cells.flatMap((cell) => (cell ? [cell.id] : [])));
      if (row.kind === 'lines') row.lines.forEach(visit);
    }
    expect(ids.sort((left, right) => left - right)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
