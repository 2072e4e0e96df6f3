// The rules of a game as a page of their own.
import { type JSX, useState } from 'react';
import { useParams, useSearch } from 'wouter';
import { findGame, useCatalog } from '../../common/catalog';
import { RulesBody } from '../../common/RulesBody';
import { capitalise, sentence } from '../../lib/format';
import { useTitle } from '../../lib/hooks';
import { LinkButton, Marked, PageLoading, Segmented } from '../../ui';
import css from './RulesPage.module.css';

/** The page. */
export default function RulesPage(): JSX.Element {
  const { game = '' } = useParams<{ game: string }>();
  const { catalog, error } = useCatalog();
  const info = findGame(catalog, game);
  const search = useSearch();
  const [chosen, setChosen] = useState<string | null>(() => new URLSearchParams(search).get('variant'));
  const variant = info?.variants.find((one) => one.name === chosen) ?? info?.variants[0];
  useTitle(info ? `Rules of ${info.title}` : 'Rules');
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{info?.title ?? 'Rules'}</h1>
        {info && (
          <LinkButton to={`/new/${game}`} variant="primary" icon="play">
            Play
          </LinkButton>
        )}
      </header>
      {info && info.variants.length > 1 && (
        <div className={css.variants}>
          <Segmented
            label="Variant"
            choices={info.variants.map(({ name }) => ({ value: name, label: capitalise(name) }))}
            value={variant?.name ?? ''}
            onChange={setChosen}
            wrap
          />
          {variant && (
            <p className={css.note}>
              <Marked text={sentence(variant.summary)} />
            </p>
          )}
        </div>
      )}
      {/* The choice of variants stands above the rules: they come together, so that nothing jumps. */}
      {catalog || error ? <RulesBody game={game} variant={variant?.name ?? ''} /> : <PageLoading />}
    </div>
  );
}
