// All that can be set, as a form that takes effect at once.
import type { JSX } from 'react';
import { Link } from 'wouter';
import { hideSettings } from '../../lib/overlay';
import { changeSettings, type ThemeChoice, useSettings } from '../../lib/settings';
import { type Choice, Segmented, Switch, TextField } from '../../ui';
import { PieceSets } from './PieceSets';
import css from './SettingsForm.module.css';

const THEMES: readonly Choice<ThemeChoice>[] = [
  { value: 'system', label: 'System', icon: 'system' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
];

/** The settings. */
export function SettingsForm(): JSX.Element {
  const settings = useSettings();
  return (
    <div className={css.form}>
      <TextField
        label="Your name"
        hint="Shown at your seat in new games."
        value={settings.name}
        maxLength={40}
        placeholder="You"
        onChange={(event) => changeSettings({ name: event.currentTarget.value })}
      />
      <Segmented
        label="Theme"
        choices={THEMES}
        value={settings.theme}
        onChange={(theme) => changeSettings({ theme })}
      />
      <div className={css.switches}>
        <Switch
          label="Sound"
          hint="A soft click for every move."
          checked={settings.sound}
          onChange={(sound) => changeSettings({ sound })}
        />
        <Switch
          label="Animation"
          hint="Pieces glide to where they go. Off when your system asks for less motion."
          checked={settings.animation}
          onChange={(animation) => changeSettings({ animation })}
        />
        <Switch
          label="Coordinates"
          hint="Letters and numbers at the edge of the board."
          checked={settings.coordinates}
          onChange={(coordinates) => changeSettings({ coordinates })}
        />
        <Switch
          label="Premoves"
          hint="Choose your move while the others think; it is played when your turn comes, if it can be."
          checked={settings.premoves}
          onChange={(premoves) => changeSettings({ premoves })}
        />
        <Switch
          label="Engine thinking"
          hint="For every computer player: search depth, evaluation, positions searched and time. Never shown while it could reveal hidden information."
          checked={settings.thoughts}
          onChange={(thoughts) => changeSettings({ thoughts })}
        />
        <Switch
          label="Turn the board to the mover"
          hint="For several people at one screen."
          checked={settings.autoFlip}
          onChange={(autoFlip) => changeSettings({ autoFlip })}
        />
      </div>
      {/* Last, for it waits for the list of games and must not push anything away. */}
      <PieceSets />
      <Link href="/about" onClick={hideSettings}>
        About Ludwerk
      </Link>
    </div>
  );
}
