// The games, to be played with one click, and the games to go on with.
import type { JSX } from 'react';
import { Link } from 'wouter';
import { useCatalog } from '../../common/catalog';
import { useTitle } from '../../lib/hooks';
import { classes, EmptyState, ErrorState, Icon, type IconName, Skeleton } from '../../ui';
import { ContinueRow } from './ContinueRow';
import { GameCard } from './GameCard';
import css from './HomePage.module.css';

const MORE: readonly { to: string; icon: IconName; title: string; text: string }[] = [
  {
    to: '/analysis',
    icon: 'analysis',
    title: 'Analysis',
    text: 'Set up a position or drop a record, and see what each move is worth.',
  },
  {
    to: '/library',
    icon: 'library',
    title: 'Library',
    text: 'All games played here: view, save and share them.',
  },
];

function LoadingCards(): JSX.Element {
  return (
    <div className={classes(css.cards, css.loading)} role="status">
      <span className="visually-hidden">Loading the games</span>
      <div className={css.placeholder}>
        <Skeleton className={css.placeholderPicture} />
        <Skeleton width="60%" height="1.75rem" />
        <Skeleton width="90%" height="1.25rem" />
        <Skeleton width="50%" height="2.75rem" />
      </div>
    </div>
  );
}

/** The page. */
export function HomePage(): JSX.Element {
  useTitle('');
  const { catalog, error, reload } = useCatalog();
  return (
    <div className={css.page}>
      <div className={css.welcome}>
        <h1>What shall we play?</h1>
        <p className={css.lead}>Against the computer, with someone beside you, or with a friend by link.</p>
      </div>
      <ContinueRow />
      {error && !catalog ? (
        <ErrorState error={error} onRetry={reload} />
      ) : !catalog ? (
        <LoadingCards />
      ) : catalog.games.length === 0 ? (
        <EmptyState title="There are no games here.">
          This server was built without any. Build it again with the games that you want.
        </EmptyState>
      ) : (
        <ul className={css.cards} data-alone={catalog.games.length === 1 || undefined} aria-label="Games">
          {catalog.games.map((game) => (
            <li key={game.id}>
              <GameCard game={game} />
            </li>
          ))}
        </ul>
      )}
      <nav className={css.more} aria-label="More to do">
        {MORE.map(({ to, icon, title, text }) => (
          <Link key={to} href={to} className={css.moreLink}>
            <Icon name={icon} size={26} />
            <span>
              <strong>{title}</strong>
              <span>{text}</span>
            </span>
          </Link>
        ))}
      </nav>
    </div>
  );
}
