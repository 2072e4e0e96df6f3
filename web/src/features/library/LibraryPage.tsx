// The library: all games of the server, filtered, with import and what can be done with each.

import { type JSX, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { findGame, useCatalog } from '../../common/catalog';
import { DropCurtain } from '../../common/files/DropCurtain';
import { FileButton } from '../../common/files/FileButton';
import { useFileDrop } from '../../common/files/useFileDrop';
import { useInterval, useTitle } from '../../lib/hooks';
import {
  Banner,
  Button,
  type Choice,
  EmptyState,
  ErrorState,
  LinkButton,
  Segmented,
  Select,
  Skeleton,
  Switch,
  TextField,
} from '../../ui';
import { type Filters, filtersQuery, type GameState, hasFilters, NO_FILTERS, readFilters } from './filters';
import { GameRow } from './GameRow';
import { ImportPanel, PasteDialog, useImport } from './ImportPanel';
import css from './LibraryPage.module.css';
import { useLibrary } from './useLibrary';

/** Files of other programs that the server reads. */
const OTHER_FILES = ['.sgf', '.blksgf', '.kif', '.kifu', '.csa'];

const STATES: readonly Choice<GameState>[] = [
  { value: 'all', label: 'All' },
  { value: 'playing', label: 'In progress' },
  { value: 'over', label: 'Over' },
  { value: 'imported', label: 'Imported' },
];

/** The page. */
export default function LibraryPage(): JSX.Element {
  useTitle('Library');
  const { catalog } = useCatalog();
  const search = useSearch();
  const [, navigate] = useLocation();
  const filters = readFilters(search);
  const change = (part: Partial<Filters>) => {
    navigate(`/library${filtersQuery({ ...filters, ...part })}`, { replace: true });
  };
  const library = useLibrary(filters);
  const imports = useImport(library.reload);
  const [isPasting, setPasting] = useState(false);
  const isOver = useFileDrop((texts) => void imports.start(texts));
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 30_000, true);

  const isEmpty = !library.isLoading && !library.error && library.games.length === 0;
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>Library</h1>
          <p className={css.lead}>All games on this server. Drop record files anywhere to add more.</p>
        </div>
        <div className={css.tools}>
          <Button icon="copy" onClick={() => setPasting(true)}>
            Paste
          </Button>
          <FileButton multiple endings={OTHER_FILES} onTexts={(texts) => void imports.start(texts)}>
            Import files
          </FileButton>
        </div>
      </header>

      {imports.state && <ImportPanel state={imports.state} onClose={imports.close} />}

      <search className={css.filters}>
        <Select
          label="Game"
          value={filters.game}
          onChange={(event) => change({ game: event.currentTarget.value })}
        >
          <option value="">All games</option>
          {catalog?.games.map((game) => (
            <option key={game.id} value={game.id}>
              {game.title}
            </option>
          ))}
        </Select>
        <div>
          <Segmented
            label="State"
            choices={STATES}
            value={filters.state}
            onChange={(state) => change({ state })}
          />
        </div>
        <PlayerSearch value={filters.player} onChange={(player) => change({ player })} />
        <Switch label="Only mine" checked={filters.mine} onChange={(mine) => change({ mine })} />
      </search>

      {library.error && library.games.length > 0 && (
        <Banner
          tone="bad"
          icon={library.error.offline ? 'offline' : 'warning'}
          role="alert"
          actions={
            <Button size="small" onClick={library.reload}>
              Try again
            </Button>
          }
        >
          {library.error.message}
        </Banner>
      )}
      {library.error && library.games.length === 0 && (
        <ErrorState error={library.error} onRetry={library.reload} />
      )}
      {isEmpty && <Nothing isFiltered={hasFilters(filters)} onClear={() => change(NO_FILTERS)} />}
      <ul className={css.games} aria-label="Games" aria-busy={library.isLoading}>
        {library.games.map((game) => (
          <GameRow
            key={game.id}
            game={game}
            info={findGame(catalog, game.game)}
            now={now}
            onDeleted={library.remove}
          />
        ))}
        {library.isLoading &&
          library.games.length === 0 &&
          [0, 1, 2, 3].map((index) => (
            <li key={index}>
              <Skeleton width="100%" className={css.skeleton} />
            </li>
          ))}
      </ul>
      <footer className={css.foot} aria-live="polite">
        {library.hasMore && (
          <Button busy={library.isLoading} icon="down" onClick={library.loadMore}>
            Load more
          </Button>
        )}
        {library.games.length > 0 && (
          <p className={css.count}>
            {library.games.length}
            {library.total !== null && library.total > library.games.length && ` of ${library.total}`}
            {library.games.length === 1 ? ' game' : ' games'}
          </p>
        )}
      </footer>

      {isPasting && (
        <PasteDialog
          onText={(text) => void imports.start([{ name: 'The pasted text', text, error: null }])}
          onClose={() => setPasting(false)}
        />
      )}
      {isOver && <DropCurtain>Drop records to import them</DropCurtain>}
    </div>
  );
}

/** A field whose text counts when the person stops typing for a moment. */
function PlayerSearch({
  value,
  onChange,
}: {
  value: string;
  onChange: (value: string) => void;
}): JSX.Element {
  const [text, setText] = useState(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  // Somebody else may change the filter: the address, or the button that clears it.
  useEffect(() => setText((before) => (before.trim() === value ? before : value)), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => latest.current(text.trim()), 250);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <TextField
      label="Player"
      type="search"
      placeholder="Name or agent"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }): JSX.Element {
  if (isFiltered) {
    return (
      <EmptyState
        icon="search"
        title="No game matches."
        action={<Button onClick={onClear}>Show all games</Button>}
      >
        Try other filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="library"
      title="No games yet"
      action={
        <LinkButton to="/" variant="primary" icon="play">
          Play a game
        </LinkButton>
      }
    >
      Every game that is played here is kept. You can also import records: drop their files on this page.
    </EmptyState>
  );
}
