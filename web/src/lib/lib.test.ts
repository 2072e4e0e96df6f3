// Storage, keys, settings, colours and shortcuts.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { seatColour } from './seats';
import { DEFAULT_SETTINGS, parseSettings } from './settings';
import { shortcutFor } from './shortcuts';
import { readStored, writeStored } from './storage';
import { resolveTheme } from './theme';
import {
  adoptToken,
  forgetToken,
  invitationInFragment,
  invitationLink,
  keyLink,
  knownGames,
  markOver,
  saveToken,
  tokenFor,
  tokenInFragment,
} from './tokens';
import { shouldReload } from './upgrade';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('storage', () => {
  it('takes damaged values for none', () => {
    localStorage.setItem('x', '{');
    expect(readStored('x')).toBeNull();
  });

  it('goes on when it is full', () => {
    vi.stubGlobal('localStorage', {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    expect(writeStored('x', 1)).toBe(false);
    vi.unstubAllGlobals();
  });
});

describe('keys', () => {
  it('are kept by game, the latest first', () => {
    vi.spyOn(Date, 'now').mockReturnValueOnce(1).mockReturnValueOnce(2);
    saveToken('a', 'ta');
    saveToken('b', 'tb');
    markOver('a', true);
    markOver('unknown', true);
    expect(knownGames()).toEqual([
      { id: 'b', token: 'tb', at: 2, over: false },
      { id: 'a', token: 'ta', at: 1, over: true },
    ]);
    forgetToken('b');
    expect(tokenFor('b')).toBeNull();
  });

  it('of an invitation belong to the tab where the browser has another', () => {
    adoptToken('a', 'friend');
    expect(knownGames()[0]?.token).toBe('friend');
    saveToken('b', 'maker');
    adoptToken('b', 'friend');
    expect(tokenFor('b')).toBe('friend');
    expect(knownGames().find((game) => game.id === 'b')?.token).toBe('maker');
    forgetToken('b');
    expect(tokenFor('b')).toBeNull();
  });

  it('travel in the fragment', () => {
    const link = invitationLink('http://x', 'g1', 'a+b/c=');
    expect(link).toBe('http://x/game/g1#invite=a%2Bb%2Fc%3D');
    expect(invitationInFragment(new URL(link).hash)).toBe('a+b/c=');
    expect(tokenInFragment(new URL(link).hash)).toBeNull();
    expect(tokenInFragment(new URL(keyLink('http://x', 'g1', 'a+b/c=')).hash)).toBe('a+b/c=');
    expect(tokenInFragment('#other')).toBeNull();
    expect(tokenInFragment('')).toBeNull();
  });
});

describe('settings', () => {
  it('fall back to the defaults one by one', () => {
    expect(parseSettings('x')).toEqual(DEFAULT_SETTINGS);
    expect(parseSettings({ theme: 'pink', sound: true, name: 5, animation: 'no' })).toEqual({
      ...DEFAULT_SETTINGS,
      sound: true,
    });
    expect(parseSettings({ premoves: false, pieceSets: { one: 'words', two: 7 } })).toEqual({
      ...DEFAULT_SETTINGS,
      premoves: false,
      pieceSets: { one: 'words' },
    });
  });

  it('resolve the theme', () => {
    expect(resolveTheme('system', true)).toBe('dark');
    expect(resolveTheme('light', true)).toBe('light');
  });
});

describe('shortcuts', () => {
  const flip = vi.fn();
  const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
    shortcutFor(
      {
        key,
        altKey: false,
        ctrlKey: false,
        metaKey: false,
        defaultPrevented: false,
        target: document.body,
        ...more,
      },
      { f: flip, ArrowLeft: flip },
    );

  it('do not care for case, and leave other keys alone', () => {
    expect(press('F')).toBe(flip);
    expect(press('ArrowLeft')).toBe(flip);
    expect(press('x')).toBeNull();
    expect(press('toString')).toBeNull();
    expect(press('f', { ctrlKey: true })).toBeNull();
    expect(press('f', { defaultPrevented: true })).toBeNull();
  });

  it('stay silent while someone types', () => {
    expect(press('f', { target: document.createElement('input') })).toBeNull();
  });
});

it('shows seats in the colour that they are called by', () => {
  expect(seatColour('Red', 0)).toBe('var(--color-seat-2)');
  expect(seatColour('Forest', 5)).toBe('var(--color-seat-1)');
});

it('loads the page anew once after an upgrade, not again and again', () => {
  expect(shouldReload(0, 1_000_000)).toBe(true);
  expect(shouldReload(999_000, 1_000_000)).toBe(false);
  expect(shouldReload(Number.NaN, 1_000_000)).toBe(true);
});
