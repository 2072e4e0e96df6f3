// What a person does to a study: steps, tries, promotions and deletions, as a reducer without side effects.

import type { PositionView } from '../../api/types';
import type { Study } from './study';
import {
  addLine,
  backToMainLine,
  lineThrough,
  mainLine,
  nodeAt,
  plantTree,
  promote,
  promoteToMain,
  ROOT,
  removeFrom,
  survivorOf,
  type Tree,
} from './tree';

export interface Session {
  readonly tree: Tree;
  /** The node that is shown. */
  readonly current: number;
  /** Whether the last step went to a neighbour, so that pieces may glide. */
  readonly isStep: boolean;
}

export type Action =
  | { readonly type: 'go'; readonly to: number }
  | { readonly type: 'first' | 'previous' | 'next' | 'last' | 'main' }
  /** Goes to the next or previous line that branches off beside the move shown. */
  | { readonly type: 'sibling'; readonly step: 1 | -1 }
  /** What the server says that moves tried from `from` lead to. */
  | { readonly type: 'tried'; readonly from: number; readonly positions: readonly PositionView[] }
  | { readonly type: 'promote' | 'promoteToMain' | 'delete'; readonly id: number };

export function startSession(study: Study): Session {
  const tree = plantTree(study.positions);
  return { tree, current: mainLine(tree)[study.at]?.id ?? ROOT, isStep: false };
}

export function reduce(session: Session, action: Action): Session {
  const { tree, current } = session;
  const node = nodeAt(tree, current);
  switch (action.type) {
    case 'go':
      return tree.nodes.has(action.to) ? goTo(session, action.to) : session;
    case 'first':
      return goTo(session, ROOT);
    case 'previous':
      return goTo(session, node.parent ?? ROOT);
    case 'next':
      return goTo(session, node.children[0] ?? current);
    case 'last':
      return goTo(session, lineThrough(tree, current).at(-1)?.id ?? current);
    case 'main':
      return goTo(session, backToMainLine(tree, current));
    case 'sibling': {
      if (node.parent === null) return session;
      const { children } = nodeAt(tree, node.parent);
      const to = children[children.indexOf(current) + action.step];
      return to === undefined ? session : goTo(session, to);
    }
    case 'tried': {
      // The place may be gone, or the person elsewhere, by the time that the server answers.
      if (!tree.nodes.has(action.from)) return session;
      const added = addLine(tree, action.from, action.positions);
      const grown = { ...session, tree: added.tree };
      return current === action.from ? goTo(grown, added.end) : grown;
    }
    case 'promote':
      return { ...session, tree: promote(tree, action.id) };
    case 'promoteToMain':
      return { ...session, tree: promoteToMain(tree, action.id) };
    case 'delete': {
      const rest = removeFrom(tree, action.id).tree;
      return { tree: rest, current: survivorOf(tree, rest, current), isStep: false };
    }
  }
}

function goTo(session: Session, to: number): Session {
  const { tree, current } = session;
  if (to === current) return session;
  const isStep = nodeAt(tree, to).parent === current || nodeAt(tree, current).parent === to;
  return { tree, current: to, isStep };
}
