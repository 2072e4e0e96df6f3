// The rules of a game: its own page with pictures if it brings one, otherwise the lines of the catalog.
import { type JSX, Suspense } from 'react';
import { gameRules } from '../../board';
import { findGame, useCatalog } from '../../lib/catalog';
import { ErrorState, PageLoading } from '../../ui';
import css from './RulesBody.module.css';

/** The rules. */
export function RulesBody({ game, variant }: { game: string; variant: string }): JSX.Element {
  const Rules = gameRules(game);
  const { catalog, error, reload } = useCatalog();
  if (Rules) {
    return (
      <Suspense fallback={<PageLoading label="Loading the rules" />}>
        <Rules variant={variant} />
      </Suspense>
    );
  }
  const info = findGame(catalog, game);
  if (info) return <p className={css.plain}>{info.rules}</p>;
  if (error) return <ErrorState error={error} onRetry={reload} />;
  return catalog ? <p>There is no such game here.</p> : <PageLoading label="Loading the rules" />;
}
