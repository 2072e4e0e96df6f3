// A game with a living picture, one click away from being played.
import { type JSX, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { asApiError } from '../../api/client';
import type { GameInfo } from '../../api/types';
import { GameBoard } from '../../board';
import { NO_TABLE, toNewGame } from '../../common/seats/form';
import { levelWord } from '../../common/seats/players';
import { oneClickForm } from '../../common/seats/remember';
import { startGame } from '../../common/seats/startGame';
import { useSettings } from '../../lib/settings';
import { Button, Icon, LinkButton, toastError } from '../../ui';
import css from './GameCard.module.css';
import { useDemo } from './useDemo';

/** How many can play: `2`, `2 to 4`. */
export function playersText(game: GameInfo): string {
  const counts = game.variants.flatMap((variant) => variant.tables.map((table) => table.players));
  const fewest = Math.min(...counts);
  const most = Math.max(...counts);
  return fewest === most ? `${fewest} players` : `${fewest} to ${most} players`;
}

/** A card. */
export function GameCard({ game }: { game: GameInfo }): JSX.Element {
  const picture = useRef<HTMLDivElement>(null);
  const { position, animate } = useDemo(game, picture);
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const form = oneClickForm(game);
  const opponent = form.players.find((player) => player.who === 'computer');
  const seatNames = game.variants[0]?.tables[0]?.seat_names ?? [];

  const play = async () => {
    const { request } = toNewGame(form, game, useSettings.getState().name, 0);
    if (!request) return;
    setBusy(true);
    try {
      navigate(await startGame(request));
    } catch (error) {
      setBusy(false);
      toastError(error);
      // Where the table can be built, or another opponent be chosen.
      if (asApiError(error).code === NO_TABLE) navigate(`/new/${game.id}`);
    }
  };

  return (
    <article className={css.card} aria-labelledby={`game-${game.id}`}>
      <div ref={picture} className={css.picture}>
        <GameBoard
          game={game.id}
          position={position}
          orientation={0}
          seatNames={seatNames}
          mayMove={false}
          animate={animate}
          preview
          label={`A game of ${game.title}`}
        />
      </div>
      <div className={css.words}>
        <h2 id={`game-${game.id}`}>{game.title}</h2>
        <p className={css.summary}>{game.summary}</p>
        <p className={css.facts}>
          <span>
            <Icon name="people" size={18} /> {playersText(game)}
          </span>
          <Link href={`/rules/${game.id}`}>
            <Icon name="rules" size={18} /> Rules
          </Link>
        </p>
        <div className={css.actions}>
          <Button variant="primary" size="large" icon="play" busy={busy} onClick={play}>
            Play
          </Button>
          <LinkButton to={`/new/${game.id}`} size="large">
            More options
          </LinkButton>
        </div>
        {opponent && !opponent.advanced && opponent.perfect && (
          <p className={css.level}>You begin, against perfect play.</p>
        )}
        {opponent && !opponent.advanced && !opponent.perfect && (
          <p className={css.level}>
            You begin, against level {opponent.level} of {game.levels} (
            {levelWord(opponent.level, game.levels)}
            ).
          </p>
        )}
      </div>
    </article>
  );
}
