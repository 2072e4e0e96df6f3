// The rules of a game: its own page with pictures if it brings one, otherwise the paragraphs of the catalog. Both are
// those of the variant.
import { type JSX, Suspense } from 'react';
import { gameRules } from '../board';
import { ErrorState, PageLoading } from '../ui';
import { findGame, useCatalog } from './catalog';
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
  const variants = findGame(catalog, game)?.variants;
  const info = variants?.find((one) => one.name === variant) ?? variants?.[0];
  if (info) {
    return (
      <div className={css.plain}>
        {info.rules.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    );
  }
  if (error) return <ErrorState error={error} onRetry={reload} />;
  return catalog ? <p>There is no such game here.</p> : <PageLoading label="Loading the rules" />;
}
