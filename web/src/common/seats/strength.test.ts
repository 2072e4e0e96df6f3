// How strong a person is, in words, and under which key the server remembers it.
import { beforeEach, describe, expect, it } from 'vitest';
import { gameInfo } from '../../api/fixtures';
import { knownPerson, personKey } from '../../lib/person';
import { signed } from './startGame';
import { isAdaptive, offersAdaptive, strengthSentence } from './strength';

beforeEach(() => localStorage.clear());

describe('strength', () => {
  it('is told in a sentence, once something is known', () => {
    const view = { level: 5.26, deviation: 0.84, games: 7 };
    expect(strengthSentence(view)).toBe('You play like level 5.3 (± 0.8), estimated from 7 games.');
    expect(strengthSentence({ ...view, games: 1 })).toContain('one game');
    expect(strengthSentence({ ...view, games: 0 })).toBeNull();
  });

  it('is matched by an agent where the game has it', () => {
    expect(isAdaptive('adaptive-level:prior=5.2/1.0,seats=0')).toBe(true);
    expect(isAdaptive('adaptive')).toBe(false);
    const agents = [{ name: 'adaptive-level', summary: '', options: [] }];
    expect(offersAdaptive(gameInfo({ agents }))).toBe(true);
    expect(offersAdaptive(gameInfo({}))).toBe(false);
    expect(offersAdaptive(gameInfo({ agents, levels: 0 }))).toBe(false);
  });
});

describe('the key of the person', () => {
  it('is made once and kept', () => {
    expect(knownPerson()).toBeNull();
    const key = personKey();
    expect(key).toMatch(/^[0-9A-Za-z]{24}$/);
    expect(personKey()).toBe(key);
    expect(knownPerson()).toBe(key);
  });

  it('is made anew where something else is kept in its place', () => {
    localStorage.setItem('ludwerk.person', '"a b"');
    expect(knownPerson()).toBeNull();
    expect(personKey()).toMatch(/^[0-9A-Za-z]{24}$/);
  });

  it('goes with a game that one person plays here', () => {
    const here = { kind: 'here' } as const;
    const engine = { kind: 'engine', spec: 'level:n=3' } as const;
    expect(signed({ game: 'toy', seats: [here, engine] }).player).toBe(knownPerson());
    expect(signed({ game: 'toy', seats: [here, here] }).player).toBeUndefined();
    expect(signed({ game: 'toy', seats: [engine, engine] }).player).toBeUndefined();
  });
});
