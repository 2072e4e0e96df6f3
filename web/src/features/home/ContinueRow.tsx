// The games that are still going on, to be taken up where they were left.
import { type JSX, useState } from 'react';
import { Link } from 'wouter';
import type { GameView } from '../../api/types';
import { GameBoard } from '../../board';
import { playerName } from '../../common/seats/players';
import { formatAgo, listWords } from '../../lib/format';
import { knownGames } from '../../lib/tokens';
import { Icon, Skeleton } from '../../ui';
import css from './ContinueRow.module.css';
import { useContinue } from './useContinue';

/** Whom one plays: `Computer, level 3`; `yourself` if all seats are here. */
export function opponentsText(game: GameView): string {
  const others = game.seats.filter((seat) => !seat.yours);
  return others.length === 0
    ? 'at this screen'
    : `against ${listWords(others.map((seat) => playerName(seat)))}`;
}

function ContinueCard({ game }: { game: GameView }): JSX.Element {
  const mover = game.position.to_move;
  const yours = mover !== null && game.you.includes(mover);
  return (
    <Link href={`/game/${game.id}`} className={css.card}>
      <span className={css.picture}>
        <GameBoard
          game={game.game}
          position={game.position}
          orientation={game.you[0] ?? 0}
          seatNames={game.seats.map((seat) => seat.name)}
          mayMove={false}
          animate={false}
          preview
          label="The position"
        />
      </span>
      <span className={css.words}>
        <span className={css.title}>{game.title}</span>
        <span className={css.against}>{opponentsText(game)}</span>
        <span className={css.turn} data-yours={yours || undefined}>
          {yours && <Icon name="play" size={16} />}
          {yours ? (game.you.length > 1 ? `${game.seats[mover]?.name} to move` : 'Your move') : 'Waiting'}
        </span>
        <span className={css.ago}>{formatAgo(game.updated, Date.now())}</span>
      </span>
    </Link>
  );
}

/** The row; nothing if there is nothing to go on with. */
export function ContinueRow(): JSX.Element | null {
  const { data, loading } = useContinue();
  // While it is not known which games go on, the row keeps its room if there may be any.
  const [expected] = useState(() => knownGames().some((game) => !game.over));
  if (data ? data.length === 0 : !(loading && expected)) return null;
  return (
    <section className={css.section} aria-labelledby="continue">
      <h2 id="continue">Continue</h2>
      <ul className={css.row}>
        {data?.map((game) => (
          <li key={game.id}>
            <ContinueCard game={game} />
          </li>
        )) ?? (
          <li>
            <Skeleton className={css.card} />
          </li>
        )}
      </ul>
    </section>
  );
}
