// Who sits on a seat: name, clock, whether it is their turn, and what a program thinks.

import { type CSSProperties, type JSX, useState } from 'react';
import type { GameView, SeatView, ThinkingView } from '../../api/types';
import { winnersOf } from '../../common/results';
import { levelOf, playerName } from '../../common/seats/players';
import { isAdaptive } from '../../common/seats/strength';
import { formatClock } from '../../lib/format';
import { useInterval } from '../../lib/hooks';
import { seatColour } from '../../lib/seats';
import { useSettings } from '../../lib/settings';
import { classes, Icon } from '../../ui';
import css from './PlayerPanel.module.css';
import { clockLeft } from './state';
import { lastThought, tellsThoughts, thoughtText } from './thoughts';

/** Below this a clock calls for attention. */
const HURRY_MS = 20_000;

function Clock(props: { game: GameView; seat: number; receivedAt: number }): JSX.Element | null {
  const { game, seat, receivedAt } = props;
  const [now, setNow] = useState(() => performance.now());
  const runs = game.live && game.result === null && game.position.to_move === seat;
  useInterval(() => setNow(performance.now()), 100, runs && game.clock !== null);
  const left = clockLeft(game, seat, receivedAt, Math.max(now, receivedAt));
  if (left === null) return null;
  return (
    <span
      className={classes(css.clock, runs && css.running, runs && left < HURRY_MS && css.hurry)}
      role="timer"
      aria-label={`Clock of ${game.seats[seat]?.name}`}
    >
      {formatClock(left)}
    </span>
  );
}

/** The second line: the seat, and where whoever holds it is. */
function detailText(game: GameView, view: SeatView): string {
  const parts: string[] = [];
  if (playerName(view, game.you.length === 1) !== view.name) parts.push(view.name);
  if (view.kind === 'engine') {
    const level = levelOf(view.player);
    const as = isAdaptive(view.player) ? 'as strong as its opponent' : 'computer';
    parts.push(level === null ? as : `level ${level}`);
    if (view.peeks) parts.push('sees what is hidden');
  } else if (!view.yours) parts.push(!game.live ? 'played elsewhere' : view.online ? 'online' : 'offline');
  else if (game.you.length > 1) parts.push('at this screen');
  return parts.join(' · ');
}

/** Beside a program: what it thinks, or thought of its last move. The line has its room before there is anything in it. */
function Thought(props: { game: GameView; seat: number; thinking: ThinkingView | null }): JSX.Element {
  const { game, seat, thinking } = props;
  const last = lastThought(game, seat);
  const text = thinking ? thoughtText(thinking) : last && thoughtText(last);
  return (
    <span className={css.thought} title={text || undefined}>
      {text && <span className="visually-hidden">{thinking ? 'Thinks: ' : 'Last move: '}</span>}
      {text}
    </span>
  );
}

/** Whether a panel has a line for thoughts. */
export function showsThought(game: GameView, seat: number, wanted: boolean): boolean {
  return wanted && game.live && game.seats[seat]?.kind === 'engine' && tellsThoughts(game);
}

interface PlayerPanelProps {
  game: GameView;
  seat: number;
  receivedAt: number;
  thinking: ThinkingView | null;
}

/** The panel. */
export function PlayerPanel({ game, seat, receivedAt, thinking }: PlayerPanelProps): JSX.Element | null {
  const view = game.seats[seat];
  const thoughts = useSettings((settings) => settings.thoughts);
  if (!view) return null;
  const toMove = game.live && game.result === null && game.position.to_move === seat;
  const winners = game.result ? winnersOf(game.result) : [];
  const won = winners.includes(seat) && winners.length < game.seats.length;
  const elsewhere = view.kind === 'human' && !view.yours && game.live;
  const name = playerName(view, game.you.length === 1);
  // The level stands in the second line: two panels side by side on a phone have no room for it in the first.
  const isLevel = view.kind === 'engine' && (levelOf(view.player) !== null || isAdaptive(view.player));
  const points = game.result?.points?.[seat] ?? game.position.points?.[seat] ?? null;
  return (
    <section
      className={classes(css.panel, toMove && css.toMove)}
      style={{ '--seat': seatColour(view.name, seat) } as CSSProperties}
      aria-label={name === view.name ? name : `${view.name}: ${name}`}
    >
      <div className={css.inner}>
        <span className={css.badge}>
          <Icon name={view.kind === 'engine' ? 'computer' : 'person'} size={22} />
          {elsewhere && (
            <span
              className={classes(css.online, !view.online && css.away)}
              title={view.online ? 'Here' : 'Away'}
            />
          )}
        </span>
        <span className={css.words}>
          <span className={css.name}>
            <span className={css.nameText} title={name}>
              {isLevel ? 'Computer' : name}
            </span>
            {toMove && (
              <span className={css.dots}>
                <span className="visually-hidden">to move</span>
                <span aria-hidden="true" />
                <span aria-hidden="true" />
                <span aria-hidden="true" />
              </span>
            )}
            {won && (
              <span className={css.won}>
                <Icon name="trophy" size={18} />
                <span className="visually-hidden">, winner</span>
              </span>
            )}
          </span>
          <span className={css.detail}>{detailText(game, view)}</span>
          {showsThought(game, seat, thoughts) && (
            <Thought game={game} seat={seat} thinking={toMove ? thinking : null} />
          )}
        </span>
        {points !== null && (
          <span className={css.points}>
            {points}
            <span className="visually-hidden"> points</span>
          </span>
        )}
        <Clock game={game} seat={seat} receivedAt={receivedAt} />
      </div>
    </section>
  );
}
