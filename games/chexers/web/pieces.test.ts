// Which piece is which in the next position: moved, jumped over, gone, and back again.

import { describe, expect, it } from 'vitest';
import { type Piece, type Tracked, track } from './pieces';
import { boardOf, move, START, textOf } from './testing';

const shown = (text: string, ply: number, last?: string, colour = 'red') => ({
  text,
  board: boardOf(text),
  ply,
  last: last === undefined ? null : move(last, colour),
});
const at = ({ pieces }: Tracked, cell: string, slot = 0): Piece => {
  const found = pieces.find((piece) => piece.cell === cell && piece.slot === slot);
  if (!found) throw new Error(`nothing on ${cell}`);
  return found;
};

const before = track(null, shown(textOf({ red: '0,0 3,0', green: '1,0', blue: '-2,0' }), 5));

describe('a piece', () => {
  it('that steps stays the same', () => {
    const after = track(
      before,
      shown(textOf({ red: '0,1 3,0', green: '1,0', blue: '-2,0' }), 6, 'MOVE 0,0 0,1'),
    );
    expect(at(after, '0,1').id).toBe(at(before, '0,0').id);
    expect(new Set(after.pieces.map(({ id }) => id)).size).toBe(4);
  });

  it('that is jumped over stays where it is and turns', () => {
    const text = textOf({ red: '2,0 1,0 3,0', blue: '-2,0' });
    const after = track(before, shown(text, 6, 'JUMP 0,0 2,0'));
    expect(at(after, '2,0')).toMatchObject({ id: at(before, '0,0').id, turnedFrom: null });
    expect(at(after, '1,0')).toMatchObject({ id: at(before, '1,0').id, owner: 0, turnedFrom: 1 });

    // An answer does not cut the turn short; its own next step ends it.
    const answered = track(
      after,
      shown(textOf({ red: '2,0 1,0 3,0', blue: '-2,1' }, 'red'), 8, 'MOVE -2,0 -2,1'),
    );
    expect(at(answered, '1,0').turnedFrom).toBe(1);
    const moved = track(answered, shown(textOf({ red: '2,0 1,1 3,0', blue: '-2,1' }), 9, 'MOVE 1,0 1,1'));
    expect(at(moved, '1,1')).toMatchObject({ id: at(before, '1,0').id, turnedFrom: null });

    // Taken back, it turns again.
    const back = track(after, before.position);
    expect(at(back, '1,0')).toMatchObject({ id: at(before, '1,0').id, owner: 1, turnedFrom: 0 });
    expect(at(back, '0,0').id).toBe(at(before, '0,0').id);
  });

  it('that leaves lies in the next place beside the goal, and comes back from there', () => {
    const text = textOf({ red: '0,0', green: '1,0', blue: '-2,0' }, 'green', '1,0,0');
    const after = track(before, shown(text, 6, 'EXIT 3,0'));
    expect(at(after, 'exit-red').id).toBe(at(before, '3,0').id);
    expect(at(track(after, before.position), '3,0').id).toBe(at(before, '3,0').id);

    const next = textOf({ green: '1,0', blue: '-2,0' }, 'green', '2,0,0');
    const second = track(after, shown(next, 9));
    expect(at(second, 'exit-red', 0).id).toBe(at(before, '3,0').id);
    expect(at(second, 'exit-red', 1).id).toBe(at(before, '0,0').id);
  });

  it('is recognised after a whole round', () => {
    const text = textOf({ red: '0,1 3,0', green: '1,-1', blue: '-1,0' });
    const after = track(before, shown(text, 8, 'MOVE -2,0 -1,0'));
    expect(at(after, '0,1').id).toBe(at(before, '0,0').id);
    expect(at(after, '1,-1').id).toBe(at(before, '1,0').id);
    expect(at(after, '-1,0').id).toBe(at(before, '-2,0').id);
  });

  it('is another in another scene, and the same in the same', () => {
    const far = track(before, shown(START, 40));
    const old = new Set(before.pieces.map(({ id }) => id));
    expect(far.pieces.some(({ id }) => old.has(id))).toBe(false);
    expect(track(before, { ...before.position }).pieces).toBe(before.pieces);
  });

  it('passes without a trace', () => {
    const after = track(before, shown(before.position.text.replace('red', 'green'), 6, 'PASS'));
    expect(after.pieces).toEqual(before.pieces);
  });
});
