// The analysis: decides which game is meant by the address, and opens others that are dropped or pasted.

import { type JSX, useCallback, useMemo, useRef, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { findGame, useCatalog } from '../../common/catalog';
import { linkQuery, readLink } from '../../common/engine/link';
import { DropCurtain } from '../../common/files/DropCurtain';
import { type GivenText, useFileDrop } from '../../common/files/useFileDrop';
import { useLoad } from '../../common/useLoad';
import { useTitle } from '../../lib/hooks';
import { Button, ErrorState, LinkButton, PageLoading } from '../../ui';
import { GameChooser } from './GameChooser';
import { OpenDialog } from './OpenDialog';
import { openLink, openStored, openTournamentGame, type Study, withoutSeed } from './study';
import { Workbench } from './Workbench';

/** The page. */
export default function AnalysisPage(): JSX.Element {
  const { id, tournament, number } = useParams<{ id?: string; tournament?: string; number?: string }>();
  const search = useSearch();
  const [, navigate] = useLocation();
  const { catalog, error, reload } = useCatalog();
  // A game of the library or of a tournament keeps its own address.
  const isKept = id !== undefined || tournament !== undefined;
  const link = isKept ? null : readLink(search);

  // The address follows what is shown; `held` is the study that the present address was written for, so that
  // it is not fetched again at each step.
  const held = useRef<{ study: Study; query: string } | null>(null);
  const own = link && held.current?.query === linkQuery(link) ? held.current.study : null;
  const at = Number(new URLSearchParams(search).get('at') ?? Number.NaN);
  const kept = id ? `game ${id}` : tournament ? `tournament ${tournament} ${number}` : null;
  const key = kept ?? (link && !own ? linkQuery(link) : null);
  const loaded = useLoad('study', key, (signal) => {
    if (id) return openStored(id, Number.isInteger(at) ? at : null, { signal });
    if (tournament) return openTournamentGame(tournament, Number(number), { signal });
    if (link) return openLink(link, { signal });
    throw new Error('There is nothing to open.');
  });
  const opened = own ?? loaded.data;
  const game = opened && findGame(catalog, opened.origin.game);
  const hasChance = game?.chance ?? true;
  const study = useMemo(() => opened && (hasChance ? opened : withoutSeed(opened)), [opened, hasChance]);
  useTitle(game ? `Analysis of ${game.title}` : 'Analysis');

  const show = useCallback(
    (shown: Study, query: string, replace: boolean) => {
      held.current = { study: shown, query };
      navigate(`/analysis${query}`, { replace });
    },
    [navigate],
  );
  const open = (chosen: Study) => {
    const moves = chosen.positions.slice(1).map((position) => position.last?.move ?? '');
    show(chosen, linkQuery({ origin: chosen.origin, moves, at: chosen.at }), false);
  };
  const onShown = useCallback(
    (query: string) => {
      if (study && !study.stored && !study.tournament && held.current?.query !== query)
        show(study, query, true);
    },
    [study, show],
  );

  const [dialog, setDialog] = useState<{ given: GivenText | null; count: number } | null>(null);
  const isOver = useFileDrop(([given]) => {
    if (given) setDialog((before) => ({ given, count: (before?.count ?? 0) + 1 }));
  });
  const openRecord = () => setDialog({ given: null, count: 0 });

  if (error && !catalog) return <ErrorState error={error} onRetry={reload} />;
  if (!catalog) return <PageLoading label="Loading the games" />;
  return (
    <>
      {loaded.error ? (
        <ErrorState
          error={loaded.error}
          // What the server refused once it would refuse again.
          onRetry={loaded.error.status === 0 || loaded.error.status >= 500 ? loaded.reload : undefined}
          action={
            <>
              {tournament && <LinkButton to={`/tournaments/${tournament}`}>To the tournament</LinkButton>}
              {id && !loaded.error.missing && <LinkButton to={`/game/${id}`}>To the game</LinkButton>}
              <LinkButton to="/analysis" icon="analysis">
                Choose a game
              </LinkButton>
              <Button icon="upload" onClick={openRecord}>
                Open another
              </Button>
            </>
          }
        />
      ) : study && game ? (
        <Workbench
          key={study.key}
          study={study}
          game={game}
          catalog={catalog}
          onOpen={open}
          onOpenRecord={openRecord}
          onShown={onShown}
        />
      ) : key ? (
        <PageLoading label="Opening the game" />
      ) : (
        <GameChooser catalog={catalog} onOpenRecord={openRecord} />
      )}
      {dialog && (
        <OpenDialog
          key={dialog.count}
          catalog={catalog}
          game={study?.origin.game ?? catalog.games[0]?.id ?? ''}
          variant={study?.variant ?? ''}
          given={dialog.given}
          onOpen={open}
          onClose={() => setDialog(null)}
        />
      )}
      {isOver && <DropCurtain>Drop a record to open it</DropCurtain>}
    </>
  );
}
