// The moves of a study with what can be done to its lines, and what is known of the move shown.

import type { JSX } from 'react';
import { Button, IconButton } from '../../ui';
import { judgementWords } from './judgement';
import css from './MovesPanel.module.css';
import { MoveTree } from './MoveTree';
import type { Study } from './study';
import { branchStart, isOnMainLine } from './tree';
import type { useStudy } from './useStudy';

interface MovesPanelProps {
  study: Study;
  bench: ReturnType<typeof useStudy>;
}

export function MovesPanel({ study, bench }: MovesPanelProps): JSX.Element {
  const { session, dispatch, node, judgements, tryFrom } = bench;
  const { tree } = session;
  const judgement = judgements.get(node.id);
  const isSideLine = !isOnMainLine(tree, node.id);
  const isNested = isSideLine && branchStart(tree, node.id) !== null;
  const { parent } = node;
  return (
    <div className={css.card}>
      <MoveTree
        tree={tree}
        current={node.id}
        seatNames={study.seatNames}
        judgements={judgements}
        onGo={(to) => dispatch({ type: 'go', to })}
      />
      <div className={css.foot}>
        <p className={css.note}>
          {judgement ? judgementWords(judgement) : isSideLine ? 'A variation.' : ''}
          {judgement && parent !== null && (
            <Button size="small" variant="ghost" onClick={() => void tryFrom(parent, [judgement.better])}>
              Show {judgement.better}
            </Button>
          )}
        </p>
        <div className={css.tools}>
          <Button
            size="small"
            variant="ghost"
            icon="undo"
            disabled={!isSideLine}
            onClick={() => dispatch({ type: 'main' })}
          >
            Main line
          </Button>
          <span className={css.space} />
          <IconButton
            icon="up"
            label="Move this line up"
            disabled={!isNested}
            onClick={() => dispatch({ type: 'promote', id: node.id })}
          />
          <IconButton
            icon="check"
            label="Make this the main line"
            disabled={!isSideLine}
            onClick={() => dispatch({ type: 'promoteToMain', id: node.id })}
          />
          <IconButton
            icon="trash"
            label="Delete from here"
            disabled={parent === null}
            onClick={() => dispatch({ type: 'delete', id: node.id })}
          />
        </div>
      </div>
    </div>
  );
}
