// The form of a new game: what it becomes, who begins, what is wrong, and what is remembered.
import { beforeEach, describe, expect, it } from 'vitest';
import { gameInfo } from '../../api/fixtures';
import {
  type Form,
  fieldOfError,
  initialForm,
  lastPlace,
  namedPlayersOf,
  parseForm,
  placeOf,
  quickForm,
  seatOrder,
  strengthAt,
  toNewGame,
  withOrder,
  withPlayer,
  withPlayers,
  withVariant,
} from './form';
import { lastForm, oneClickForm, rememberForm } from './remember';

const GAME = gameInfo({});
const request = (form: Form, name = '', lot = 0.9) => toNewGame(form, GAME, name, lot).request;
const errors = (form: Form) => toNewGame(form, GAME, '', 0.9).errors;

beforeEach(() => localStorage.clear());

describe('request', () => {
  it('is oneself against a level to begin with', () => {
    expect(request(initialForm(GAME))).toEqual({
      game: 'toy',
      variant: 'plain',
      seats: [{ kind: 'here' }, { kind: 'engine', spec: 'level:n=3' }],
    });
  });

  it('has names, specs, clock, seed and position where they are given', () => {
    let form: Form = { ...initialForm(GAME), clock: '5+3', seed: ' 7 ', position: ' abc ' };
    form = withPlayer(form, 1, { who: 'computer', advanced: true, spec: ' random ' });
    expect(request(form, ' Ada ')).toEqual({
      game: 'toy',
      variant: 'plain',
      seats: [
        { kind: 'here', name: 'Ada' },
        { kind: 'engine', spec: 'random' },
      ],
      seed: 7,
      position: 'abc',
      clock: { base_seconds: 300, increment_seconds: 3 },
    });
  });

  it('invites friends', () => {
    const form = withPlayer(initialForm(GAME), 1, { who: 'friend', name: 'Bo' });
    expect(request(form)?.seats[1]).toEqual({ kind: 'invited', name: 'Bo' });
  });

  it('takes minutes with a comma', () => {
    const form: Form = { ...initialForm(GAME), clock: 'custom', clockMinutes: '1,5', clockIncrement: '0' };
    expect(request(form)?.clock).toEqual({ base_seconds: 90, increment_seconds: 0 });
  });

  it('says what is wrong at the field', () => {
    const initial = initialForm(GAME);
    expect(errors({ ...initial, seed: '-1' })).toHaveProperty('seed');
    expect(errors({ ...initial, seed: '99999999999999999999' })).toHaveProperty('seed');
    expect(errors({ ...initial, seed: '1.5' })).toHaveProperty('seed');
    expect(errors({ ...initial, clock: 'custom', clockMinutes: '' })).toHaveProperty('clockMinutes');
    expect(errors({ ...initial, clock: 'custom', clockIncrement: 'x' })).toHaveProperty('clockIncrement');
    expect(errors(withPlayer(initial, 1, { advanced: true, spec: ' ' }))).toHaveProperty('player1');
  });
});

describe('who begins', () => {
  it('swaps two seats, also by lot', () => {
    const form = initialForm(GAME);
    const first = (begins: Form['begins'], lot: number) => seatOrder({ ...form, begins }, lot)[0]?.who;
    expect(first('first', 0.1)).toBe('me');
    expect(first('second', 0.9)).toBe('computer');
    expect(first('lot', 0.1)).toBe('computer');
    expect(first('lot', 0.9)).toBe('me');
  });

  it('is the order of the form for more than two', () => {
    const three = withPlayers(withVariant(initialForm(GAME), GAME, 'crowd'), GAME, 3);
    expect(seatOrder({ ...three, begins: 'second' }, 0)[0]?.who).toBe('me');
    expect(withOrder(three, 0, 1).players.map((one) => one.who)).toEqual(['computer', 'me', 'computer']);
    expect(withOrder(three, 0, -1)).toBe(three);
  });
});

describe('changes', () => {
  it('keeps the number of players when the new variant has it', () => {
    const three = withPlayers(withVariant(initialForm(GAME), GAME, 'crowd'), GAME, 3);
    expect(three.players).toHaveLength(3);
    expect(withVariant(three, GAME, 'plain').players).toHaveLength(2);
  });

  it('has only one me', () => {
    expect(withPlayer(initialForm(GAME), 1, { who: 'me' }).players.map((one) => one.who)).toEqual([
      'person',
      'me',
    ]);
  });
});

describe('quick modes', () => {
  const form = withPlayer(initialForm(GAME), 1, { level: 7 });
  const seats = (mode: Parameters<typeof quickForm>[2]) => request(quickForm(form, GAME, mode))?.seats;

  it('are the three of the old page', () => {
    expect(seats('people')).toEqual([{ kind: 'here' }, { kind: 'here' }]);
    expect(seats('human-begins')).toEqual([{ kind: 'here' }, { kind: 'engine', spec: 'level:n=7' }]);
    expect(seats('computer-begins')).toEqual([{ kind: 'engine', spec: 'level:n=7' }, { kind: 'here' }]);
  });

  it('let a computer begin among three', () => {
    const three = withPlayers(withVariant(form, GAME, 'crowd'), GAME, 3);
    const order = quickForm(three, GAME, 'computer-begins').players.map((one) => one.who);
    expect(order).toEqual(['computer', 'computer', 'me']);
  });
});

describe('memory', () => {
  it('brings the last choices back, without seed and position', () => {
    const form: Form = {
      ...withPlayer(initialForm(GAME), 1, { level: 8 }),
      seed: '5',
      position: 'x',
      clock: '3+2',
    };
    rememberForm(GAME, form);
    expect(lastForm(GAME)).toEqual({ ...form, seed: '', position: '' });
    expect(oneClickForm(GAME).players[1]?.level).toBe(8);
  });

  it('survives nonsense and games that have changed', () => {
    for (const nonsense of [
      null,
      3,
      [],
      { players: 'x' },
      { players: [1, null], clock: 'x', variant: 'gone' },
    ]) {
      const form = parseForm(nonsense, GAME);
      expect(form.players).toHaveLength(2);
      expect(toNewGame(form, GAME, '', 0).errors).toBeNull();
    }
    const fewer = gameInfo({ levels: 4 });
    expect(
      parseForm({ players: [{ who: 'me' }, { who: 'computer', level: 9 }] }, fewer).players[1]?.level,
    ).toBe(4);
  });
});

describe('errors of the server', () => {
  it('go to the field they speak of', () => {
    const form = withPlayer(initialForm(GAME), 1, { advanced: true, spec: 'x' });
    expect(fieldOfError('agent', form)).toBe('player1');
    expect(fieldOfError('agent', initialForm(GAME))).toBe('form');
    expect(fieldOfError('position', form)).toBe('position');
    expect(fieldOfError('seed', form)).toBe('seed');
    expect(fieldOfError('too_many', form)).toBe('form');
  });
});

describe('perfect play', () => {
  const solvable = gameInfo({ solvable: true });

  it('is the last place of the scale where a game can be solved', () => {
    expect(lastPlace(solvable)).toBe(11);
    expect(lastPlace(gameInfo({}))).toBe(10);
    expect(strengthAt(11, 10)).toEqual({ level: 10, perfect: true });
    expect(strengthAt(7, 10)).toEqual({ level: 7, perfect: false });
    expect(placeOf({ level: 4, perfect: true }, 10)).toBe(11);
  });

  it('is asked for by its name, also by one click, and is remembered', () => {
    const form = withPlayer(initialForm(solvable), 1, strengthAt(11, 10));
    const engine = { kind: 'engine', spec: 'perfect' };
    expect(toNewGame(form, solvable, '', 0).request?.seats[1]).toEqual(engine);
    const quick = quickForm(
      parseForm(JSON.parse(JSON.stringify(form)), solvable),
      solvable,
      'computer-begins',
    );
    expect(toNewGame(quick, solvable, '', 0).request?.seats[0]).toEqual(engine);
  });

  it('is not kept for a game that cannot be solved', () => {
    const form = withPlayer(initialForm(solvable), 1, strengthAt(11, 10));
    expect(parseForm(form, gameInfo({})).players[1]).toMatchObject({ perfect: false, level: 10 });
  });

  it('is refused at its own field while there is no table', () => {
    const form = withPlayer(initialForm(solvable), 1, strengthAt(11, 10));
    expect(fieldOfError('no-table', form)).toBe('player1');
    expect(fieldOfError('no-table', initialForm(solvable))).toBe('form');
  });
});

describe('an opponent as strong as oneself', () => {
  const agents = [{ name: 'adaptive-level', summary: '', options: [] }];
  const game = gameInfo({ agents, solvable: true });

  it('is asked for by its name, also by one click, and is remembered', () => {
    const form = withPlayer(initialForm(game), 1, { adaptive: true });
    const engine = { kind: 'engine', spec: 'adaptive-level' };
    expect(toNewGame(form, game, '', 0).request?.seats[1]).toEqual(engine);
    const quick = quickForm(parseForm(JSON.parse(JSON.stringify(form)), game), game, 'computer-begins');
    expect(toNewGame(quick, game, '', 0).request?.seats[0]).toEqual(engine);
  });

  it('is not kept for a game that does not have it', () => {
    const form = withPlayer(initialForm(game), 1, { adaptive: true });
    expect(parseForm(form, GAME).players[1]?.adaptive).toBe(false);
  });

  it('needs no table, whatever the scale of levels says', () => {
    const form = withPlayer(initialForm(game), 1, { ...strengthAt(11, 10), adaptive: true });
    expect(toNewGame(form, game, '', 0).request?.seats[1]).toEqual({
      kind: 'engine',
      spec: 'adaptive-level',
    });
    expect(fieldOfError('no-table', form)).toBe('form');
  });
});

describe('published players', () => {
  const plain = { variant: 'plain', players: 2 };
  const game = gameInfo({
    players: [
      { name: 'smith-1', summary: 'The player of a study.', peeks: false, tables: [plain] },
      {
        name: 'smith-2',
        summary: 'It peeks.',
        peeks: true,
        tables: [plain, { variant: 'crowd', players: 3 }],
      },
    ],
  });
  const against = (named: string, more = {}) => withPlayer(initialForm(game), 1, { named, ...more });
  const made = (form: Form) => toNewGame(form, game, '', 0.9);

  it('are offered at the tables at which they play', () => {
    const names = (variant: string, players: number) =>
      namedPlayersOf(game, variant, players).map(({ name }) => name);
    expect(names('plain', 2)).toEqual(['smith-1', 'smith-2']);
    expect(names('crowd', 3)).toEqual(['smith-2']);
    expect(names('crowd', 2)).toEqual([]);
  });

  it('are asked for by name', () => {
    expect(made(against('smith-1')).request?.seats[1]).toEqual({ kind: 'engine', spec: 'smith-1' });
    expect(made(against('smith-1')).request).not.toHaveProperty('allow_peeking');
    expect(quickForm(against('smith-1'), game, 'human-begins').players[1]?.named).toBe('smith-1');
  });

  it('play people only on request where they peek', () => {
    expect(made(against('smith-2')).errors?.player1).toContain('sees what is hidden');
    expect(made(against('smith-2', { allowPeeking: true })).request?.allow_peeking).toBe(true);
    // Leave that is left over from another choice asks for nothing.
    expect(made(against('smith-1', { allowPeeking: true })).request).not.toHaveProperty('allow_peeking');
    const typed = { named: '', advanced: true, spec: 'sampler:inner=(smith-2)', allowPeeking: true };
    const hidden = { ...game, hidden: true };
    expect(toNewGame(against('', typed), hidden, '', 0.9).request?.allow_peeking).toBe(true);
  });

  it('give way to a level where they do not play', () => {
    expect(withVariant(against('smith-1'), game, 'crowd').players[1]?.named).toBe('');
    expect(
      parseForm({ players: [{ who: 'me' }, { who: 'computer', named: 'gone' }] }, game).players[1]?.named,
    ).toBe('');
    const kept = parseForm(
      { variant: 'plain', players: [{ who: 'me' }, { who: 'computer', named: 'smith-1' }] },
      game,
    );
    expect(kept.players[1]?.named).toBe('smith-1');
  });
});
