// Width over height of the board, for the page to keep its room while the board is on its way.

import { HEIGHT, WIDTH } from './geometry';

export default WIDTH / HEIGHT;
