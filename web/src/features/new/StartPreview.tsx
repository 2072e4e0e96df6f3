// A picture of the position where the game is to start, or why it cannot.

import type { JSX } from 'react';
import { getLine } from '../../api/client';
import type { GameInfo, PositionQuery } from '../../api/types';
import { GameBoard } from '../../board';
import type { Form } from '../../common/seats/form';
import { useLoad } from '../../common/useLoad';
import { useSettled } from '../../lib/hooks';
import css from './choosers.module.css';

const SETTLE_MS = 400;

/** The picture. */
export function StartPreview({ game, form }: { game: GameInfo; form: Form }): JSX.Element | null {
  const position = useSettled(form.position.trim(), SETTLE_MS);
  const query: PositionQuery = {
    game: game.id,
    variant: form.variant,
    players: form.players.length,
    position,
  };
  const { data, error } = useLoad('start', position === '' ? null : JSON.stringify(query), (signal) =>
    getLine(query, { signal }),
  );
  if (position === '') return null;
  if (error) {
    return (
      <p className={css.wrong} role="status">
        {error.message}
      </p>
    );
  }
  const start = data?.positions[0];
  return (
    <div className={css.preview}>
      {start && (
        <GameBoard
          game={game.id}
          position={start}
          orientation={0}
          seatNames={data.seat_names}
          mayMove={false}
          animate={false}
          preview
          label="Picture of the start"
        />
      )}
    </div>
  );
}
