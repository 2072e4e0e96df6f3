// What is to be done now, in a sentence: whose colour it is, who has passed, and that nothing fits any more.

import type { MoveView, PositionView } from '@ludwerk/web/types';
import type { Scene } from './position';

interface WordsProps {
  position: PositionView;
  scene: Scene;
  mayMove: boolean;
  pass: MoveView | null;
}

/** The colour that has just passed; `null` if the last move was a placement. */
export function passedColour({ last }: PositionView, { colours, toMove }: Scene): string | null {
  if (!last || last.touches.length > 0 || !toMove) return null;
  return colours[(toMove.number + colours.length - 1) % colours.length]?.name ?? null;
}

export function Words({ position, scene, mayMove, pass }: WordsProps) {
  const { toMove } = scene;
  if (!toMove) return position.result ? 'The game is over.' : null;
  const passed = passedColour(position, scene);
  return (
    <>
      {passed && <>{passed} passes. </>}
      {pass && 'No piece of '}
      <strong>{toMove.name}</strong>
      {toMove.shared && ', which all share,'}
      {pass ? ' fits any more.' : mayMove ? ' is to move: pick a piece.' : ' is to move.'}
    </>
  );
}
