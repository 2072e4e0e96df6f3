// Positions for the tests, made from their text as the server would make them.

import type { CellView, MoveKind, MoveView, PositionView } from '@ludwerk/web/types';
import { parseArrangement, squareName } from './arrangement';
import { ANIMAL_NAMES, HELD } from './pieces';

export const SEAT_NAMES = ['Forest', 'Sky'];

export function position(text: string, rest: Partial<PositionView> = {}): PositionView {
  const arrangement = parseArrangement(text);
  if (!arrangement) throw new Error(`not a position: ${text}`);
  const squares = arrangement.squares.map(
    (occupant, square): CellView => ({
      name: squareName(square),
      hand: null,
      x: 2 * (square % 3),
      y: Math.floor(square / 3),
      text: text.charAt(square).replace('.', ''),
      label: occupant ? ANIMAL_NAMES[occupant.animal] : '',
      owner: occupant?.owner ?? null,
    }),
  );
  const hands = arrangement.hands.flatMap((counts, seat) =>
    HELD.map((animal, slot): CellView => {
      const count = counts[slot] ?? 0;
      const letter = seat === 0 ? animal : animal.toLowerCase();
      return {
        name: `${'SG'.charAt(seat)}:${animal}`,
        hand: seat,
        x: 2 * slot,
        y: 0,
        text: count === 0 ? '' : count === 1 ? letter : `${letter}×${count}`,
        label: count === 0 ? '' : ANIMAL_NAMES[animal],
        owner: count === 0 ? null : seat,
      };
    }),
  );
  return {
    text,
    ply: 0,
    occurrences: 1,
    to_move: arrangement.toMove,
    legal: [],
    last: null,
    recent: [],
    threats: [],
    cells: [...squares, ...hands],
    notes: [],
    points: null,
    result: null,
    ...rest,
  };
}

export function move(text: string, from: string, to: string, kind: MoveKind = 'move'): MoveView {
  return { move: text, touches: [from, to], kind };
}
