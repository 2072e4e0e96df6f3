// Width over height of the board with its trays, for the page to keep its room while the board is on its way.

import type { AspectOf } from '@ludwerk/web/board';
import { layoutOf, type Shape } from './layout';

/** Beside the board on a large screen, below it on a small one; a small picture is the board alone. */
export function shapeOf({ wide, preview }: { wide: boolean; preview: boolean }): Shape {
  return preview ? 'picture' : wide ? 'wide' : 'tall';
}

const aspectOf: AspectOf = ({ position, wide, preview }) => {
  const onBoard = position.cells.filter((cell) => cell.hand === null).length;
  const colours = new Set(
    position.cells.flatMap(({ name, hand }) => (hand === null ? [] : name.split(':')[0])),
  );
  const size = Math.round(Math.sqrt(onBoard));
  const { width, height } = layoutOf(size, colours.size, shapeOf({ wide, preview }));
  return width / height;
};

export default aspectOf;
