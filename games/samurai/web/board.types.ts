// Generated from the Rust types of the same names; LUDWERK_UPDATE=1 cargo test writes it anew.

/** What the page's board shows. Spaces are told by their ids, tiles by their names. */
export type BoardView = {
  /** The figures that stand in settlements, of those that have some. */
  figures: Array<FiguresView>;
  /** The tiles that were laid, by their spaces. */
  tiles: Array<LaidView>;
  /** What each seat has. */
  seats: Array<SeatView>;
  /** The figures that were set aside because nobody counted the most for them. */
  aside: CountsView;
  /** What is to be done now. */
  phase: Phase;
  /** What the player to move has played of this turn. */
  played: Played;
  /** Why it is over; `null` before. */
  end: End | null;
};

/** The figures of a settlement. */
export type FiguresView = {
  /** Where they stand. */
  space: number;
  /** What they are. */
  kinds: Array<Kind>;
};

/** A tile on the board. */
export type LaidView = {
  /** Where it lies. */
  space: number;
  /** Who laid it. */
  seat: number;
  /** What it is. */
  tile: string;
};

/** What a seat has. */
export type SeatView = {
  /** The figures that it has captured. */
  captured: CountsView;
  /** The tiles in its hand; `null` where they are not to be seen. */
  hand: Array<string> | null;
  /** How many tiles it has in hand. */
  in_hand: number;
  /** How many tiles it has still to draw. */
  in_pile: number;
};

/** A number for each kind of figure. */
export type CountsView = {
  rice: number;
  helmet: number;
  buddha: number;
};

/** What is to be done now. */
export type Phase = 'hand' | 'figure' | 'play' | 'over';

/** What has been played of a turn. */
export type Played = 'nothing' | 'characters' | 'ordinary';

/** Why a game ended. */
export type End = 'kind' | 'ties' | 'all' | 'stuck';

/** The sorts of figures. */
export type Kind = 'rice' | 'helmet' | 'buddha';
