// The workbench of a study: the board, the steps through the game, and the panels beside it.

import { type CSSProperties, type JSX, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Catalog, GameInfo } from '../../api/types';
import { GameBoard, gameBoard } from '../../board';
import type { PlyValue } from '../../common/engine/evaluations';
import { linkQuery, playAddress } from '../../common/engine/link';
import { resultLine } from '../../common/results';
import { engineName } from '../../common/seats/players';
import { capitalise } from '../../lib/format';
import { useAnimate, useMediaQuery } from '../../lib/hooks';
import { seatColour } from '../../lib/seats';
import { useShortcuts } from '../../lib/shortcuts';
import { exactSentence, isExactText } from '../../lib/verdict';
import { Button, classes, Icon, IconButton, LinkButton, Tabs } from '../../ui';
import { EnginePanel } from './EnginePanel';
import { GraphPanel } from './GraphPanel';
import { MovesPanel } from './MovesPanel';
import { PositionEditor } from './PositionEditor';
import { ShareBar } from './ShareBar';
import { ShareDialog } from './ShareDialog';
import type { Action } from './session';
import type { Study } from './study';
import { nodeAt } from './tree';
import { useStudy } from './useStudy';
import css from './Workbench.module.css';

interface WorkbenchProps {
  study: Study;
  game: GameInfo;
  catalog: Catalog;
  onOpen: (study: Study) => void;
  /** Asks for a record to open. */
  onOpenRecord: () => void;
  /** The query of the address that leads to what is shown. */
  onShown: (query: string) => void;
}

type Panel = 'moves' | 'engine' | 'graph';

export function Workbench({
  study,
  game,
  catalog,
  onOpen,
  onOpenRecord,
  onShown,
}: WorkbenchProps): JSX.Element {
  const bench = useStudy(study, game, catalog.limits);
  const { session, dispatch, node, moves, lineMoves, settings } = bench;
  const { position } = node;
  const { seatNames, origin } = study;
  const [orientation, setOrientation] = useState(study.stored?.viewer ?? 0);
  const [dialog, setDialog] = useState<'editor' | 'share' | null>(null);
  const [panel, setPanel] = useState<Panel>('moves');
  const isWide = useMediaQuery('(min-width: 60.01rem)');
  const mayAnimate = useAnimate();
  const [, navigate] = useLocation();

  const query = linkQuery({ origin, moves: lineMoves, at: moves.length });
  useEffect(() => onShown(query), [onShown, query]);

  const flip = () => setOrientation((orientation + 1) % seatNames.length);
  const siblings = node.parent === null ? 1 : nodeAt(session.tree, node.parent).children.length;
  const doing = (action: Action) => () => dispatch(action);
  useShortcuts({
    ArrowLeft: doing({ type: 'previous' }),
    ArrowRight: doing({ type: 'next' }),
    Home: doing({ type: 'first' }),
    End: doing({ type: 'last' }),
    f: flip,
    // Without side lines here, these keys scroll the page as ever.
    ...(siblings > 1 && {
      ArrowUp: doing({ type: 'sibling', step: -1 }),
      ArrowDown: doing({ type: 'sibling', step: 1 }),
    }),
  });

  const isEndOfGame = node.position === study.positions.at(-1);
  const result = position.result ?? (isEndOfGame ? study.result : null);
  const title = `${game.title}, ${moves.length === 0 ? 'start' : `move ${moves.length}`}`;
  const panels = {
    engine: (
      <div className={css.card}>
        <EnginePanel
          game={game}
          position={position}
          seatNames={seatNames}
          settings={settings}
          used={bench.used}
          isExact={bench.isExact}
          maxLines={bench.maxLines}
          state={bench.engine}
          onSettings={bench.changeSettings}
          onPlay={(line) => void bench.tryFrom(node.id, line)}
          onPoint={bench.setPointed}
        />
      </div>
    ),
    graph: <GraphPanel study={study} bench={bench} />,
    moves: <MovesPanel study={study} bench={bench} />,
  };

  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1 className={css.title}>{game.title}</h1>
          <p className={css.subtitle}>
            {capitalise(study.variant)}
            {study.stored?.live && ' · in progress'}
            {study.tournament && ` · game ${study.tournament.number + 1} of a tournament`}
          </p>
        </div>
        <div className={css.tools}>
          {study.tournament && (
            <LinkButton to={`/tournaments/${study.tournament.id}?view=games`} size="small" icon="trophy">
              <span className={css.toolWord}>To the tournament</span>
            </LinkButton>
          )}
          {study.stored?.live && (
            <LinkButton to={`/game/${study.stored.id}`} size="small" icon="play">
              <span className={css.toolWord}>To the game</span>
            </LinkButton>
          )}
          <Button size="small" icon="upload" onClick={onOpenRecord}>
            <span className={css.toolWord}>Open</span>
          </Button>
          <Button size="small" icon="edit" onClick={() => setDialog('editor')}>
            <span className={css.toolWord}>Set up</span>
          </Button>
          <Button size="small" icon="share" onClick={() => setDialog('share')}>
            <span className={css.toolWord}>Share</span>
          </Button>
        </div>
      </header>

      <div className={css.bench}>
        <div className={css.boardSide}>
          <div className={css.table}>
            <Seats study={study} toMove={position.to_move} />
            {result && (
              <span className={css.result}>
                <Icon name="trophy" size={18} /> {resultLine(result, seatNames)}
              </span>
            )}
            {/* A board of the game's own says it better. */}
            {!gameBoard(game.id) && position.notes.length > 0 && (
              <span className={css.notes}>{position.notes.join(' · ')}</span>
            )}
          </div>
          {seatNames.length === 2 && (
            <ShareBar
              share={bench.value?.shares[0] ?? null}
              seatNames={seatNames}
              verdict={verdictOf(bench.value, seatNames)}
            />
          )}
          <div className={css.board}>
            <GameBoard
              game={game.id}
              position={bench.shown}
              orientation={orientation}
              seatNames={seatNames}
              mayMove
              onMove={(move) => void bench.tryFrom(node.id, [move.move])}
              marks={bench.marks}
              targetLabels={bench.targetLabels}
              animate={mayAnimate && session.isStep}
              label={title}
            />
          </div>
          <div className={css.steps}>
            <IconButton
              icon="first"
              label="To the start"
              disabled={node.parent === null}
              onClick={doing({ type: 'first' })}
            />
            <IconButton
              icon="previous"
              label="One move back"
              disabled={node.parent === null}
              onClick={doing({ type: 'previous' })}
            />
            <span className={css.count}>
              {moves.length} / {lineMoves.length}
            </span>
            <IconButton
              icon="next"
              label="One move forward"
              disabled={node.children.length === 0}
              onClick={doing({ type: 'next' })}
            />
            <IconButton
              icon="last"
              label="To the end"
              disabled={node.children.length === 0}
              onClick={doing({ type: 'last' })}
            />
            <IconButton icon="flip" label="Flip the board" onClick={flip} />
            <IconButton
              icon="play"
              label="Play from here"
              disabled={position.result !== null}
              onClick={() => navigate(playAddress(origin, position.text))}
            />
          </div>
          {isWide && panels.graph}
        </div>

        {isWide ? (
          <div className={css.side}>
            {panels.engine}
            {panels.moves}
          </div>
        ) : (
          <Tabs
            label="Panels"
            value={panel}
            onChange={setPanel}
            tabs={[
              { value: 'moves', label: 'Moves', panel: panels.moves },
              { value: 'engine', label: 'Engine', panel: panels.engine },
              { value: 'graph', label: 'Graph', panel: panels.graph },
            ]}
          />
        )}
      </div>

      {dialog === 'editor' && (
        <PositionEditor
          game={game}
          origin={origin}
          seatNames={seatNames}
          position={position.text}
          onOpen={onOpen}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'share' && (
        <ShareDialog
          study={study}
          tree={session.tree}
          current={node.id}
          position={position}
          orientation={orientation}
          title={title}
          program={catalog.program}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

/** How it ends, where that is known for sure. */
function verdictOf(value: PlyValue | null, seatNames: readonly string[]): string | null {
  if (!value || value.seat === null || !isExactText(value.text)) return null;
  return exactSentence(value.text, seatNames[value.seat] ?? '');
}

/** Who sits where, and whose turn it is. */
function Seats({ study, toMove }: { study: Study; toMove: number | null }): JSX.Element {
  return (
    <ul className={css.seats} aria-label="Seats">
      {study.seatNames.map((name, seat) => {
        const player = engineName(study.players[seat] ?? '');
        return (
          <li
            key={name}
            className={classes(css.seat, toMove === seat && css.toMove)}
            style={{ '--seat': seatColour(name, seat) } as CSSProperties}
          >
            <span className={css.seatDot} />
            <span className={css.seatName}>
              {name}
              {toMove === seat && <span className="visually-hidden">, to move</span>}
            </span>
            {player !== name && <span className={css.player}>{player}</span>}
          </li>
        );
      })}
    </ul>
  );
}
