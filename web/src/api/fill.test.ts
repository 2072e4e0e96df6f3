// What messages leave out is there again, wherever in a message it is.
import { expect, it } from 'vitest';
import { fill } from './fill';

const CELL = { name: 'a1', x: 0, y: 0 };
const WHOLE_CELL = { ...CELL, hand: null, text: '', label: '', owner: null };
const MOVE = { move: 'a1,b1', touches: ['a1', 'b1'], kind: 'move' };
const position = () => ({ cells: [{ ...CELL }], legal: [{ move: 'a1,b1' }], last: { move: 'a1,b1' } });
const WHOLE = { cells: [WHOLE_CELL], legal: [MOVE], last: MOVE, recent: [] };

it('fills positions in games, lines, the catalog and messages', () => {
  expect(fill(position())).toEqual(WHOLE);
  expect(fill({ type: 'game', game: { position: position() } })).toEqual({
    type: 'game',
    game: { position: WHOLE },
  });
  expect(fill({ positions: [position(), position()] })).toEqual({ positions: [WHOLE, WHOLE] });
  expect(fill({ games: [{ start: position() }] })).toEqual({ games: [{ start: WHOLE }] });
});

it('fills the moves of an analysis and leaves those that were played', () => {
  const played = { move: 'a1,b1', seat: 0, ms: null, value: null };
  expect(fill({ best: { move: 'a1,b1' }, lines: [{ move: 'a1,b1', pv: ['a1,b1'] }] })).toEqual({
    best: MOVE,
    lines: [{ ...MOVE, pv: ['a1,b1'] }],
  });
  expect(fill({ moves: [{ ...played }] })).toEqual({ moves: [played] });
});

it('keeps what was said', () => {
  const cell = { name: 'S:C', x: 0, y: 0, hand: 0, text: 'C', label: 'chick', owner: 0 };
  const pass = { move: 'pass', touches: [], kind: 'other' };
  expect(fill({ cells: [cell], legal: [pass], last: null, recent: [{ move: 'a1,b1' }] })).toEqual({
    cells: [cell],
    legal: [pass],
    last: null,
    recent: [MOVE],
  });
});
