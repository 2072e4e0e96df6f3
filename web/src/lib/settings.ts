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
  name: '',
};

const KEY = 'ludwerk.settings';

/** Reads settings from whatever is stored; what is missing or strange is as by default. */
export function parseSettings(value: unknown): Settings {
  if (!isRecord(value)) return DEFAULT_SETTINGS;
  const flag = (name: 'sound' | 'animation' | 'autoFlip' | 'coordinates') =>
    typeof value[name] === 'boolean' ? value[name] : DEFAULT_SETTINGS[name];
  const { theme, name } = value;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    sound: flag('sound'),
    animation: flag('animation'),
    autoFlip: flag('autoFlip'),
    coordinates: flag('coordinates'),
    name: typeof name === 'string' ? name.slice(0, 40) : '',
  };
}

/** The settings, as a store for components. */
export const useSettings = create<Settings>(() => parseSettings(readStored(KEY)));

/** Changes some settings and keeps them. */
export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change);
  writeStored(KEY, useSettings.getState());
}
