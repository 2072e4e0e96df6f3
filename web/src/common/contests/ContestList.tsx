// A page with all series or tournaments of the server, as cards, and an invitation to make the first one.
import type { JSX, ReactNode } from 'react';
import { Link } from 'wouter';
import { EmptyState, ErrorState, type IconName, LinkButton, Skeleton } from '../../ui';
import type { Loaded } from '../useLoad';
import css from './ContestList.module.css';

interface ContestListProps<T> {
  title: string;
  lead: string;
  /** The address of the form, and what its button says. */
  make: { to: string; text: string };
  empty: { icon: IconName; title: string; text: string };
  loaded: Loaded<readonly T[]>;
  card: (item: T) => JSX.Element;
}

/** The page. */
export function ContestList<T>({ title, lead, make, empty, loaded, card }: ContestListProps<T>): JSX.Element {
  const { data, error, reload } = loaded;
  const isEmpty = data?.length === 0;
  const button = (
    <LinkButton to={make.to} variant="primary" icon="plus">
      {make.text}
    </LinkButton>
  );
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>{title}</h1>
          <p className={css.lead}>{lead}</p>
        </div>
        {!isEmpty && button}
      </header>
      {error && !data && <ErrorState error={error} onRetry={reload} />}
      {isEmpty && (
        <EmptyState icon={empty.icon} title={empty.title} action={button}>
          {empty.text}
        </EmptyState>
      )}
      {!isEmpty && !(error && !data) && (
        <ul className={css.list} aria-label={title} aria-busy={data === null}>
          {data?.map(card) ??
            [0, 1, 2].map((index) => (
              <li key={index}>
                <Skeleton width="100%" className={css.skeleton} />
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

interface ContestCardProps {
  to: string;
  name: string;
  facts: ReactNode;
  /** Beside the name. */
  badge?: ReactNode;
  children: ReactNode;
}

/** One of them, which can be touched as a whole. */
export function ContestCard({ to, name, facts, badge, children }: ContestCardProps): JSX.Element {
  return (
    <li className={css.card}>
      <div className={css.cardHead}>
        <h2 className={css.name}>
          <Link href={to} className={css.link}>
            {name}
          </Link>
        </h2>
        {badge}
      </div>
      <p className={css.facts}>{facts}</p>
      <div className={css.foot}>{children}</div>
    </li>
  );
}
