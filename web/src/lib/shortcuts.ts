// Keyboard shortcuts for a page, which must stay out of the way of typing and of controls.
import { useLayoutEffect, useRef } from 'react';

/** Whether keys pressed there are meant for the thing itself. */
export function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const field = target.closest('input, textarea, select, [contenteditable="true"], dialog');
  return field !== null;
}

/** The keys and what they do. The names are those of `KeyboardEvent.key`; letters are lower-case. */
export type Shortcuts = Record<string, () => void>;

/** What a key press stands for; `null` if it is not one of the shortcuts. */
export function shortcutFor(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'defaultPrevented' | 'target'>,
  shortcuts: Shortcuts,
): (() => void) | null {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return null;
  if (takesKeys(event.target)) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return Object.hasOwn(shortcuts, key) ? (shortcuts[key] ?? null) : null;
}

/** Listens for shortcuts while the component is there. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // Before the first paint: a key that is pressed as soon as the page is seen must not get lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = shortcutFor(event, latest.current);
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
