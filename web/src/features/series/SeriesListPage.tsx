// All series of the server, with an invitation to make the first one.
import type { JSX } from 'react';
import { listSeries } from '../../api/series';
import { findGame, useCatalog } from '../../common/catalog';
import { ContestCard, ContestList } from '../../common/contests/ContestList';
import { engineName } from '../../common/seats/players';
import { useLoad } from '../../common/useLoad';
import { capitalise, formatAgo, listWords } from '../../lib/format';
import { useTitle } from '../../lib/hooks';

/** The page. */
export default function SeriesListPage(): JSX.Element {
  useTitle('Series');
  const { catalog } = useCatalog();
  const loaded = useLoad('series', '', async (signal) => (await listSeries({ signal })).series);
  return (
    <ContestList
      title="Series"
      lead="People against agents: who wins how often, and how sure is that?"
      make={{ to: '/series/new', text: 'New series' }}
      empty={{
        icon: 'people',
        title: 'No series yet',
        text: 'Choose opponents and how many games everybody plays. Those who have the link join by name, play one game after the other, and the results stand in one table.',
      }}
      loaded={loaded}
      card={({ id, name, game, variant, opponents, created, people, finished, unfinished }) => (
        <ContestCard
          key={id}
          to={`/series/${id}`}
          name={name}
          facts={`${findGame(catalog, game)?.title ?? capitalise(game)}, ${capitalise(variant)} · against ${listWords(opponents.map(engineName))} · ${formatAgo(created, Date.now())}`}
        >
          {people} {people === 1 ? 'person' : 'people'} · {finished} {finished === 1 ? 'game' : 'games'}
          {unfinished > 0 && ` · ${unfinished} unfinished`}
        </ContestCard>
      )}
    />
  );
}
