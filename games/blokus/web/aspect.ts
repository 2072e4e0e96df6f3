// Width over height of the board with its trays, for the page to keep its room while the board is on its way.

import type { AspectOf } from '@ludwerk/web/board';
import type { BoardView } from './board.types';
import { layoutOf, type Shape } from './layout';

/** Beside the board on a large screen, below it on a small one; a small picture is the board alone. */
export function shapeOf({ wide, preview }: { wide: boolean; preview: boolean }): Shape {
  return preview ? 'picture' : wide ? 'wide' : 'tall';
}

const aspectOf: AspectOf<BoardView> = ({ position, wide, preview }) => {
  const { size, colours } = position.board;
  const { width, height } = layoutOf(size, colours.length, shapeOf({ wide, preview }));
  return width / height;
};

export default aspectOf;
