// The form becomes the request that it shows, and says what is wrong beside the field.

import { expect, test } from 'vitest';
import { gameInfo } from '../../api/fixtures';
import { withVariant } from '../../common/contests/GameFields';
import {
  canTest,
  countWords,
  errorsOfDraft,
  initialForm,
  toNewTournament,
  withAgent,
  withGame,
  withOneMore,
} from './form';

const game = gameInfo({});
const draft = { games: 60, bout: 2, rounds: 1, agents: [], problem: null };

test('the first form can be sent as it is', () => {
  const form = initialForm(game);
  expect(toNewTournament(form, game)).toEqual({
    errors: null,
    request: {
      game: 'toy',
      variant: 'plain',
      players: 2,
      format: 'round-robin',
      agents: [{ spec: 'level:n=1' }, { spec: 'level:n=2' }, { spec: 'level:n=3' }],
      games: 20,
      opening_plies: 2,
    },
  });
  expect(countWords(form, draft)).toMatch(/^60 games: 3 pairings with 20 each\./);
});

test('a game with luck needs no random openings, and one without levels has agents by name', () => {
  const other = gameInfo({ id: 'dice', chance: true, levels: 0 });
  expect(initialForm(other).openings).toBe('none');
  const moved = withGame(initialForm(game), other);
  expect(moved.agents.every((agent) => agent.advanced)).toBe(true);
  expect(toNewTournament(initialForm(other), other).request?.agents[0]).toEqual({ spec: 'random' });
});

test('agents by name, names of their own, and another number of players', () => {
  let form = withVariant(initialForm(game), game, 'crowd');
  form = { ...form, players: 3 };
  expect(withVariant(form, game, 'plain').players).toBe(2);
  const [first] = form.agents;
  form = withAgent(form, first?.id ?? 0, { advanced: true, spec: ' mcts:time=1s ', name: ' Ada ' });
  form = withOneMore(form, game);
  expect(toNewTournament(form, game).request?.agents).toEqual([
    { name: 'Ada', spec: 'mcts:time=1s' },
    { spec: 'level:n=2' },
    { spec: 'level:n=3' },
    { spec: 'level:n=4' },
  ]);
  expect(countWords(form, { ...draft, games: 12, bout: 3 })).toMatch(/^12 games: 4 groups with 3 each\./);
});

test('a test is for two agents alone', () => {
  const three = { ...initialForm(game), isTest: true };
  expect(canTest(three)).toBe(false);
  expect(toNewTournament(three, game).request?.sprt).toBeUndefined();
  const two = { ...three, agents: three.agents.slice(0, 2), elo1: '25', sure: '99' as const };
  expect(toNewTournament(two, game).request?.sprt).toEqual({ elo0: 0, elo1: 25, alpha: 0.01, beta: 0.01 });
  expect(countWords(two, draft)).toMatch(/^At most 60 games\./);
});

test('clocks, openings, rounds and seeds are sent only where they are chosen', () => {
  const form = {
    ...initialForm(game),
    format: 'swiss' as const,
    rounds: '4',
    time: 'custom' as const,
    clock: ' 5m+3s ',
    openings: 'lines' as const,
    lines: 'a b\n\n c \n',
    seed: '12',
  };
  const { request } = toNewTournament(form, game);
  expect(request).toMatchObject({ rounds: 4, clock: '5m+3s', openings: ['a b', 'c'], seed: 12 });
  expect(request?.opening_plies).toBeUndefined();
  expect(toNewTournament({ ...form, format: 'gauntlet' }, game).request?.rounds).toBeUndefined();
});

test('what is wrong is said beside its field', () => {
  const usual = initialForm(game);
  const empty = withAgent(usual, usual.agents[0]?.id ?? 0, { advanced: true, spec: ' ' });
  const wrong = { ...empty, games: '0', plies: 'x', seed: '-1' };
  expect(Object.keys(toNewTournament(wrong, game).errors ?? {}).sort()).toEqual([
    'agent0',
    'games',
    'opening_plies',
    'seed',
  ]);
  const error = { error: 'no such agent', hint: 'did you mean mcts?', code: 'agent' };
  expect(
    errorsOfDraft({
      ...draft,
      agents: [{ agent: 1, error }],
      problem: { ...error, code: 'clock', hint: null },
    }),
  ).toEqual({ agent1: 'No such agent. Did you mean mcts?', clock: 'No such agent.' });
  expect(errorsOfDraft({ ...draft, problem: { ...error, code: 'plan' } }).form).toContain('No such agent.');
});
