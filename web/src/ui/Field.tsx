// Form controls with a label, a hint and a message: text, choice, slider and switch.
import {
  type InputHTMLAttributes,
  type JSX,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { classes } from './classes';
import css from './Field.module.css';

interface Common {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value. */
  error?: string | null | undefined;
  hideLabel?: boolean;
}

interface FrameProps extends Common {
  id: string;
  children: ReactNode;
}

function Frame({ id, label, hint, error, hideLabel, children }: FrameProps): JSX.Element {
  return (
    <div className={css.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : css.label}>
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className={css.error} role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, hint: ReactNode, error: unknown): string | undefined {
  return [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
}

type TextFieldProps = Common & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>;

/** A line of text, or a number. */
export function TextField({
  label,
  hint,
  error,
  hideLabel,
  className,
  ...rest
}: TextFieldProps): JSX.Element {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      <input
        autoComplete="off"
        {...rest}
        id={id}
        className={classes(css.input, className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Frame>
  );
}

type TextAreaProps = Common & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>;

/** Several lines of text. */
export function TextArea({ label, hint, error, hideLabel, className, ...rest }: TextAreaProps): JSX.Element {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      <textarea
        spellCheck={false}
        rows={3}
        {...rest}
        id={id}
        className={classes(css.input, css.area, className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Frame>
  );
}

type SelectProps = Common & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'>;

/** A choice from a list. */
export function Select({
  label,
  hint,
  error,
  hideLabel,
  className,
  children,
  ...rest
}: SelectProps): JSX.Element {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      <select
        {...rest}
        id={id}
        className={classes(css.input, css.select, className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      >
        {children}
      </select>
    </Frame>
  );
}

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step?: number;
  value: number;
  onChange: (value: number) => void;
  /** What the value means, shown beside the slider and said by screen readers. */
  text: string;
}

/** A number by sliding, with a word for it. */
export function Slider({ label, min, max, step = 1, value, onChange, text }: SliderProps): JSX.Element {
  const id = useId();
  return (
    <div className={css.field}>
      <div className={css.sliderHead}>
        <label htmlFor={id} className={css.label}>
          {label}
        </label>
        <span className={css.sliderText}>{text}</span>
      </div>
      <input
        id={id}
        type="range"
        className={css.slider}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  );
}

interface SwitchProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Something that is on or off. */
export function Switch({ label, hint, checked, onChange }: SwitchProps): JSX.Element {
  const id = useId();
  return (
    <div className={css.switchRow}>
      <div className={css.switchWords}>
        <label htmlFor={id} className={css.switchLabel}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className={css.hint}>
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={css.switch}
        checked={checked}
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}
