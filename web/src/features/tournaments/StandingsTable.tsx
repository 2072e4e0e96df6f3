// The table: who is where, with which score and rating, and how sure that is.

import type { JSX } from 'react';
import type { AgentRowView } from '../../api/types';
import { ScoreTable, ShareCell } from '../../common/contests/ScoreTable';
import cells from '../../common/contests/ScoreTable.module.css';
import { AgentName } from './AgentName';
import css from './StandingsTable.module.css';
import { moveTime, percent, signed } from './words';

/** The places of the plan, the best first. */
export function byRank(agents: readonly AgentRowView[]): number[] {
  return [...agents.keys()].sort((a, b) => (agents[a]?.rank ?? 0) - (agents[b]?.rank ?? 0));
}

interface StandingsProps {
  agents: readonly AgentRowView[];
  /** How many sit at a table, among whom an equal share is marked. */
  seats: number;
  caption: string;
}

/** The table. On a narrow screen the columns that matter least are left out. */
export function StandingsTable({ agents, seats, caption }: StandingsProps): JSX.Element {
  return (
    <ScoreTable caption={caption}>
      <thead>
        <tr>
          <th scope="col" className={cells.number}>
            <span className="visually-hidden">Rank</span>
            <span aria-hidden="true">#</span>
          </th>
          <th scope="col">Agent</th>
          <th scope="col" className={`${cells.number} ${css.games}`}>
            Games
          </th>
          <th scope="col" className={cells.number}>
            <abbr title="wins, draws, losses">W / D / L</abbr>
          </th>
          <th scope="col">
            Score <span className={cells.range}>with 95% interval</span>
          </th>
          <th scope="col" className={cells.number}>
            Elo
          </th>
          <th scope="col" className={cells.number}>
            Time per move
          </th>
        </tr>
      </thead>
      <tbody>
        {byRank(agents).map((agent) => {
          const row = agents[agent];
          if (!row) return null;
          return (
            <tr key={agent} className={row.rank === 1 && row.games > 0 ? css.first : undefined}>
              <td className={cells.number}>{row.games > 0 ? row.rank : '–'}</td>
              <th scope="row" className={cells.name}>
                <AgentName name={row.name} />
                {row.spec !== row.name && <span className={css.spec}>{row.spec}</span>}
              </th>
              <td className={`${cells.number} ${css.games}`}>{row.games}</td>
              <td className={cells.number}>
                {row.wins} / {row.draws} / {row.losses}
              </td>
              <ShareCell
                share={row.score}
                interval={row.ci95}
                even={1 / Math.max(1, seats)}
                words={percent}
              />
              <td className={cells.number}>
                {row.games === 0 ? '–' : signed(row.elo)}
                {row.elo_error !== null && row.games > 0 && (
                  <span className={css.error}> ± {Math.round(row.elo_error)}</span>
                )}
              </td>
              <td className={cells.number}>{row.games === 0 ? '–' : moveTime(row.ms_per_move)}</td>
            </tr>
          );
        })}
      </tbody>
    </ScoreTable>
  );
}
