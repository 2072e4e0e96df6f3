// What the person likes: theme, sound, motion and the like. Kept in the browser.
import { create } from 'zustand';
import { isRecord, readStored, writeStored } from './storage';

/** Light, dark, or as the system says. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** What can be set. */
export interface Settings {
  theme: ThemeChoice;
  sound: boolean;
  animation: boolean;
  /** Turns the board to the mover when several people sit at this screen. */
  autoFlip: boolean;
  coordinates: boolean;
  /** Lets moves be chosen while the others think. */
  premoves: boolean;
  /** Says after each move against a program what it was worth, in games that are solved. */
  training: boolean;
  /** Shows beside a program what it thought of its last move, where that tells no secret. */
  thoughts: boolean;
  /** The piece set of each game where one was chosen, by the game's id. */
  pieceSets: Readonly<Record<string, string>>;
  /** What to call the person at this screen. */
  name: string;
}

/** How it is before anybody sets anything. */
export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  sound: false,
  animation: true,
  autoFlip: false,
  coordinates: true,
  premoves: true,
  training: false,
  thoughts: true,
  pieceSets: {},
  name: '',
};

const KEY = 'ludwerk.settings';

/** Reads settings from whatever is stored; what is missing or strange is as by default. */
export function parseSettings(value: unknown): Settings {
  if (!isRecord(value)) return DEFAULT_SETTINGS;
  const flag = (
    name: 'sound' | 'animation' | 'autoFlip' | 'coordinates' | 'premoves' | 'training' | 'thoughts',
  ) => (typeof value[name] === 'boolean' ? value[name] : DEFAULT_SETTINGS[name]);
  const { theme, name } = value;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    sound: flag('sound'),
    animation: flag('animation'),
    autoFlip: flag('autoFlip'),
    coordinates: flag('coordinates'),
    premoves: flag('premoves'),
    training: flag('training'),
    thoughts: flag('thoughts'),
    pieceSets: texts(value.pieceSets),
    name: typeof name === 'string' ? name.slice(0, 40) : '',
  };
}

/** The entries of a record that are texts. */
function texts(value: unknown): Record<string, string> {
  const entries = Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The settings, as a store for components. */
export const useSettings = create<Settings>(() => parseSettings(readStored(KEY)));

/** Changes some settings and keeps them. */
export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change);
  writeStored(KEY, useSettings.getState());
}
