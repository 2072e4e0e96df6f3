// A modal dialog on the browser's own <dialog>, which keeps the focus inside and closes on Escape.
import { type JSX, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button, IconButton } from './Button';
import { classes } from './classes';
import css from './Dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom. */
  actions?: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** Whether there is mostly text inside, which the keyboard must be able to scroll. */
  reading?: boolean;
}

/** A dialog that is open as long as it is there. */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  size = 'medium',
  reading = false,
}: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const before = document.activeElement;
    if (!dialog.open) dialog.showModal();
    return () => {
      if (dialog.open) dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it; the keyboard has Escape.
    <dialog
      ref={element}
      className={classes(css.dialog, css[size])}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div className={css.frame}>
        <div className={css.header}>
          <h2 id={heading} className={css.title}>
            {title}
          </h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
        {reading ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          <section className={css.body} tabIndex={0} aria-labelledby={heading}>
            {children}
          </section>
        ) : (
          <div className={css.body}>{children}</div>
        )}
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  children: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** A question with two answers. The harmless one has the focus. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  cancel = 'Cancel',
  danger = false,
  onConfirm,
  onClose,
}: ConfirmProps): JSX.Element {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
