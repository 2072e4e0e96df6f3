// Short messages that come and go at the bottom of the screen, and the spoken channel of the page.
import { type JSX, useEffect } from 'react';
import { create } from 'zustand';
import { asApiError, isAbort } from '../api/client';
import { IconButton } from './Button';
import { classes } from './classes';
import { Icon } from './icons';
import css from './Toast.module.css';

/** What kind of message a toast is. */
export type ToastTone = 'info' | 'good' | 'bad';

interface ToastItem {
  id: number;
  tone: ToastTone;
  text: string;
  hint: string | null;
}

interface ToastStore {
  items: ToastItem[];
  spoken: { polite: string; turn: boolean };
}

const useToasts = create<ToastStore>(() => ({ items: [], spoken: { polite: '', turn: false } }));
let lastId = 0;

/** Shows a message for a few seconds. */
export function toast(text: string, tone: ToastTone = 'info', hint: string | null = null): void {
  lastId += 1;
  const item = { id: lastId, tone, text, hint };
  // The same words twice are one message; more than three would cover the board.
  useToasts.setState(({ items }) => ({
    items: [...items.filter((other) => other.text !== text), item].slice(-3),
  }));
}

/** Shows what went wrong; an aborted request is no error. */
export function toastError(error: unknown): void {
  if (isAbort(error)) return;
  const { message, hint } = asApiError(error);
  toast(message, 'bad', hint);
}

/** Says something to screen readers when they have time. */
export function announce(text: string): void {
  // Two regions in turn, so that the same words twice are said twice.
  useToasts.setState(({ spoken }) => ({ spoken: { polite: text, turn: !spoken.turn } }));
}

function dismiss(id: number): void {
  useToasts.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }));
}

function ToastView({ item }: { item: ToastItem }): JSX.Element {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(item.id), item.tone === 'bad' ? 8000 : 4000);
    return () => clearTimeout(timer);
  }, [item]);
  return (
    <li className={classes(css.toast, css[item.tone])}>
      <Icon name={item.tone === 'bad' ? 'warning' : item.tone === 'good' ? 'check' : 'info'} />
      <span className={css.words} role={item.tone === 'bad' ? 'alert' : 'status'}>
        {item.text} {item.hint && <span className={css.hint}>{item.hint}</span>}
      </span>
      <IconButton icon="close" label="Dismiss" onClick={() => dismiss(item.id)} />
    </li>
  );
}

/** The place where toasts appear and announcements are made; there is one on the page. */
export function Toaster(): JSX.Element {
  const items = useToasts((state) => state.items);
  const spoken = useToasts((state) => state.spoken);
  return (
    <section aria-label="Messages">
      <ul className={css.toaster}>
        {items.map((item) => (
          <ToastView key={item.id} item={item} />
        ))}
      </ul>
      <div className="visually-hidden" aria-live="polite">
        {spoken.turn ? spoken.polite : ''}
      </div>
      <div className="visually-hidden" aria-live="polite">
        {spoken.turn ? '' : spoken.polite}
      </div>
    </section>
  );
}
