// Buttons, and links that look like them.
import type { ButtonHTMLAttributes, JSX, ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import css from './Button.module.css';
import { classes } from './classes';
import { Icon, type IconName } from './icons';
import { Spinner } from './Spinner';

/** How much a button calls for attention. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

interface Look {
  variant?: ButtonVariant;
  size?: 'small' | 'medium' | 'large';
  icon?: IconName | undefined;
  /** Whether the button takes the whole width. */
  wide?: boolean;
}

function look({ variant = 'secondary', size = 'medium', wide = false }: Look, extra?: string): string {
  return classes(css.button, css[variant], css[size], wide && css.wide, extra);
}

interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows a spinner and takes no clicks. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with words. */
export function Button({
  variant,
  size,
  icon,
  wide,
  busy = false,
  className,
  children,
  ref,
  ...rest
}: ButtonProps): JSX.Element {
  return (
    <button
      type="button"
      {...rest}
      ref={ref}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
      className={look(
        { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) },
        className,
      )}
    >
      {busy ? <Spinner size={18} /> : icon && <Icon name={icon} size={size === 'small' ? 18 : 20} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  icon: IconName;
  /** What the button does: its accessible name and tooltip. */
  label: string;
  variant?: ButtonVariant;
  ref?: Ref<HTMLButtonElement>;
}

/** A square button with a picture. */
export function IconButton({
  icon,
  label,
  variant = 'ghost',
  className,
  ref,
  ...rest
}: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      ref={ref}
      aria-label={label}
      className={classes(css.button, css[variant], css.square, className)}
    >
      <Icon name={icon} />
    </button>
  );
}

interface LinkButtonProps extends Look {
  to: string;
  className?: string;
  children: ReactNode;
}

/** A link to another page of ours that looks like a button. */
export function LinkButton({
  to,
  variant,
  size,
  icon,
  wide,
  className,
  children,
}: LinkButtonProps): JSX.Element {
  return (
    <Link
      href={to}
      className={look(
        { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) },
        className,
      )}
    >
      {icon && <Icon name={icon} size={size === 'small' ? 18 : 20} />}
      {children}
    </Link>
  );
}
