// The tree of variations: adding, leaving and coming back, promoting and deleting.

import { describe, expect, it } from 'vitest';
import { fakeLine, fakeTree } from './fixtures';
import {
  addLine,
  backToMainLine,
  branchStart,
  childByMove,
  isOnMainLine,
  lineThrough,
  mainLine,
  movesTo,
  nodeAt,
  promote,
  promoteToMain,
  ROOT,
  removeFrom,
  survivorOf,
  type Tree,
} from './tree';

const texts = (tree: Tree) => mainLine(tree).map((node) => node.move);

/** Main line a b c; beside b: x y; beside y: z. */
function branched() {
  const start = fakeTree(['a', 'b', 'c']);
  const first = addLine(start, 1, fakeLine(['x', 'y'], 2, 1, 1));
  const second = addLine(first.tree, nodeAt(first.tree, first.end).parent ?? 0, fakeLine(['z'], 2, 0, 2));
  return { tree: second.tree, y: first.end, z: second.end };
}

describe('the tree of variations', () => {
  it('starts with the line of the record', () => {
    const tree = fakeTree(['a', 'b', 'c']);
    expect(texts(tree)).toEqual(['', 'a', 'b', 'c']);
    expect(movesTo(tree, 3)).toEqual(['a', 'b', 'c']);
    expect(movesTo(tree, ROOT)).toEqual([]);
  });

  it('follows a move that is there rather than adding it twice', () => {
    const tree = fakeTree(['a', 'b']);
    const again = addLine(tree, ROOT, fakeLine(['a', 'b', 'c']));
    expect(again.tree.nodes.size).toBe(4);
    expect(texts(again.tree)).toEqual(['', 'a', 'b', 'c']);
    expect(childByMove(again.tree, ROOT, 'a')).toBe(1);
    expect(childByMove(again.tree, ROOT, 'q')).toBeNull();
  });

  it('keeps another move as a side line', () => {
    const { tree, y, z } = branched();
    expect(texts(tree)).toEqual(['', 'a', 'b', 'c']);
    expect(movesTo(tree, y)).toEqual(['a', 'x', 'y']);
    expect(movesTo(tree, z)).toEqual(['a', 'x', 'z']);
    expect(isOnMainLine(tree, 3)).toBe(true);
    expect(isOnMainLine(tree, y)).toBe(false);
    expect(isOnMainLine(tree, z)).toBe(false);
  });

  it('leaves the old tree as it was', () => {
    const tree = fakeTree(['a', 'b']);
    addLine(tree, ROOT, fakeLine(['x']));
    removeFrom(tree, 1);
    expect(texts(tree)).toEqual(['', 'a', 'b']);
    expect(tree.nodes.size).toBe(3);
  });

  it('finds the way back to the main line', () => {
    const { tree, y, z } = branched();
    expect(backToMainLine(tree, y)).toBe(1);
    expect(backToMainLine(tree, z)).toBe(1);
    expect(backToMainLine(tree, 3)).toBe(3);
    expect(backToMainLine(tree, ROOT)).toBe(ROOT);
  });

  it('shows the whole line that a position belongs to', () => {
    const { tree, y } = branched();
    const x = nodeAt(tree, y).parent ?? 0;
    expect(lineThrough(tree, x).map((node) => node.move)).toEqual(['', 'a', 'x', 'y']);
    expect(lineThrough(tree, 1).map((node) => node.move)).toEqual(['', 'a', 'b', 'c']);
  });

  it('promotes the innermost line first', () => {
    const { tree, y, z } = branched();
    expect(branchStart(tree, z)).toBe(z);
    const once = promote(tree, z);
    expect(texts(once)).toEqual(['', 'a', 'b', 'c']);
    expect(lineThrough(once, nodeAt(once, z).parent ?? 0).map((node) => node.move)).toEqual([
      '',
      'a',
      'x',
      'z',
    ]);
    expect(branchStart(once, y)).toBe(y);
    const twice = promote(once, z);
    expect(texts(twice)).toEqual(['', 'a', 'x', 'z']);
    expect(promote(twice, z)).toBe(twice);
  });

  it('promotes to the main line at once', () => {
    const { tree, z } = branched();
    const promoted = promoteToMain(tree, z);
    expect(texts(promoted)).toEqual(['', 'a', 'x', 'z']);
    expect(promoted.nodes.size).toBe(tree.nodes.size);
    expect(backToMainLine(promoted, 3)).toBe(1);
  });

  it('deletes a line with all that follows', () => {
    const { tree, y, z } = branched();
    const x = nodeAt(tree, y).parent ?? 0;
    const { tree: rest, parent } = removeFrom(tree, x);
    expect(parent).toBe(1);
    expect([...rest.nodes.keys()]).toEqual([0, 1, 2, 3]);
    expect(texts(rest)).toEqual(['', 'a', 'b', 'c']);
    expect(survivorOf(tree, rest, z)).toBe(1);
    expect(survivorOf(tree, rest, 3)).toBe(3);
  });

  it('lets a side line move up when the main continuation goes', () => {
    const { tree } = branched();
    expect(texts(removeFrom(tree, 2).tree)).toEqual(['', 'a', 'x', 'y']);
  });

  it('never deletes the start', () => {
    const { tree } = branched();
    expect(removeFrom(tree, ROOT).tree).toBe(tree);
  });

  it('never gives an id a second time', () => {
    const { tree, y } = branched();
    const { tree: rest } = removeFrom(tree, y);
    const { end } = addLine(rest, ROOT, fakeLine(['q']));
    expect(tree.nodes.has(end)).toBe(false);
  });
});
