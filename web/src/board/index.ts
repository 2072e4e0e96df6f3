// Everything that boards and the pages around them share. A game's files import from here alone.

export { BoardPicture, BoardSurface, boardClass, CellButton } from './BoardSurface';
export { CellBoard } from './CellBoard';
export { type CellFacts, cellName } from './cellFacts';
export type {
  Aspect,
  AspectOf,
  BoardComponent,
  BoardProps,
  EditorComponent,
  EditorProps,
  GameAbout,
  Mark,
  MarkTone,
  PieceSet,
  PieceSets,
  Position,
  PremoveChange,
  Premoves,
  Room,
  RulesComponent,
  RulesProps,
} from './contract';
export { Decoration } from './Decoration';
export { boardSvg, svgToPng } from './exportSvg';
export { GameBoard, useWide } from './GameBoard';
export { Label } from './Label';
export { cellLabel } from './labels';
export { CELL, type CellLayout, cellLayout, type Point } from './layout';
export { MarkSigns } from './Marks';
export { neighbour } from './neighbours';
export { RulesPicture, rulesStyles } from './RulesPage';
export { gameAbout, gameAspect, gameBoard, gameEditor, gameRules, gameSets } from './registry';
export { TargetLabels, TargetSign, TargetSigns } from './Targets';
export { type Drag, useDrag } from './useDrag';
export { useGlide } from './useGlide';
export { useKept } from './useKept';
export { usePending } from './usePending';
export { type Selection, useSelection } from './useSelection';
