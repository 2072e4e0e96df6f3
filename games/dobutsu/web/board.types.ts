// Generated from the Rust types of the same names; LUDWERK_UPDATE=1 cargo test writes it anew.

/** What the page's board shows. */
export type BoardView = {
  /** What stands on each square, from a1 to c4 row by row; `null` for nothing. */
  squares: Array<PieceView | null>;
  /** For each seat, how many chicks, elephants and giraffes it holds. */
  hands: Array<Array<number>>;
};

/** A piece on the board. */
export type PieceView = {
  /** What it is. */
  animal: Animal;
  /** The seat that moves it. */
  owner: number;
};

/** The kinds of pieces; the first three can be held in the hand. */
export type Animal = 'C' | 'E' | 'G' | 'H' | 'L';
