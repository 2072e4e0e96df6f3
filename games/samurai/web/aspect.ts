// Width over height of the board with tray and words, for the page to keep its room while the board is on its way.

import type { AspectOf } from '@ludwerk/web/board';
import { layoutOf, shapeOf } from './layout';
import { playersOf } from './map';

const aspectOf: AspectOf = (room) => {
  const { width, total } = layoutOf(playersOf(room.position.text), shapeOf(room));
  return width / total;
};

export default aspectOf;
