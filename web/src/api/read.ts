// Puts back what moves leave out on the way because it goes without saying, so that the rest of the page finds every
// field of their type. `crates/server/src/dto.rs` says what that is.
import type {
  AnalysisView,
  Catalog,
  CreatedGame,
  GameView,
  LineView,
  MoveView,
  PositionView,
  ServerMessage,
} from './types';

/** A move without what goes without saying. */
type SentMove = Omit<MoveView, 'touches' | 'kind'> & Partial<MoveView>;

function readMove(move: SentMove): void {
  move.touches ??= move.move.split(',');
  move.kind ??= 'move';
}

/** A position, whole. */
export function readPosition(position: PositionView): PositionView {
  for (const move of [...position.legal, ...position.recent]) readMove(move);
  if (position.last) readMove(position.last);
  return position;
}

/** A game, whole. */
export function readGame(game: GameView): GameView {
  readPosition(game.position);
  return game;
}

/** A game that was made, whole. */
export function readCreated(created: CreatedGame): CreatedGame {
  readGame(created.game);
  return created;
}

/** The catalog, whole. */
export function readCatalog(catalog: Catalog): Catalog {
  for (const { start } of catalog.games) readPosition(start);
  return catalog;
}

/** A line of positions, whole. */
export function readLine(line: LineView): LineView {
  line.positions.forEach(readPosition);
  return line;
}

/** What an agent found out, whole. */
export function readAnalysis(analysis: AnalysisView): AnalysisView {
  for (const move of [analysis.best, ...analysis.lines]) readMove(move);
  return analysis;
}

/** A message of a game's socket, whole. */
export function readMessage(message: ServerMessage): ServerMessage {
  if (message.type === 'game') readGame(message.game);
  return message;
}
