// Everything that boards and the pages around them share. A game's files import from here alone.

export { CellBoard } from './CellBoard';
export type {
  BoardComponent,
  BoardProps,
  EditorComponent,
  EditorProps,
  Mark,
  MarkTone,
  RulesComponent,
  RulesProps,
} from './contract';
export { boardSvg, svgToPng } from './exportSvg';
export { GameBoard } from './GameBoard';
export { gameAspect, gameBoard, gameEditor, gameRules } from './registry';
