// Which rules, and how many play.
import type { JSX } from 'react';
import type { GameInfo } from '../../api/types';
import { type Form, variantOf, withPlayers, withVariant } from '../../common/seats/form';
import { capitalise, sentence } from '../../lib/format';
import { Marked, Segmented, Select } from '../../ui';
import css from './choosers.module.css';

interface VariantChooserProps {
  game: GameInfo;
  form: Form;
  onChange: (form: Form) => void;
}

/** A few variants are shown side by side, many in a list. */
const FEW = 4;

/** The choice of the variant; nothing where there is no choice. */
export function VariantChooser({ game, form, onChange }: VariantChooserProps): JSX.Element | null {
  const variant = variantOf(game, form.variant);
  const tables = variant?.tables ?? [];
  if (game.variants.length < 2 && tables.length < 2) return null;
  const choices = game.variants.map(({ name }) => ({ value: name, label: capitalise(name) }));
  return (
    <div className={css.block}>
      {choices.length > 1 &&
        (choices.length <= FEW ? (
          <Segmented
            label="Rules"
            choices={choices}
            value={variant?.name ?? ''}
            onChange={(name) => onChange(withVariant(form, game, name))}
            wrap
          />
        ) : (
          <Select
            label="Rules"
            value={variant?.name}
            onChange={(event) => onChange(withVariant(form, game, event.currentTarget.value))}
          >
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        ))}
      {choices.length > 1 && variant && (
        <p className={css.note}>
          <Marked text={sentence(variant.summary)} />
        </p>
      )}
      {tables.length > 1 && (
        <Segmented
          label="Number of players"
          choices={tables.map(({ players }) => ({ value: String(players), label: String(players) }))}
          value={String(form.players.length)}
          onChange={(count) => onChange(withPlayers(form, game, Number(count)))}
        />
      )}
    </div>
  );
}
