// How the tree of variations is laid out as text: rounds of the main line, side lines below their round.

import { nodeAt, ROOT, type Tree, type TreeNode } from './tree';

/** A move with what is printed before it: `3.`, `3…` or nothing. */
export interface PrintedMove {
  readonly id: number;
  readonly move: string;
  /** Who played it; `null` for chance. */
  readonly seat: number | null;
  readonly round: number;
  /** Whether the reader needs the number of the round here. */
  readonly numbered: boolean;
}

/** A side line: its moves, each with the side lines that leave from beside it. */
export interface PrintedLine {
  readonly moves: readonly (PrintedMove & { readonly lines: readonly PrintedLine[] })[];
}

/** One row of the main line: a round with a place for each seat, or a move of chance, or side lines. */
export type Row =
  | { readonly kind: 'round'; readonly round: number; readonly cells: readonly (PrintedMove | null)[] }
  | { readonly kind: 'chance'; readonly move: PrintedMove }
  | { readonly kind: 'lines'; readonly after: number; readonly lines: readonly PrintedLine[] };

/** The seat that played the move to `node`; `null` for chance and for the start. */
export function moverOf(tree: Tree, node: TreeNode): number | null {
  return node.parent === null ? null : nodeAt(tree, node.parent).position.to_move;
}

/**
 * The round of each node. A round ends when the turn comes to a seat that is not behind the last one, so
 * it works for any number of seats, for seats that are skipped and for starts in the middle.
 */
export function roundsOf(tree: Tree): ReadonlyMap<number, number> {
  const rounds = new Map<number, number>();
  const waiting: { id: number; round: number; last: number | null }[] = [{ id: ROOT, round: 1, last: null }];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const node = nodeAt(tree, at.id);
    const seat = moverOf(tree, node);
    const isNewRound = seat !== null && at.last !== null && seat <= at.last;
    const round = at.round + (isNewRound ? 1 : 0);
    rounds.set(at.id, round);
    for (const id of node.children) waiting.push({ id, round, last: seat ?? at.last });
  }
  return rounds;
}

/** The rows of the whole tree, for `seats` columns. */
export function rowsOf(tree: Tree, seats: number): Row[] {
  const rounds = roundsOf(tree);
  const rows: Row[] = [];
  let open: { round: number; cells: (PrintedMove | null)[] } | null = null;
  const close = () => {
    if (open) rows.push({ kind: 'round', ...open });
    open = null;
  };
  for (let parent = nodeAt(tree, ROOT); parent.children[0] !== undefined; ) {
    const node = nodeAt(tree, parent.children[0]);
    const printed = print(tree, node, rounds, true);
    if (printed.seat === null) {
      close();
      rows.push({ kind: 'chance', move: printed });
    } else {
      const full: { round: number; cells: (PrintedMove | null)[] } | null = open;
      if (!full || full.round !== printed.round || full.cells[printed.seat]) {
        close();
        open = { round: printed.round, cells: Array.from({ length: seats }, () => null) };
      }
      if (open) open.cells[printed.seat] = printed;
    }
    const lines = sideLines(tree, parent, rounds);
    if (lines.length > 0) {
      close();
      rows.push({ kind: 'lines', after: node.id, lines });
    }
    parent = node;
  }
  close();
  return rows;
}

function sideLines(tree: Tree, parent: TreeNode, rounds: ReadonlyMap<number, number>): PrintedLine[] {
  return parent.children.slice(1).map((id) => printLine(tree, id, rounds));
}

function printLine(tree: Tree, start: number, rounds: ReadonlyMap<number, number>): PrintedLine {
  const moves: (PrintedMove & { lines: readonly PrintedLine[] })[] = [];
  let isNumbered = true;
  for (let id: number | undefined = start; id !== undefined; ) {
    const node: TreeNode = nodeAt(tree, id);
    const printed = print(tree, node, rounds, isNumbered);
    // The side lines of the first move are printed by whoever prints the move that it is beside.
    const lines =
      id === start || node.parent === null ? [] : sideLines(tree, nodeAt(tree, node.parent), rounds);
    moves.push({ ...printed, lines });
    isNumbered = lines.length > 0;
    id = node.children[0];
  }
  return { moves };
}

function print(
  tree: Tree,
  node: TreeNode,
  rounds: ReadonlyMap<number, number>,
  isNumbered: boolean,
): PrintedMove {
  const seat = moverOf(tree, node);
  const round = rounds.get(node.id) ?? 1;
  const isFirstOfRound = node.parent === null || node.parent === ROOT || rounds.get(node.parent) !== round;
  return { id: node.id, move: node.move, seat, round, numbered: isNumbered || isFirstOfRound };
}
