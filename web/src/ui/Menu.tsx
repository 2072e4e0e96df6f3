// A button that opens a short list of things to do.

import { type JSX, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './Button';
import { classes } from './classes';
import { Icon, type IconName } from './icons';
import css from './Menu.module.css';

export interface MenuItem {
  readonly label: string;
  readonly icon: IconName;
  readonly isDanger?: boolean;
  readonly onChoose: () => void;
}

interface MenuProps {
  label: string;
  items: readonly MenuItem[];
}

export function Menu({ label, items }: MenuProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    list.current?.querySelector('button')?.focus();
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const target = targets[event.key];
    if (event.key === 'Escape') close();
    else if (target !== undefined) buttons.at(target % buttons.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={css.menu} ref={root}>
      <IconButton
        ref={button}
        icon="more"
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div
          id={id}
          ref={list}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          className={css.list}
          onKeyDown={onKeyDown}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classes(css.item, item.isDanger && css.danger)}
              onClick={() => {
                close();
                item.onChoose();
              }}
            >
              <Icon name={item.icon} size={18} />
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
