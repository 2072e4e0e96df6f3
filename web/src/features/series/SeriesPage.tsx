// One series: take part, play the next game, and see how everybody does.
import { type JSX, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { asApiError } from '../../api/client';
import { deleteSeries, getSeries, joinSeries, playSeries, seriesRecordsAddress } from '../../api/series';
import type { SeriesPerson, SeriesView } from '../../api/types';
import { fileName, saveFile } from '../../common/files/saveFile';
import { engineName } from '../../common/seats/players';
import { useLoad } from '../../common/useLoad';
import { capitalise, listWords } from '../../lib/format';
import { useTitle } from '../../lib/hooks';
import { forgetJoined, forgetSeries, joinedSeries, keepJoined, seriesKey } from '../../lib/seriesKeys';
import { useSettings } from '../../lib/settings';
import { saveToken } from '../../lib/tokens';
import {
  Banner,
  Button,
  ConfirmDialog,
  CopyButton,
  EmptyState,
  ErrorState,
  LinkButton,
  Menu,
  type MenuItem,
  PageLoading,
  TextField,
  toast,
  toastError,
} from '../../ui';
import { ResultsTable } from './ResultsTable';
import css from './SeriesPage.module.css';
import { gamesEach, progressOf, shareWord, tableCsv } from './words';

/** How often the results are fetched again. */
const REFRESH_MS = 2000;

interface PartProps {
  series: SeriesView;
  onChanged: () => void;
}

/** Whoever sits here joins by a name. */
function Join({ series, onChanged }: PartProps): JSX.Element {
  const usual = useSettings((settings) => settings.name);
  const [name, setName] = useState(usual);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const join = async () => {
    if (name.trim() === '') {
      setError('Enter the name for the results table.');
      return;
    }
    setBusy(true);
    try {
      const joined = await joinSeries(series.id, name.trim());
      keepJoined(series.id, { name: name.trim(), token: joined.token });
      onChanged();
    } catch (failure) {
      const { message, hint } = asApiError(failure);
      setError(hint ? `${message} ${hint}` : message);
    }
    setBusy(false);
  };
  return (
    <form
      className={css.join}
      onSubmit={(event) => {
        event.preventDefault();
        void join();
      }}
    >
      <TextField
        label="Your name in the table"
        maxLength={40}
        autoComplete="name"
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(null);
        }}
      />
      <Button type="submit" variant="primary" icon="person" busy={isBusy}>
        Take part
      </Button>
    </form>
  );
}

/** The person here plays one game after the other. */
function Play({ series, person, onChanged }: PartProps & { person: SeriesPerson }): JSX.Element {
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const { isPlaying, isDone, text } = progressOf(series, person);
  const play = async () => {
    const joined = joinedSeries(series.id);
    if (!joined) return onChanged();
    setBusy(true);
    try {
      const { token, game } = await playSeries(series.id, joined.token);
      saveToken(game.id, token);
      navigate(`/game/${game.id}`);
    } catch (error) {
      toastError(error);
      setBusy(false);
      onChanged();
    }
  };
  return (
    <div className={css.play}>
      <p>
        You take part as <strong>{person.name}</strong>: {text}.{isDone && ' That is all, thank you.'}
      </p>
      <div className={css.buttons}>
        {!isDone && (
          <Button variant="primary" icon="play" busy={isBusy} onClick={play}>
            {isPlaying
              ? 'Continue your game'
              : person.games.length === 0
                ? 'Play the first game'
                : 'Play the next game'}
          </Button>
        )}
        {!isPlaying && (
          <Button
            onClick={() => {
              forgetJoined(series.id);
              onChanged();
            }}
          >
            {isDone ? 'Next person' : 'Switch player'}
          </Button>
        )}
      </div>
    </div>
  );
}

function People({ series }: { series: SeriesView }): JSX.Element {
  return (
    <ul className={css.people}>
      {series.people.map((person) => (
        <li key={person.name} className={css.person}>
          <p className={css.personName}>
            <strong>{person.name}</strong>
            {person.you && ' (you)'}
            <span className={css.muted}> {progressOf(series, person).text}</span>
          </p>
          {person.games.length > 0 && (
            <ol className={css.games}>
              {person.games.map((game, index) => (
                <li key={game.id}>
                  <Link
                    href={game.share === null ? `/game/${game.id}` : `/analysis/${game.id}`}
                    className={css.game}
                    data-result={shareWord(game.share)}
                    aria-label={`${index + 1}: ${shareWord(game.share)}, ${person.name} against ${engineName(game.opponent)}`}
                  >
                    {index + 1}: {shareWord(game.share)}
                  </Link>
                </li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ul>
  );
}

function SeriesBody({ series, onChanged }: PartProps): JSX.Element {
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const you = series.people.find((person) => person.you);
  const peeking = series.opponents.filter(({ peeks }) => peeks);
  const each = gamesEach(series);
  const opponents = listWords(series.opponents.map(({ spec }) => engineName(spec)));
  const items: MenuItem[] = [
    {
      label: 'Save table (CSV)',
      icon: 'download',
      onChoose: () =>
        saveFile(
          `${fileName('series', series.name)}.csv`,
          new Blob([tableCsv(series)], { type: 'text/csv' }),
        ),
    },
    {
      label: 'Save games (JSON lines)',
      icon: 'download',
      onChoose: () => {
        const link = document.createElement('a');
        link.href = seriesRecordsAddress(series.id);
        link.download = '';
        link.click();
      },
    },
  ];
  // Whoever made it and takes part as well is seen by the key of the person.
  if (series.owner || seriesKey(series.id) !== null) {
    items.push({ label: 'Delete', icon: 'trash', isDanger: true, onChoose: () => setDeleting(true) });
  }
  const remove = () =>
    deleteSeries(series.id).then(
      () => {
        forgetSeries(series.id);
        toast('The series was deleted.', 'good');
        navigate('/series');
      },
      (error: unknown) => toastError(error),
    );
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div className={css.words}>
          <h1>{series.name}</h1>
          <p className={css.muted}>
            {series.title}, {capitalise(series.variant)}
            {series.players > 2 && ` for ${series.players}`} · {each} {each === 1 ? 'game' : 'games'} each,{' '}
            {series.opponents.length > 1 ? `${series.games} each against` : 'against'} {opponents}
            {series.rotate && ' · seats change'}
          </p>
        </div>
        <div className={css.buttons}>
          <CopyButton label="Copy link" text={`${window.location.origin}/series/${series.id}`} />
          <LinkButton to={`/rules/${series.game}?variant=${series.variant}`} icon="rules">
            Rules
          </LinkButton>
          <Menu label="More for this series" items={items} />
        </div>
      </header>
      {peeking.length > 0 && (
        <Banner tone="warning" icon="warning">
          {listWords(peeking.map(({ spec }) => engineName(spec)))}{' '}
          {peeking.length > 1 ? 'see what is hidden from their seats' : 'sees what is hidden from its seat'}:
          not a fair opponent, chosen on purpose.
        </Banner>
      )}
      <section className={css.card} aria-label="Take part">
        {you ? (
          <Play series={series} person={you} onChanged={onChanged} />
        ) : (
          <Join series={series} onChanged={onChanged} />
        )}
        <p className={css.muted}>
          There are no hints in these games, and moves are final. The opponent’s thinking is shown at the end.
        </p>
      </section>
      <section className={css.results} aria-labelledby="results">
        <h2 id="results">Results</h2>
        {series.people.length === 0 ? (
          <EmptyState icon="people" title="Nobody takes part yet">
            Copy the link and give it to those who are to play.
          </EmptyState>
        ) : (
          series.tables.map((table) => <ResultsTable key={table.opponent} table={table} />)
        )}
      </section>
      {series.people.length > 0 && (
        <section className={css.results} aria-labelledby="people">
          <h2 id="people">Who takes part</h2>
          <People series={series} />
        </section>
      )}
      {isDeleting && (
        <ConfirmDialog
          title="Delete this series?"
          confirm="Delete"
          cancel="Keep"
          danger
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          Its results and all its games will be deleted permanently.
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The page. */
export default function SeriesPage(): JSX.Element {
  const { id = '' } = useParams<{ id: string }>();
  const {
    data: view,
    error,
    reload,
  } = useLoad('one series', id, (signal) => getSeries(id, { signal }), REFRESH_MS);
  useTitle(view?.name ?? 'Series');
  if (error && (!view || error.missing)) {
    return (
      <ErrorState
        page
        error={error}
        onRetry={error.missing ? undefined : reload}
        action={<LinkButton to="/series">All series</LinkButton>}
      />
    );
  }
  if (!view) return <PageLoading label="Loading the series" />;
  return (
    <>
      {error && (
        <Banner tone="bad" icon="offline" role="alert">
          {error.message} What you see may be old.
        </Banner>
      )}
      <SeriesBody series={view} onChanged={reload} />
    </>
  );
}
