// Signs that something is on its way.
import type { JSX } from 'react';
import { classes } from './classes';
import css from './Spinner.module.css';

/** A turning ring. With a label it is announced; without one it is decoration. */
export function Spinner({ size = 24, label }: { size?: number; label?: string }): JSX.Element {
  return (
    <span className={css.spinner} style={{ width: size, height: size }} role={label ? 'status' : undefined}>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  );
}

/** A grey place where something will appear. It keeps the room, so that nothing jumps. */
export function Skeleton({
  width,
  height,
  className,
}: {
  width?: string | number;
  height?: string | number;
  className?: string | undefined;
}): JSX.Element {
  return <span aria-hidden="true" className={classes(css.skeleton, className)} style={{ width, height }} />;
}

/** A whole page that is loading: announced at once, drawn only when it takes a while. */
export function PageLoading({ label = 'Loading' }: { label?: string }): JSX.Element {
  return (
    <div className={css.page} role="status">
      <span className={css.spinner} style={{ width: 32, height: 32 }} />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
