// A choice of one among a few, drawn as joined buttons; and tabs, which look the same but switch panels.
import { type JSX, type KeyboardEvent, type ReactNode, useId } from 'react';
import { classes } from './classes';
import { Icon, type IconName } from './icons';
import css from './Segmented.module.css';

/** One of the things to choose. */
export interface Choice<T extends string> {
  value: T;
  label: string;
  icon?: IconName;
}

interface SegmentedProps<T extends string> {
  label: string;
  choices: readonly Choice<T>[];
  value: T;
  onChange: (value: T) => void;
  /** Whether the label is only for screen readers. */
  hideLabel?: boolean;
  /** Lets the choices break into several rows where there is little room; `grid` keeps them equally wide. */
  wrap?: boolean | 'grid';
}

/** Radio buttons as joined buttons. */
export function Segmented<T extends string>({
  label,
  choices,
  value,
  onChange,
  hideLabel = false,
  wrap = false,
}: SegmentedProps<T>): JSX.Element {
  const name = useId();
  return (
    <fieldset className={css.fieldset}>
      <legend className={hideLabel ? 'visually-hidden' : css.legend}>{label}</legend>
      <div className={classes(css.segments, wrap === 'grid' ? css.grid : wrap && css.wrap)}>
        {choices.map((choice) => (
          <label key={choice.value} className={classes(css.segment, choice.value === value && css.chosen)}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.icon && <Icon name={choice.icon} size={18} />}
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface TabsProps<T extends string> {
  label: string;
  tabs: readonly (Choice<T> & { panel: ReactNode })[];
  value: T;
  onChange: (value: T) => void;
}

/** Tabs with their panels; the arrow keys move between them. */
export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>): JSX.Element {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const index = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(next.value);
    document.getElementById(`${id}-tab-${next.value}`)?.focus();
  };
  const current = tabs.find((tab) => tab.value === value) ?? tabs[0];
  return (
    <div className={css.tabs}>
      <div className={css.segments} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            className={classes(css.segment, tab === current && css.chosen)}
            onClick={() => onChange(tab.value)}
          >
            {tab.icon && <Icon name={tab.icon} size={18} />}
            <span>{tab.label}</span>
          </button>
        ))}
      </div>
      {current && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${current.value}`}>
          {current.panel}
        </div>
      )}
    </div>
  );
}
