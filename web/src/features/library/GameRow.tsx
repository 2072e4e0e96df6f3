// One game of the library: its picture, who played, how it ended, and what can be done with it.

import { type JSX, useState } from 'react';
import { deleteGame, getGame, getRecord } from '../../api/client';
import type { GameInfo, GameSummary } from '../../api/types';
import { saveBoardImage } from '../../common/files/boardImage';
import { fileName, saveRecord } from '../../common/files/saveFile';
import { movesWords, seatNamesOf, stateWords, whenWords } from '../../common/results';
import { engineName, isProgram } from '../../common/seats/players';
import { forgetToken } from '../../lib/tokens';
import { ConfirmDialog, classes, Icon, LinkButton, Menu, type MenuItem, toast, toastError } from '../../ui';
import { GamePreview, useGameView } from './GamePreview';
import css from './GameRow.module.css';

interface GameRowProps {
  game: GameSummary;
  info: GameInfo | null;
  now: number;
  onDeleted: (id: string) => void;
}

export function GameRow({ game, info, now, onDeleted }: GameRowProps): JSX.Element {
  const { element, view, hasFailed } = useGameView(game);
  const [isAsking, setAsking] = useState(false);
  const seatNames =
    view?.seats.map((seat) => seat.name) ?? seatNamesOf(info, game.variant, game.players.length);
  // In a record, agents are told from people by their specs alone.
  const isEngine = (seat: number) => game.kinds[seat] === 'engine' || isProgram(game.players[seat] ?? '');
  const players = game.players.map((player, seat) => engineName(player) || (seatNames[seat] ?? ''));
  const isLive = !game.imported && game.result === null;
  const title = info?.title ?? game.game;
  const name = fileName(game.game, ...players);

  const saveImage = async (format: 'svg' | 'png') => {
    const shown = view ?? (await getGame(game.id));
    const picture = {
      game: shown.game,
      position: shown.position,
      seatNames: shown.seats.map((seat) => seat.name),
      orientation: shown.viewer ?? 0,
      label: `${title}: ${players.join(' – ')}`,
    };
    await saveBoardImage(picture, name, format);
  };
  const remove = async () => {
    await deleteGame(game.id);
    forgetToken(game.id);
    toast('The game is deleted.', 'good');
    onDeleted(game.id);
  };
  const attempt = (work: () => Promise<void>) => () => void work().catch(toastError);
  const items: MenuItem[] = [
    {
      label: 'Save record (JSON)',
      icon: 'download',
      onChoose: attempt(async () => saveRecord(name, await getRecord(game.id))),
    },
    { label: 'Save board (SVG)', icon: 'download', onChoose: attempt(() => saveImage('svg')) },
    { label: 'Save board (PNG)', icon: 'download', onChoose: attempt(() => saveImage('png')) },
  ];
  if (view?.owner)
    items.push({ label: 'Delete', icon: 'trash', isDanger: true, onChoose: () => setAsking(true) });

  return (
    <li className={css.row}>
      <div className={css.picture} ref={element}>
        <GamePreview view={view} hasFailed={hasFailed} />
      </div>
      <div className={css.words}>
        <h2 className={css.players}>
          {players.map((player, seat) => (
            <span key={seatNames[seat] ?? seat} className={css.player} title={seatNames[seat]}>
              <Icon name={isEngine(seat) ? 'computer' : 'person'} size={16} />
              {player}
            </span>
          ))}
        </h2>
        <p className={css.state}>
          <span className={classes(isLive && css.badge, isLive && css.live)}>
            {stateWords(game, seatNames)}
          </span>
          {game.imported && <span className={css.badge}>Imported</span>}
        </p>
        <p className={css.meta}>
          {title}, {game.variant} · {movesWords(game.plies)} ·{' '}
          <time dateTime={new Date(game.updated).toISOString()}>{whenWords(game.updated, now)}</time>
        </p>
      </div>
      <div className={css.actions}>
        {isLive && (
          <LinkButton to={`/game/${game.id}`} size="small" variant="primary" icon="play">
            Open
          </LinkButton>
        )}
        <LinkButton to={`/analysis/${game.id}`} size="small" icon="analysis">
          Analyse
        </LinkButton>
        <Menu label={`More for the game of ${players.join(' and ')}`} items={items} />
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Delete this game?"
          confirm="Delete"
          cancel="Keep"
          danger
          onConfirm={attempt(remove)}
          onClose={() => setAsking(false)}
        >
          The game of {players.join(' and ')} with {movesWords(game.plies)} will be deleted for everybody.
        </ConfirmDialog>
      )}
    </li>
  );
}
