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
}

/** What every board is given. A board draws `position` and nothing else; it knows no rules. */
export interface BoardProps {
  position: PositionView;
  /** The seat at the bottom of the screen. */
  orientation: number;
  seatNames: string[];
  /** Whether the person at this screen may choose one of `position.legal` now. */
  mayMove: boolean;
  onMove?: ((move: MoveView) => void) | undefined;
  /** Hints and analysis: arrows or highlights, best first. */
  marks?: Mark[] | undefined;
  /** False for reduced motion and for jumps in the history. */
  animate: boolean;
  /** A small picture: no coordinates, no focus, one image to a screen reader. */
  preview?: boolean | undefined;
  /** The accessible name of the board. */
  label: string;
}

/** The default export of `games/<id>/web/Board.tsx`. */
export type BoardComponent = ComponentType<BoardProps>;

/** What a position editor is given; the server, not the editor, judges the position. */
export interface EditorProps {
  position: string;
  onChange: (position: string) => void;
  seatNames: string[];
}

/** The default export of `games/<id>/web/Editor.tsx`. */
export type EditorComponent = ComponentType<EditorProps>;

/** What a page of rules is given. */
export interface RulesProps {
  variant: string;
}

/** The default export of `games/<id>/web/Rules.tsx`. */
export type RulesComponent = ComponentType<RulesProps>;
