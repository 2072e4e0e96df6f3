// Width over height of the board with its bar, for the page to keep its room while the board is on its way.

import type { AspectOf } from '@ludwerk/web/board';
import { barHeight, SIZE, shapeOf } from './layout';

const aspectOf: AspectOf = (room) => SIZE / (SIZE + barHeight(shapeOf(room)));

export default aspectOf;
