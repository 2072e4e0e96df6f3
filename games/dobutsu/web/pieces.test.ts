// Pieces keep their identities through moves, captures, drops, promotions and moves taken back.

import { describe, expect, it } from 'vitest';
import { type Piece, placedPieces, type Tracked, track } from './pieces';
import { move, position } from './testing';

const start = position('gle.c..C.ELG - - S');
const capture = position('gle.C....ELG C - G', { ply: 1, last: move('Cb3xb2', 'b3', 'b2', 'capture') });

function idAt(tracked: Tracked, cell: string): string | undefined {
  return tracked.pieces.find((piece) => piece.cell === cell)?.id;
}

function ids(pieces: readonly Piece[]): string[] {
  return pieces.map(({ id }) => id).sort();
}

describe('the pieces of a position', () => {
  it('are all of its board, hands included', () => {
    expect(placedPieces(start.board)).toHaveLength(8);
    const held = placedPieces(position('.l.......L.. CC eg S').board);
    expect(held.filter(({ cell }) => cell === 'S:C')).toHaveLength(2);
    expect(held.filter(({ owner }) => owner === 1)).toHaveLength(3);
  });
});

describe('tracking', () => {
  it('follows a move, and the captured piece into the hand', () => {
    const before = track(null, start);
    const after = track(before, capture);
    expect(idAt(after, 'b2')).toBe(idAt(before, 'b3'));
    expect(idAt(after, 'S:C')).toBe(idAt(before, 'b2'));
    expect(ids(after.pieces)).toEqual(ids(before.pieces));
  });

  it('follows a move taken back', () => {
    const before = track(track(null, start), capture);
    const after = track(before, start);
    expect(idAt(after, 'b3')).toBe(idAt(before, 'b2'));
    expect(idAt(after, 'b2')).toBe(idAt(before, 'S:C'));
  });

  it('follows a drop and one taken back', () => {
    const held = position('gle.C....ELG C - S', { ply: 4 });
    const dropped = position('gleCC....ELG - - G', { ply: 5, last: move('C*a2', 'S:C', 'a2', 'drop') });
    const before = track(null, held);
    const after = track(before, dropped);
    expect(idAt(after, 'a2')).toBe(idAt(before, 'S:C'));
    expect(idAt(after, 'b2')).toBe(idAt(before, 'b2'));
    expect(idAt(track(after, held), 'S:C')).toBe(idAt(before, 'S:C'));
  });

  it('knows the hen as the chick that it was', () => {
    const chick = position('..lC.....L.. - - S', { ply: 6 });
    const hen = position('H.l......L.. - - G', { ply: 7, last: move('Ca2-a1+', 'a2', 'a1') });
    const before = track(null, chick);
    expect(idAt(track(before, hen), 'a1')).toBe(idAt(before, 'a2'));
  });

  it('says that a chick has grown, until it moves on, and not when moves are taken back', () => {
    const chick = position('..lC.....L.. - - S', { ply: 6 });
    const hen = position('H.l......L.. - - G', { ply: 7 });
    const grown = (tracked: Tracked) =>
      tracked.pieces.filter((piece) => piece.grown).map(({ animal }) => animal);
    const after = track(track(null, chick), hen);
    expect(grown(after)).toEqual(['H']);
    expect(grown(track(after, { ...hen }))).toEqual(['H']);
    const answered = track(after, position('Hl.......L.. - - S', { ply: 8 }));
    expect(grown(answered)).toEqual(['H']);
    expect(grown(track(answered, position('.l.H.....L.. - - G', { ply: 9 })))).toEqual([]);
    expect(grown(track(after, chick))).toEqual([]);
  });

  it('remembers the lion that was caught, for as long as that is what has just happened', () => {
    const before = track(null, position('.l..G....L.. - - S', { ply: 8 }));
    const caught = position('.G.......L.. - - G', { ply: 9 });
    const after = track(before, caught);
    expect(after.gone.map(({ animal, cell }) => animal + cell)).toEqual(['Lb1']);
    expect(track(after, { ...caught }).gone).toHaveLength(1);
    expect(track(after, before.position).gone).toEqual([]);
    expect(track(before, position('.........L.. - - G', { ply: 20 })).gone).toEqual([]);
    expect(track(track(null, start), capture).gone).toEqual([]);
  });

  it('follows a pair of moves that arrives or is taken back at once', () => {
    const reply = position('g.e.l....ELG C c S', { ply: 2, last: move('Lb1xb2', 'b1', 'b2', 'capture') });
    const before = track(null, start);
    const after = track(before, reply);
    expect(ids(after.pieces)).toEqual(ids(before.pieces));
    expect(idAt(after, 'b2')).toBe(idAt(before, 'b1'));
    expect(ids(track(after, start).pieces)).toEqual(ids(before.pieces));
  });

  it('keeps after a jump only what did not change', () => {
    const far = position('.le.g..C.ELG - c S', { ply: 9 });
    const before = track(null, start);
    const after = track(before, far);
    expect(idAt(after, 'b1')).toBe(idAt(before, 'b1'));
    expect(ids(before.pieces)).not.toContain(idAt(after, 'b2'));
  });

  it('gives no identity twice', () => {
    let tracked = track(null, start);
    for (const next of [capture, start, position('l..........L - - S', { ply: 30 }), start, capture]) {
      tracked = track(tracked, next);
      expect(new Set(tracked.pieces.map(({ id }) => id)).size).toBe(tracked.pieces.length);
    }
  });
});
