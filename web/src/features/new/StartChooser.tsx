// Where the game starts and where its chance comes from: for those who want to repeat or to set up something.
import { type JSX, useState } from 'react';
import type { GameInfo } from '../../api/types';
import type { Form, FormErrors } from '../../common/seats/form';
import { sentence } from '../../lib/format';
import { Marked, TextField } from '../../ui';
import css from './choosers.module.css';
import { StartPreview } from './StartPreview';

interface StartChooserProps {
  game: GameInfo;
  form: Form;
  errors: FormErrors;
  onChange: (form: Form) => void;
}

/** Position and seed, folded away unless they are used. */
export function StartChooser({ game, form, errors, onChange }: StartChooserProps): JSX.Element {
  const [open, setOpen] = useState(form.position !== '' || form.seed !== '');
  const wrong = Boolean(errors.position ?? errors.seed);
  return (
    <details
      className={css.more}
      open={open || wrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Start position and seed</summary>
      <div className={css.block}>
        <TextField
          label="Start position"
          hint={game.position_help === '' ? undefined : <Marked text={sentence(game.position_help)} />}
          placeholder="The standard start"
          spellCheck={false}
          autoCapitalize="none"
          value={form.position}
          error={errors.position}
          onChange={(event) => onChange({ ...form, position: event.currentTarget.value })}
        />
        {!errors.position && <StartPreview game={game} form={form} />}
        <TextField
          label="Seed"
          hint="The random seed: the same seed gives the same deals and draws."
          placeholder="Random"
          inputMode="numeric"
          value={form.seed}
          error={errors.seed}
          onChange={(event) => onChange({ ...form, seed: event.currentTarget.value })}
        />
      </div>
    </details>
  );
}
