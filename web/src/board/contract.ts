// What the page and a game's own files in `games/<id>/web` promise each other.

import type { ComponentType } from 'react';
import type { MoveView, PositionView } from '../api/types';

/** How good a marked move is; boards tell tones apart by more than colour. */
export type MarkTone = 'best' | 'good' | 'other';

/** A move to point at: a hint, or a line of an analysis. */
export interface Mark {
  move: MoveView;
  tone: MarkTone;
  /** A few characters to write beside it, such as its value; its rank without them, nothing if empty. */
  label?: string | undefined;
  /** Whether the person asks for this very move: it is shown even while another is being chosen. */
  pointed?: boolean | undefined;
}

/** What became of a move chosen in advance. */
export type PremoveChange =
  /** The touches are there and wait for the turn; `from` is what the first of them is called. */
  | { kind: 'chosen'; touches: readonly string[]; from: string }
  /** The person thought better of it. */
  | { kind: 'cancelled' }
  /** The turn has come, and no legal move, or not just one, has these touches. */
  | { kind: 'dropped' };

/** Leave to choose a move before one's turn comes. */
export interface Premoves {
  /** The seats of the person at this screen, whose things may be picked up. */
  seats: readonly number[];
  onChange?: ((change: PremoveChange) => void) | undefined;
}

/** A position with what its game tells the game's own board: the `BoardView` of the game's `board.types.ts`. */
export type Position<Board = unknown> = PositionView & { board: Board };

/** What every board is given. A board draws `position` and nothing else; it knows no rules. */
export interface BoardProps<Board = unknown> {
  position: Position<Board>;
  /** The variant that is played, where that is known: some boards say what it leads to. */
  variant?: string | undefined;
  /** The seat at the bottom of the screen. */
  orientation: number;
  seatNames: string[];
  /** Whether the person at this screen may choose one of `position.legal` now. */
  mayMove: boolean;
  onMove?: ((move: MoveView) => void) | undefined;
  /** Takes back the last move of the person's own turn, where a turn takes several and has begun. */
  onTakeBack?: (() => void) | undefined;
  /** Lets choose moves while others are to move; without it, what was chosen so is forgotten. */
  premoves?: Premoves | undefined;
  /** Hints and analysis: arrows or highlights, best first. */
  marks?: Mark[] | undefined;
  /** What a move is worth in a few characters, to be shown where it leads while it is being chosen. */
  targetLabels?: ((move: MoveView) => string | undefined) | undefined;
  /** False for reduced motion and for jumps in the history. */
  animate: boolean;
  /** Whether cells are named at the edge of the board; they are unless this is false. */
  coordinates?: boolean | undefined;
  /** One of the piece sets that the game offers; the first without it. */
  pieceSet?: string | undefined;
  /** A small picture: no coordinates, no focus, one image to a screen reader. */
  preview?: boolean | undefined;
  /** A large screen, with room beside the board rather than below it. */
  wide?: boolean | undefined;
  /** The accessible name of the board. */
  label: string;
}

/** The room that a board is to be given. */
export interface Room<Board = unknown> {
  position: Position<Board>;
  wide: boolean;
  preview: boolean;
}

/** Width over height of a board whose shape depends on the position and on the screen. */
export type AspectOf<Board = unknown> = (room: Room<Board>) => number;

/**
 * The default export of `games/<id>/web/aspect.ts`. A board with one shape is fitted into the screen; one
 * that has another shape for a small screen takes its whole width there.
 */
export type Aspect = number | AspectOf;

/**
 * The default export of `games/<id>/web/Board.tsx`. The board itself offers a button for each legal move that
 * touches no cell, such as the end of a turn; where there are no others, as with a forced pass, `BoardSurface` does.
 */
export type BoardComponent = ComponentType<BoardProps>;

/** A way to draw the pieces of a game. */
export interface PieceSet {
  id: string;
  /** What the person reads in the settings. */
  label: string;
}

/** The default export of `games/<id>/web/sets.ts`; the first is used until another is chosen. */
export type PieceSets = readonly [PieceSet, ...PieceSet[]];

/** What a position editor is given; the server, not the editor, judges the position. */
export interface EditorProps {
  position: string;
  onChange: (position: string) => void;
  seatNames: string[];
  /** As for the board. */
  pieceSet?: string | undefined;
}

/** The default export of `games/<id>/web/Editor.tsx`. */
export type EditorComponent = ComponentType<EditorProps>;

/** What a page of rules is given. */
export interface RulesProps {
  variant: string;
}

/** Who made a game, and what was written about programs that play it: the default export of `games/<id>/web/about.ts`. */
export interface GameAbout {
  /** Who made the game and to whom it belongs, in one sentence. */
  makers: string;
  /** The studies whose players and results are in the program, as one writes sources. */
  studies: readonly string[];
}

/** The default export of `games/<id>/web/Rules.tsx`. */
export type RulesComponent = ComponentType<RulesProps>;
