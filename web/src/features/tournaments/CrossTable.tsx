// Everybody against everybody: blue for whoever came out ahead, orange for whoever did not, and the numbers themselves.
import type { CSSProperties, JSX } from 'react';
import { Link } from 'wouter';
import type { MeetingView, TournamentView } from '../../api/types';
import { classes } from '../../ui';
import { AgentName } from './AgentName';
import css from './CrossTable.module.css';
import { byRank } from './StandingsTable';
import { agentLabel, percent } from './words';

interface CrossTableProps {
  view: TournamentView;
  /** The address where two agents are compared. */
  compareAddress: (first: number, second: number) => string;
}

function Cell({ meeting, label, to }: { meeting: MeetingView; label: string; to: string }): JSX.Element {
  // From -1 to 1: how far the colour goes to either side.
  const lean = meeting.score * 2 - 1;
  return (
    <td
      className={classes(css.cell, lean > 0 ? css.ahead : lean < 0 && css.behind)}
      style={{ '--lean': Math.abs(lean) } as CSSProperties}
    >
      <Link href={to} className={css.link}>
        <span className="visually-hidden">{label}: </span>
        <span className={css.share}>{percent(meeting.score)}</span>{' '}
        <span className={css.counts}>
          {meeting.wins}–{meeting.draws}–{meeting.losses}
        </span>
      </Link>
    </td>
  );
}

/** The table; each cell leads to the comparison of the two. */
export function CrossTable({ view, compareAddress }: CrossTableProps): JSX.Element {
  const order = byRank(view.agents);
  const called = (agent: number) => agentLabel(view.agents[agent]?.name ?? '');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={css.box} tabIndex={0} aria-label="Cross table">
      <table className={css.table}>
        <caption className="visually-hidden">
          How the agent of each row did against the agent of each column: share of the points, wins, draws and
          losses
        </caption>
        <thead>
          <tr>
            <td />
            {order.map((agent, place) => (
              <th key={agent} scope="col" title={called(agent)}>
                <span aria-hidden="true">{place + 1}</span>
                <span className="visually-hidden">{called(agent)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map((row, place) => (
            <tr key={row}>
              <th scope="row" className={css.name}>
                <span className={css.place} aria-hidden="true">
                  {place + 1}
                </span>
                <AgentName name={view.agents[row]?.name ?? ''} />
              </th>
              {order.map((column) => {
                const meeting = view.cross[row]?.[column];
                if (!meeting) {
                  return (
                    <td key={column} className={row === column ? css.self : css.never}>
                      <span className="visually-hidden">{row === column ? 'itself' : 'never met'}</span>
                    </td>
                  );
                }
                return (
                  <Cell
                    key={column}
                    meeting={meeting}
                    to={compareAddress(row, column)}
                    label={`${called(row)} against ${called(column)}`}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
