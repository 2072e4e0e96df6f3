// Puzzles out of the tables of solved games: which game, how hard, and the puzzle that the address names.

import { type CSSProperties, type JSX, useCallback, useEffect } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { getPuzzle } from '../../api/tablebases';
import type { Catalog, GameInfo } from '../../api/types';
import { gameAspect, useWide } from '../../board';
import { findGame, useCatalog } from '../../common/catalog';
import { TableOffer } from '../../common/solved/TableOffer';
import { refreshTables, useTable } from '../../common/solved/tablebases';
import { useLoad } from '../../common/useLoad';
import { useTitle } from '../../lib/hooks';
import { isRecord, readStored, writeStored } from '../../lib/storage';
import { Button, classes, EmptyState, ErrorState, Icon, LinkButton, PageLoading, Select } from '../../ui';
import { Puzzle } from './Puzzle';
import css from './PuzzlesPage.module.css';
import {
  clampDifficulty,
  DIFFICULTIES,
  freshSeed,
  type PuzzleKey,
  puzzleAddress,
  readPuzzle,
} from './puzzle';
import { useScore } from './score';

const CHOICE = 'ludwerk.puzzles.choice';

/** What was chosen last. */
function lastChoice(): { game: string; difficulty: number } {
  const kept = readStored(CHOICE);
  const { game, difficulty } = isRecord(kept) ? kept : {};
  return {
    game: typeof game === 'string' ? game : '',
    difficulty: typeof difficulty === 'number' ? clampDifficulty(difficulty) : 2,
  };
}

/** How many were solved, and how many in a row. */
function ScoreLine(): JSX.Element {
  const { solved, streak, best } = useScore();
  return (
    <dl className={css.score}>
      <div>
        <dt>Solved</dt>
        <dd>{solved}</dd>
      </div>
      <div>
        <dt>In a row</dt>
        <dd>
          {streak}
          {best > streak && <span className={css.best}> (best {best})</span>}
        </dd>
      </div>
    </dl>
  );
}

/** The puzzle of a key, or why there is none. */
function Loaded({ game, wanted, onNext }: { game: GameInfo; wanted: PuzzleKey; onNext: () => void }) {
  const address = puzzleAddress(wanted);
  const { data, error, reload } = useLoad('puzzle', address, (signal) =>
    getPuzzle(
      wanted.game,
      { difficulty: wanted.difficulty, seed: wanted.seed, variant: wanted.variant },
      { signal },
    ),
  );
  // A table that is gone is to be offered again.
  useEffect(() => {
    if (error) void refreshTables();
  }, [error]);
  if (error) {
    return (
      <div className={css.whole}>
        <ErrorState
          error={error}
          onRetry={reload}
          action={
            <Button icon="next" onClick={onNext}>
              Another puzzle
            </Button>
          }
        />
      </div>
    );
  }
  if (!data) {
    return (
      <div className={css.board}>
        <div className={css.veil}>
          <PageLoading label="Looking for a puzzle" />
        </div>
      </div>
    );
  }
  return <Puzzle key={address} game={game} puzzle={data} address={address} onNext={onNext} />;
}

function Chooser({ catalog, games }: { catalog: Catalog; games: readonly GameInfo[] }): JSX.Element {
  const params = useParams<{ game?: string; difficulty?: string; seed?: string }>();
  const search = useSearch();
  const [, navigate] = useLocation();
  const wanted = readPuzzle(params, search);
  const last = lastChoice();
  const game =
    games.find(({ id }) => id === (params.game ?? last.game)) ?? (params.game ? null : (games[0] ?? null));
  const difficulty = wanted?.difficulty ?? last.difficulty;
  const table = useTable(game);
  const wide = useWide();
  useTitle(game ? `Puzzles of ${game.title}` : 'Puzzles');

  const go = useCallback(
    (id: string, hard: number, replace = false) => {
      writeStored(CHOICE, { game: id, difficulty: hard });
      navigate(puzzleAddress({ game: id, difficulty: hard, seed: freshSeed(Math.random()) }), { replace });
    },
    [navigate],
  );
  // An address that names no puzzle gets one.
  const isOpen = game !== null && table.isReady && wanted === null;
  const id = game?.id ?? '';
  useEffect(() => {
    if (isOpen) go(id, difficulty, true);
  }, [isOpen, id, difficulty, go]);

  if (!game) {
    const known = findGame(catalog, params.game ?? '');
    return (
      <EmptyState
        page
        icon="search"
        title={known ? `There are no puzzles of ${known.title}.` : 'There is no such game here.'}
        action={
          <LinkButton to="/puzzles" variant="primary" icon="puzzle">
            To the puzzles
          </LinkButton>
        }
      >
        Puzzles come from the tablebase of a solved game.
      </EmptyState>
    );
  }
  const isMissing = table.view !== null && table.view.state !== 'ready';
  const aspect = gameAspect(game.id, { position: game.start, wide, preview: false });
  return (
    <div
      className={classes(css.page, isMissing && css.single)}
      style={{ ...(aspect !== null && { '--aspect': aspect.toFixed(4) }) } as CSSProperties}
    >
      <div className={css.head}>
        <h1 className={css.title}>Puzzles</h1>
        <ScoreLine />
      </div>
      <div className={css.choices}>
        <Select label="Game" value={game.id} onChange={(event) => go(event.currentTarget.value, difficulty)}>
          {games.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </Select>
        <Select
          label="Difficulty"
          value={String(difficulty)}
          onChange={(event) => go(game.id, Number(event.currentTarget.value))}
        >
          {DIFFICULTIES.map((word, index) => (
            <option key={word} value={String(index + 1)}>
              {word}
            </option>
          ))}
        </Select>
      </div>
      {table.isReady ? (
        wanted && <Loaded game={game} wanted={wanted} onNext={() => go(game.id, difficulty)} />
      ) : table.view === null || table.view.state === 'ready' ? (
        <div className={css.board}>
          <div className={css.veil} />
        </div>
      ) : (
        <div className={css.whole}>
          <div className={css.empty}>
            <span className={css.picture}>
              <Icon name="puzzle" size={32} />
            </span>
            <p className={css.why}>
              Find the forced win: puzzles come from a tablebase, which knows the result of every position.
            </p>
            <TableOffer game={game}>The tablebase of {game.title} has not been built yet.</TableOffer>
          </div>
        </div>
      )}
    </div>
  );
}

/** The page. */
export default function PuzzlesPage(): JSX.Element {
  const { catalog, error, reload } = useCatalog();
  useTitle('Puzzles');
  if (error && !catalog) return <ErrorState page error={error} onRetry={reload} />;
  if (!catalog) return <PageLoading label="Loading the games" />;
  const games = catalog.games.filter((game) => game.solvable);
  if (games.length === 0) {
    return (
      <EmptyState page icon="puzzle" title="There are no puzzles here.">
        They come from the tablebase of a solved game, and no game here can be solved.
      </EmptyState>
    );
  }
  return <Chooser catalog={catalog} games={games} />;
}
