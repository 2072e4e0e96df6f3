// What a cell is called by a screen reader: short, and all that matters at this moment.

import type { MoveKind, PositionView } from '../api/types';
import { labelOutcome, labelWords } from '../lib/verdict';
import type { Selection } from './useSelection';

const TARGET_WORDS: Readonly<Record<MoveKind, string>> = {
  move: 'can move here',
  capture: 'can capture',
  drop: 'can drop here',
  other: 'can be chosen',
};

/** The name of a cell and what can be done with it now: `b3, chick of Sky, can capture`. */
export function cellLabel(
  name: string,
  cell: string,
  position: Pick<PositionView, 'threats'>,
  selection: Pick<Selection, 'selected' | 'targets' | 'targetLabels' | 'premove'>,
): string {
  const said = [name];
  const target = selection.targets.get(cell);
  if (target) said.push(TARGET_WORDS[target]);
  const worth = selection.targetLabels.get(cell);
  if (worth) said.push(labelOutcome(worth) === null ? `worth ${worth}` : labelWords(worth));
  if (selection.selected.includes(cell)) said.push('selected');
  else if (selection.premove.includes(cell))
    said.push(selection.premove[0] === cell ? 'premove from here' : 'premove to here');
  if (position.threats.includes(cell)) said.push('threatened');
  return said.join(', ');
}
