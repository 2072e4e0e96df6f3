// The tree of variations: the line of the record first, and every move that was tried beside it.
//
// The tree is a value. Each change gives a new tree and leaves the old one as it was, so that a view can
// compare them and a test needs no page.

import type { PositionView } from '../../api/types';

export interface TreeNode {
  readonly id: number;
  /** `null` for the start only. */
  readonly parent: number | null;
  /** The move that led here; empty for the start. */
  readonly move: string;
  readonly position: PositionView;
  /** What was played from here; the first is the main continuation. */
  readonly children: readonly number[];
}

export interface Tree {
  readonly nodes: ReadonlyMap<number, TreeNode>;
  /** The id that the next new node gets. */
  readonly next: number;
}

/** The id of the start position. */
export const ROOT = 0;

/** A tree with one line: the start and what each move of the record led to. */
export function plantTree(positions: readonly PositionView[]): Tree {
  const [start, ...rest] = positions;
  if (!start) throw new Error('A tree needs a start position.');
  const root: TreeNode = { id: ROOT, parent: null, move: '', position: start, children: [] };
  return addLine({ nodes: new Map([[ROOT, root]]), next: ROOT + 1 }, ROOT, rest).tree;
}

/**
 * Adds the positions that follow `from`, each with the move that led to it, and says where the line ends.
 * Moves that are there already are followed rather than added twice.
 */
export function addLine(
  tree: Tree,
  from: number,
  positions: readonly PositionView[],
): { tree: Tree; end: number } {
  const nodes = new Map(tree.nodes);
  let next = tree.next;
  let at = from;
  for (const position of positions) {
    const parent = nodes.get(at);
    if (!parent) throw new Error(`There is no node ${at}.`);
    const move = position.last?.move ?? '…';
    const known = parent.children.find((child) => nodes.get(child)?.move === move);
    if (known !== undefined) {
      at = known;
      continue;
    }
    nodes.set(next, { id: next, parent: at, move, position, children: [] });
    nodes.set(at, { ...parent, children: [...parent.children, next] });
    at = next;
    next += 1;
  }
  return { tree: { nodes, next }, end: at };
}

/** The node with this id. Ids come from the tree, so a missing one is a fault of the program. */
export function nodeAt(tree: Tree, id: number): TreeNode {
  const node = tree.nodes.get(id);
  if (!node) throw new Error(`There is no node ${id}.`);
  return node;
}

/** The node after `id` that `move` leads to, if it was tried. */
export function childByMove(tree: Tree, id: number, move: string): number | null {
  return nodeAt(tree, id).children.find((child) => nodeAt(tree, child).move === move) ?? null;
}

/** The nodes from the start to `id`, both included. */
export function pathTo(tree: Tree, id: number): TreeNode[] {
  const path: TreeNode[] = [];
  for (let at: number | null = id; at !== null; ) {
    const node: TreeNode = nodeAt(tree, at);
    path.unshift(node);
    at = node.parent;
  }
  return path;
}

/** The moves from the start to `id`. */
export function movesTo(tree: Tree, id: number): string[] {
  return pathTo(tree, id)
    .slice(1)
    .map((node) => node.move);
}

/** The whole line that `id` belongs to: from the start to it, and on by the first continuations. */
export function lineThrough(tree: Tree, id: number): TreeNode[] {
  const line = pathTo(tree, id);
  for (let at = nodeAt(tree, id); at.children[0] !== undefined; ) {
    at = nodeAt(tree, at.children[0]);
    line.push(at);
  }
  return line;
}

/** The line of first continuations from the start. */
export function mainLine(tree: Tree): TreeNode[] {
  return lineThrough(tree, ROOT);
}

export function isOnMainLine(tree: Tree, id: number): boolean {
  const { parent } = nodeAt(tree, id);
  return parent === null || (nodeAt(tree, parent).children[0] === id && isOnMainLine(tree, parent));
}

/** The last node on the way to `id` that belongs to the main line. */
export function backToMainLine(tree: Tree, id: number): number {
  const path = pathTo(tree, id);
  const branch = path.findIndex((node) => !isOnMainLine(tree, node.id));
  return branch < 0 ? id : (path[branch - 1]?.id ?? ROOT);
}

/** The first node of the side line that holds `id`; `null` on the main line. */
export function branchStart(tree: Tree, id: number): number | null {
  const { parent } = nodeAt(tree, id);
  if (parent === null) return null;
  return nodeAt(tree, parent).children[0] === id ? branchStart(tree, parent) : id;
}

/** Makes the innermost side line that holds `id` the first continuation where it branches off. */
export function promote(tree: Tree, id: number): Tree {
  const start = branchStart(tree, id);
  if (start === null) return tree;
  const parent = nodeAt(tree, nodeAt(tree, start).parent ?? ROOT);
  const children = [start, ...parent.children.filter((child) => child !== start)];
  return { ...tree, nodes: new Map(tree.nodes).set(parent.id, { ...parent, children }) };
}

/** Makes the line that holds `id` the main line, as deep as it is nested. */
export function promoteToMain(tree: Tree, id: number): Tree {
  let promoted = tree;
  while (branchStart(promoted, id) !== null) promoted = promote(promoted, id);
  return promoted;
}

/** Removes `id` with all that follows, and says where that leaves a reader who stood on it. */
export function removeFrom(tree: Tree, id: number): { tree: Tree; parent: number } {
  const node = nodeAt(tree, id);
  if (node.parent === null) return { tree, parent: id };
  const nodes = new Map(tree.nodes);
  const doomed = [id];
  for (let at = doomed.pop(); at !== undefined; at = doomed.pop()) {
    doomed.push(...nodeAt(tree, at).children);
    nodes.delete(at);
  }
  const parent = nodeAt(tree, node.parent);
  nodes.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
  return { tree: { ...tree, nodes }, parent: parent.id };
}

/** Where a reader who stood on `id` stands in a tree that may have lost it: `id`, or what is left above. */
export function survivorOf(before: Tree, after: Tree, id: number): number {
  const left = pathTo(before, id).filter((node) => after.nodes.has(node.id));
  return left.at(-1)?.id ?? ROOT;
}
