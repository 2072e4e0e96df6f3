// What lies beside the table: what the seats are worth, who forfeited, and what is needed to repeat it all.
import type { CSSProperties, JSX } from 'react';
import type { TournamentView } from '../../api/types';
import { capitalise } from '../../lib/format';
import { seatColour } from '../../lib/seats';
import { CopyButton, IntervalBar } from '../../ui';
import css from './Effects.module.css';
import { agentLabel, FORMAT_WORDS, percent } from './words';

/** What each seat took, whoever sat there. */
export function SeatEffects({ view }: { view: TournamentView }): JSX.Element {
  const fair = 1 / Math.max(1, view.seats.length);
  return (
    <>
      <ul className={css.seats}>
        {view.seats.map((seat, index) => {
          const name = view.seat_names[index] ?? `Seat ${index + 1}`;
          const [low, high] = seat.ci95;
          return (
            <li key={name} className={css.seat}>
              <span className={css.seatName}>
                <span className={css.dot} style={{ '--dot': seatColour(name, index) } as CSSProperties} />
                {name}
                {index === 0 && <span className={css.muted}> begins</span>}
              </span>
              <IntervalBar
                even={fair * 100}
                at={seat.score === null ? null : seat.score * 100}
                low={low * 100}
                high={high * 100}
              />
              <span className={css.seatScore}>
                {seat.score === null ? '–' : percent(seat.score)}
                {seat.score !== null && (
                  <span className={css.muted}>
                    {' '}
                    ({percent(low)} to {percent(high)})
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      <p className={css.muted}>The line in the middle is an equal share: {percent(fair)}.</p>
    </>
  );
}

/** Games that were lost without being played out. */
export function Forfeits({ view }: { view: TournamentView }): JSX.Element {
  return (
    <ul className={css.forfeits}>
      {view.forfeits.map(({ agent, reason, times }) => (
        <li key={`${agent} ${reason}`}>
          <strong>{agentLabel(view.agents[agent]?.name ?? '')}</strong>, {times}{' '}
          {times === 1 ? 'time' : 'times'}: {reason}
        </li>
      ))}
    </ul>
  );
}

/** Everything that is needed to repeat the tournament. */
export function PlanDetails({ view }: { view: TournamentView }): JSX.Element {
  const { plan } = view;
  const openings =
    plan.openings.length > 0
      ? `${plan.openings.length} lines of moves`
      : plan.opening_plies > 0
        ? `${plan.opening_plies} random moves`
        : 'The standard start';
  const rows: readonly (readonly [string, string])[] = [
    ['Game', `${view.title}, ${capitalise(view.variant)}, for ${view.seat_names.length}`],
    ['Format', FORMAT_WORDS[plan.format]],
    ...(plan.format === 'swiss' ? [['Rounds', String(plan.rounds)] as const] : []),
    ['Games per pairing', String(plan.games ?? plan.bout)],
    ['Openings', openings],
    ['Clock', plan.clock ?? 'None: each agent has its own time'],
    ['Longest game', `${plan.max_plies} moves; a longer game is a draw`],
    ['Seed', String(plan.seed)],
    ['Program', plan.program],
    ['Made', new Date(view.created).toLocaleString()],
  ];
  return (
    <>
      <dl className={css.details}>
        {rows.map(([term, words]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <div className={css.file}>
        <CopyButton text={plan.file} label="Copy as a plan for the command line" />
        <p className={css.muted}>
          Saved as a file, <code>ludwerk tournament FILE.toml</code> plays the same games.
        </p>
      </div>
      {plan.openings.length > 0 && (
        <details className={css.lines}>
          <summary>The openings</summary>
          <ol>
            {plan.openings.map((line) => (
              <li key={line}>
                <code>{line}</code>
              </li>
            ))}
          </ol>
        </details>
      )}
      <h2 className={css.heading}>Agents</h2>
      <dl className={css.details}>
        {view.agents.map(({ name, spec }) => (
          <div key={name}>
            <dt>{agentLabel(name)}</dt>
            <dd>
              <code>{spec}</code>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
