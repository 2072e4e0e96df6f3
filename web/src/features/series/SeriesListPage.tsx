// All series of the server, with an invitation to make the first one.

import type { JSX } from 'react';
import { Link } from 'wouter';
import { listSeries } from '../../api/series';
import type { SeriesSummary } from '../../api/types';
import { capitalise, formatAgo, listWords } from '../../lib/format';
import { useTitle } from '../../lib/hooks';
import { findGame, useCatalog } from '../../shared/catalog';
import { engineName } from '../../shared/seats/players';
import { useLoad } from '../../shared/useLoad';
import { EmptyState, ErrorState, LinkButton, Skeleton } from '../../ui';
import css from './SeriesListPage.module.css';

function Row({ series, title }: { series: SeriesSummary; title: string }): JSX.Element {
  const { people, finished, unfinished } = series;
  return (
    <li className={css.row}>
      <h2 className={css.rowTitle}>
        <Link href={`/series/${series.id}`} className={css.rowLink}>
          {series.name}
        </Link>
      </h2>
      <p className={css.facts}>
        {title}, {capitalise(series.variant)} · against {listWords(series.opponents.map(engineName))} ·{' '}
        {formatAgo(series.created, Date.now())}
      </p>
      <p className={css.count}>
        {people} {people === 1 ? 'person' : 'people'} · {finished} {finished === 1 ? 'game' : 'games'}
        {unfinished > 0 && ` · ${unfinished} unfinished`}
      </p>
    </li>
  );
}

/** The page. */
export default function SeriesListPage(): JSX.Element {
  useTitle('Series');
  const { catalog } = useCatalog();
  const { data, error, reload } = useLoad('series', '', (signal) => listSeries({ signal }));
  const isEmpty = data !== null && data.series.length === 0;
  const make = (
    <LinkButton to="/series/new" variant="primary" icon="plus">
      New series
    </LinkButton>
  );
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>Series</h1>
          <p className={css.lead}>People against agents: who wins how often, and how sure is that?</p>
        </div>
        {!isEmpty && make}
      </header>
      {error && !data && <ErrorState error={error} onRetry={reload} />}
      {isEmpty && (
        <EmptyState icon="people" title="No series yet" action={make}>
          Choose opponents and how many games everybody plays. Those who have the link join by name, play one
          game after the other, and the results stand in one table.
        </EmptyState>
      )}
      {!isEmpty && !(error && !data) && (
        <ul className={css.list} aria-label="Series" aria-busy={data === null}>
          {data?.series.map((series) => (
            <Row
              key={series.id}
              series={series}
              title={findGame(catalog, series.game)?.title ?? capitalise(series.game)}
            />
          ))}
          {data === null &&
            [0, 1].map((index) => (
              <li key={index}>
                <Skeleton width="100%" className={css.skeleton} />
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}
