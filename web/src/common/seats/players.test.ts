// What players are called.
import { describe, expect, it } from 'vitest';
import { seatView } from '../../api/fixtures';
import { engineName, isProgram, levelOf, levelSpec, levelWord, playerName, strengthWords } from './players';

describe('players', () => {
  it('have names', () => {
    expect(levelOf(levelSpec(7))).toBe(7);
    expect(levelOf('alphabeta:depth=7')).toBeNull();
    expect(engineName('level:n=2')).toBe('Computer, level 2');
    expect(engineName('perfect')).toBe('Perfect');
    expect(engineName('adaptive-level:prior=4/3')).toBe('Computer, as strong as its opponent');
    expect(['level:n=2', 'perfect', 'Ada', 'Perfect Ada'].map(isProgram)).toEqual([true, true, false, false]);
    expect(strengthWords(10, 10)).toBe('10, champion');
    expect(strengthWords(11, 10)).toBe('Perfect');
    expect(playerName(seatView({ player: 'Ada' }))).toBe('Ada');
    expect(playerName(seatView({ yours: true }))).toBe('You');
    expect(playerName(seatView({ yours: true, player: 'human', name: 'Sky' }), false)).toBe('Sky');
    expect(playerName(seatView({ name: 'Sky', player: 'human' }))).toBe('Sky');
  });

  it('have a word for every level', () => {
    expect(levelWord(1, 10)).toBe('newcomer');
    expect(levelWord(3, 10)).toBe('casual');
    expect(levelWord(10, 10)).toBe('champion');
    expect(levelWord(4, 4)).toBe('champion');
    expect(levelWord(1, 1)).toBe('champion');
    expect(new Set(Array.from({ length: 10 }, (_, index) => levelWord(index + 1, 10))).size).toBe(10);
  });
});
