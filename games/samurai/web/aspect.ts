// Width over height of the board with tray and words, for the page to keep its room while the board is on its way.

import type { AspectOf } from '@ludwerk/web/board';
import type { BoardView } from './board.types';
import { layoutOf, shapeOf } from './layout';

const aspectOf: AspectOf<BoardView> = (room) => {
  const { width, total } = layoutOf(room.position.board.seats.length, shapeOf(room));
  return width / total;
};

export default aspectOf;
