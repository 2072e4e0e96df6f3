// How much time each player has.
import type { JSX } from 'react';
import type { ClockChoice, Form, FormErrors } from '../../common/seats/form';
import { Segmented, TextField } from '../../ui';
import css from './choosers.module.css';

const CLOCKS: readonly { value: ClockChoice; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: '1+0', label: '1 + 0' },
  { value: '3+2', label: '3 + 2' },
  { value: '5+3', label: '5 + 3' },
  { value: '10+5', label: '10 + 5' },
  { value: '30+20', label: '30 + 20' },
  { value: 'custom', label: 'Custom' },
];

interface ClockChooserProps {
  form: Form;
  errors: FormErrors;
  onChange: (form: Form) => void;
}

/** The choice of a clock. */
export function ClockChooser({ form, errors, onChange }: ClockChooserProps): JSX.Element {
  return (
    <div className={css.block}>
      <Segmented
        label="Clock (minutes + increment in seconds)"
        choices={CLOCKS}
        value={form.clock}
        onChange={(clock) => onChange({ ...form, clock })}
        wrap
      />
      {form.clock === 'custom' && (
        <div className={css.row}>
          <TextField
            label="Minutes"
            inputMode="decimal"
            value={form.clockMinutes}
            error={errors.clockMinutes}
            onChange={(event) => onChange({ ...form, clockMinutes: event.currentTarget.value })}
          />
          <TextField
            label="Increment in seconds"
            inputMode="numeric"
            value={form.clockIncrement}
            error={errors.clockIncrement}
            onChange={(event) => onChange({ ...form, clockIncrement: event.currentTarget.value })}
          />
        </div>
      )}
      {form.clock !== 'custom' && errors.clockMinutes && (
        <p role="alert" className={css.note}>
          {errors.clockMinutes}
        </p>
      )}
    </div>
  );
}
