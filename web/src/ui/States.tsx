// What a page shows when it has nothing to show: empty, broken, offline; and banners above the content.
import type { JSX, ReactNode } from 'react';
import { asApiError } from '../api/client';
import { Button } from './Button';
import { classes } from './classes';
import { Icon, type IconName } from './icons';
import css from './States.module.css';

interface EmptyStateProps {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  /** What one can do about it. */
  action?: ReactNode;
  /** Whether there is nothing else on the page, so that the title is the page's heading. */
  page?: boolean;
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({
  icon = 'info',
  title,
  children,
  action,
  page = false,
}: EmptyStateProps): JSX.Element {
  const Title = page ? 'h1' : 'p';
  return (
    <div className={css.state}>
      <span className={css.picture}>
        <Icon name={icon} size={32} />
      </span>
      <Title className={css.title}>{title}</Title>
      {children && <div className={css.text}>{children}</div>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  error: unknown;
  /** Tries again. */
  onRetry?: (() => void) | undefined;
  action?: ReactNode;
  /** Whether there is nothing else on the page, so that the message is the page's heading. */
  page?: boolean;
}

/** What went wrong, in the server's words, and how to go on. */
export function ErrorState({ error, onRetry, action, page = false }: ErrorStateProps): JSX.Element {
  const Title = page ? 'h1' : 'p';
  const { message, hint, offline, missing } = asApiError(error);
  return (
    <div className={css.state} role="alert">
      <span className={classes(css.picture, css.bad)}>
        <Icon name={offline ? 'offline' : missing ? 'search' : 'warning'} size={32} />
      </span>
      <Title className={css.title}>{message}</Title>
      {hint && <div className={css.text}>{hint}</div>}
      <div className={css.action}>
        {onRetry && (
          <Button variant="primary" icon="again" onClick={onRetry}>
            Try again
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}

interface BannerProps {
  tone?: 'info' | 'good' | 'warning' | 'bad';
  icon?: IconName;
  children: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
  /** `alert` interrupts a screen reader, `status` waits. */
  role?: 'alert' | 'status';
}

/** A strip with a message and buttons. */
export function Banner({ tone = 'info', icon, children, actions, role }: BannerProps): JSX.Element {
  return (
    <div className={classes(css.banner, css[tone])} role={role}>
      {icon && <Icon name={icon} />}
      <div className={css.bannerText}>{children}</div>
      {actions && <div className={css.bannerActions}>{actions}</div>}
    </div>
  );
}
