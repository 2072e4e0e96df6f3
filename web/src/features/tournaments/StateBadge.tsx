// How far a tournament is: a word with a sign of its own, and a bar.
import type { JSX } from 'react';
import type { TournamentState } from '../../api/types';
import { classes, Icon, type IconName } from '../../ui';
import css from './StateBadge.module.css';
import { STATE_WORDS } from './words';

const ICONS: Readonly<Record<TournamentState, IconName>> = {
  waiting: 'clock',
  running: 'play',
  stopped: 'stop',
  complete: 'check',
  failed: 'warning',
};

/** The word. */
export function StateBadge({ state }: { state: TournamentState }): JSX.Element {
  return (
    <span className={classes(css.badge, css[state])}>
      <Icon name={ICONS[state]} size={16} />
      {STATE_WORDS[state]}
    </span>
  );
}

interface ProgressProps {
  games: number;
  planned: number;
  isRunning: boolean;
  label: string;
}

/** The bar: how many of the games have been played. */
export function ProgressBar({ games, planned, isRunning, label }: ProgressProps): JSX.Element {
  const part = planned === 0 ? 0 : Math.min(1, games / planned);
  return (
    <div
      className={css.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={planned}
      aria-valuenow={Math.min(games, planned)}
      aria-valuetext={`${games} of ${planned} games`}
    >
      <div className={classes(css.fill, isRunning && css.moving)} style={{ width: `${part * 100}%` }} />
    </div>
  );
}
