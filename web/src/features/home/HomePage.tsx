// The games, to be played with one click.
import type { JSX } from 'react';
import { useCatalog } from '../../lib/catalog';
import { useTitle } from '../../lib/hooks';
import { ErrorState, PageLoading } from '../../ui';

/** The page. */
export function HomePage(): JSX.Element {
  useTitle('');
  const { catalog, error, reload } = useCatalog();
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!catalog) return <PageLoading />;
  return <h1>Games</h1>;
}
