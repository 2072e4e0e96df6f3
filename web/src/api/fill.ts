// Puts back what messages leave out because it goes without saying, so that the rest of the page finds every
// field that the types have. `crates/server/src/dto.rs` says what that is.
import { isRecord } from '../lib/storage';

/** The message itself, whole. */
export function fill<T>(message: T): T {
  fillParts(message);
  return message;
}

function fillParts(value: unknown): void {
  if (Array.isArray(value)) {
    for (const part of value) fillParts(part);
  } else if (isRecord(value)) {
    if (Array.isArray(value.cells)) fillPosition(value);
    // The lines of an analysis are moves with more to say.
    else if (Array.isArray(value.pv) && 'move' in value) fillMove(value);
    else {
      fillMove(value.best);
      for (const part of Object.values(value)) fillParts(part);
    }
  }
}

function fillPosition(position: Record<string, unknown>): void {
  for (const cell of position.cells as unknown[]) {
    if (!isRecord(cell)) continue;
    cell.hand ??= null;
    cell.text ??= '';
    cell.label ??= '';
    cell.owner ??= null;
  }
  if (Array.isArray(position.legal)) for (const move of position.legal) fillMove(move);
  position.recent ??= [];
  if (Array.isArray(position.recent)) for (const move of position.recent) fillMove(move);
  fillMove(position.last);
}

function fillMove(move: unknown): void {
  if (!isRecord(move) || typeof move.move !== 'string') return;
  move.touches ??= move.move.split(',');
  move.kind ??= 'move';
}
