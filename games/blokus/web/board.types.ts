// Generated from the Rust types of the same names; LUDWERK_UPDATE=1 cargo test writes it anew.

/** What the page's board shows. Squares are numbered row by row, from the upper left. */
export type BoardView = {
  /** Squares along a side. */
  size: number;
  /** The colours in the order of their turns. */
  colours: Array<ColourView>;
  /** The number of the colour to move; `null` at the end. */
  to_move: number | null;
};

/** A colour, and how it stands. */
export type ColourView = {
  /** What it is called. */
  name: string;
  /** The seat with which it is shown. */
  seat: number;
  /** Whether it is nobody's own, and all play it in turn. */
  shared: boolean;
  /** What it has won by now. */
  points: number;
  /** Whether it can place nothing any more. */
  finished: boolean;
  /** The names of the pieces that it still holds. */
  held: Array<string>;
  /** The squares that it covers. */
  covered: Array<number>;
  /** The squares where it may begin; none once it has begun. */
  starts: Array<number>;
  /** The open corners where it may go on. */
  corners: Array<number>;
};
