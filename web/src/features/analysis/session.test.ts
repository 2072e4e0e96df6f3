// What a person does to a study.

import { describe, expect, it } from 'vitest';
import { fakePosition } from '../../api/fixtures';
import { fakeLine } from './fixtures';
import { type Action, reduce, type Session, startSession } from './session';
import { type Study, studyOf } from './study';
import { movesTo } from './tree';

const study = (at: number): Study =>
  studyOf(
    { game: 'crossing' },
    {
      variant: 'plain',
      seat_names: ['A', 'B'],
      positions: [fakePosition(0, 0), ...fakeLine(['a', 'b', 'c'])],
      is_position: false,
    },
    { at },
  );

const play = (session: Session, ...actions: Action[]) => actions.reduce(reduce, session);
const shown = ({ tree, current }: Session) => movesTo(tree, current).join(' ');

describe('a study', () => {
  it('opens where it is told, within the game', () => {
    expect([0, 2, 99].map((at) => shown(startSession(study(at))))).toEqual(['', 'a b', 'a b c']);
  });

  it('has the names of the seats where nobody sat', () => {
    expect(study(0).players).toEqual(['A', 'B']);
    expect(study(0).origin).toEqual({ game: 'crossing', variant: 'plain' });
    expect(study(0).key).not.toBe(study(0).key);
  });

  it('steps and stops at both ends', () => {
    const start = startSession(study(0));
    expect(shown(play(start, { type: 'next' }, { type: 'next' }))).toBe('a b');
    expect(shown(play(start, { type: 'last' }, { type: 'next' }))).toBe('a b c');
    expect(shown(play(start, { type: 'last' }, { type: 'previous' }))).toBe('a b');
    expect(play(start, { type: 'previous' })).toBe(start);
    expect(shown(play(start, { type: 'last' }, { type: 'first' }))).toBe('');
  });

  it('lets pieces glide for single steps only', () => {
    const start = startSession(study(0));
    expect(play(start, { type: 'next' }).isStep).toBe(true);
    expect(play(start, { type: 'last' }).isStep).toBe(false);
    expect(play(start, { type: 'last' }, { type: 'previous' }).isStep).toBe(true);
  });

  it('keeps what is tried and goes there', () => {
    const tried: Action = { type: 'tried', from: 1, positions: fakeLine(['x', 'y'], 2, 1, 1) };
    const session = play(startSession(study(1)), tried);
    expect(shown(session)).toBe('a x y');
    expect(shown(play(session, { type: 'main' }))).toBe('a');
    expect(shown(play(session, { type: 'first' }, { type: 'last' }))).toBe('a b c');
    expect(shown(play(session, { type: 'promoteToMain', id: session.current }, { type: 'last' }))).toBe(
      'a x y',
    );
  });

  it('stays with a person who has gone elsewhere before the answer', () => {
    const tried: Action = { type: 'tried', from: 1, positions: fakeLine(['x'], 2, 1, 1) };
    const session = play(startSession(study(3)), tried);
    expect(shown(session)).toBe('a b c');
    expect(session.tree.nodes.size).toBe(5);
  });

  it('takes no notice of an answer about a place that is gone', () => {
    const rest = play(startSession(study(0)), { type: 'delete', id: 1 });
    expect(play(rest, { type: 'tried', from: 2, positions: fakeLine(['x']) })).toBe(rest);
    expect(play(rest, { type: 'go', to: 3 })).toBe(rest);
  });

  it('goes from line to line', () => {
    const tried: Action = { type: 'tried', from: 1, positions: fakeLine(['x'], 2, 1, 1) };
    const session = play(startSession(study(1)), tried);
    expect(shown(play(session, { type: 'sibling', step: -1 }))).toBe('a b');
    expect(shown(play(session, { type: 'sibling', step: 1 }))).toBe('a x');
  });

  it('falls back to what is left when the place is deleted', () => {
    expect(shown(play(startSession(study(3)), { type: 'delete', id: 2 }))).toBe('a');
  });
});
