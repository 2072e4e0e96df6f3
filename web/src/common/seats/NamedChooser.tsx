// The agents that a game alone has: published players, mostly, each with a line about it.
import { type JSX, useId } from 'react';
import type { NamedPlayer } from '../../api/types';
import { sentence } from '../../lib/format';
import { Icon, Marked, Switch } from '../../ui';
import css from './NamedChooser.module.css';

interface NamedChooserProps {
  players: readonly NamedPlayer[];
  /** The name of the one that is chosen; empty for none. */
  value: string;
  onChange: (name: string) => void;
}

/** Radio buttons, one a player. */
export function NamedChooser({ players, value, onChange }: NamedChooserProps): JSX.Element {
  const group = useId();
  return (
    <fieldset className={css.players}>
      <legend className="visually-hidden">Published players</legend>
      {players.map(({ name, summary, peeks }) => (
        <label key={name} className={css.player}>
          <input
            type="radio"
            name={group}
            value={name}
            checked={value === name}
            onChange={() => onChange(name)}
          />
          <span className={css.words}>
            <strong>{name}</strong>
            <span className={css.summary}>
              <Marked text={sentence(summary)} />
            </span>
            {peeks && (
              <span className={css.peeks}>
                <Icon name="warning" size={16} /> Sees your hand.
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface PeekingSwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Leave for an agent to see what its seat may not see. */
export function PeekingSwitch({ checked, onChange }: PeekingSwitchProps): JSX.Element {
  return (
    <Switch
      label="Allow it to see hidden information"
      hint="It is not a fair opponent: all players are told, and the record says so."
      checked={checked}
      onChange={onChange}
    />
  );
}
