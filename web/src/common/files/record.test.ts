// Records and lists of moves, as people paste them.

import { describe, expect, it } from 'vitest';
import { fakePosition } from '../../api/fixtures';
import { moveCandidates, parseText, readRecord, recordOf, splitDocuments } from './record';

const RECORD = {
  format: 'ludwerk-record/1',
  game: 'crossing',
  variant: 'plain',
  players: 2,
  seed: 3,
  seats: ['Ada', 'greedy'],
  moves: [{ move: 'a1-b2', ms: 0.2 }, { move: 'c3*d "4"' }],
  result: { returns: [0, 1], reason: 'catch' },
  program: 'ludwerk 0.1.0',
};

const games = (text: string) => {
  const parsed = parseText(text);
  return parsed.kind === 'records' ? parsed.documents : [];
};

describe('records', () => {
  it('become a start and moves', () => {
    const [parsed] = games(JSON.stringify(RECORD, null, 2));
    expect(parsed).toMatchObject({
      ok: true,
      game: {
        origin: { game: 'crossing', variant: 'plain', players: 2, seed: 3 },
        moves: ['a1-b2', 'c3*d "4"'],
        seats: ['Ada', 'greedy'],
        result: { winner: 1, reason: 'catch', points: null },
      },
    });
  });

  it('come several in a file: a line each, over several lines, or as a list', () => {
    const line = JSON.stringify(RECORD);
    expect(games(`${line}\n${line}\n`)).toHaveLength(2);
    expect(games(`${JSON.stringify(RECORD, null, 2)}\n\n${line}`)).toHaveLength(2);
    expect(games(`[${line},${line},${line}]`)).toHaveLength(3);
    expect(games(`\uFEFF${line}`)).toHaveLength(1);
  });

  it('split where braces stand in texts', () => {
    expect(splitDocuments('{"a":"}{\\"]"} {"b":[1]}')).toEqual(['{"a":"}{\\"]"}', '{"b":[1]}']);
    expect(splitDocuments('{"a":1} {"b":')).toEqual(['{"a":1}', '{"b":']);
  });

  it('take the deal before the position, and that before the seed', () => {
    const origin = (change: object) => {
      const parsed = readRecord({ ...RECORD, ...change });
      return parsed.ok ? parsed.game.origin : null;
    };
    const base = { game: 'crossing', variant: 'plain', players: 2 };
    expect(origin({ setup: [1], position: 'p' })).toEqual({ ...base, setup: [1] });
    expect(origin({ position: 'p' })).toEqual({ ...base, position: 'p' });
    expect(origin({ seed: 2 ** 60 })).toEqual(base);
  });

  it('say what is wrong with them', () => {
    const error = (document: unknown) => {
      const parsed = readRecord(document);
      return parsed.ok ? '' : parsed.error;
    };
    expect(error(3)).toMatch(/not a game record/);
    expect(error({})).toMatch(/format/);
    expect(error({ ...RECORD, format: 'ludwerk-record/2' })).toMatch(/version 2/);
    expect(error({ ...RECORD, game: undefined })).toMatch(/which game/);
    expect(error({ ...RECORD, moves: 'a' })).toMatch(/list of moves/);
    expect(error({ ...RECORD, moves: [{ move: 'a' }, {}] })).toMatch(/Move 2/);
    expect(games('{"format": ')[0]).toMatchObject({ ok: false });
    expect(games(`${JSON.stringify(RECORD)}\n{oops}`).map(({ ok }) => ok)).toEqual([true, false]);
  });

  it('can be written and read back', () => {
    const written = recordOf({
      origin: { game: 'crossing', position: 'p' },
      variant: 'plain',
      seats: ['Ada', 'Bo'],
      moves: ['a', 'b'],
      start: { ...fakePosition(0, 0), text: 'p' },
      isPosition: true,
      result: { returns: [1, 0], points: null, reason: 'catch', winner: 0 },
      program: 'ludwerk',
    });
    expect(written.result).toEqual({ returns: [1, 0], reason: 'catch' });
    expect(readRecord(written)).toMatchObject({
      ok: true,
      game: { origin: { game: 'crossing', variant: 'plain', players: 2, position: 'p' }, moves: ['a', 'b'] },
    });
  });
});

describe('lists of moves', () => {
  it('may have numbers and any spaces', () => {
    const wanted = ['Cb3xb2', 'Lb1xb2', 'Lb4-a3'];
    for (const text of [
      'Cb3xb2 Lb1xb2 Lb4-a3',
      '1. Cb3xb2 Lb1xb2\n2. Lb4-a3',
      '1.Cb3xb2 1...Lb1xb2 2)Lb4-a3',
    ]) {
      expect(moveCandidates(text)[0]).toEqual(wanted);
    }
    expect(moveCandidates('Cb3xb2, Lb1xb2; Lb4-a3')).toEqual([wanted]);
  });

  it('may have blanks within a move, one move a line', () => {
    expect(moveCandidates('1. put A b2\n2. put B c3')[1]).toEqual(['put A b2', 'put B c3']);
  });

  it('may have commas within a move', () => {
    expect(moveCandidates('1. e10,f10 j5,j6\n2. pass')).toContainEqual(['e10,f10', 'j5,j6', 'pass']);
  });

  it('are told from records', () => {
    expect(parseText('a b').kind).toBe('moves');
    expect(parseText('  \n').kind).toBe('empty');
  });
});
