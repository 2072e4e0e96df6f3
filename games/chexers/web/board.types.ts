// Generated from the Rust types of the same names; LUDWERK_UPDATE=1 cargo test writes it anew.

/** What the page's board shows. */
export type BoardView = {
  /** For each seat, the hexes where its pieces stand, by their coordinates. */
  pieces: Array<Array<[number, number]>>;
  /** For each seat, how many of its pieces have left the board. */
  exits: Array<number>;
};
