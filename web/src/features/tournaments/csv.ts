// The table of a tournament as a file for spreadsheets.
import type { TournamentView } from '../../api/types';
import { type CsvValue, csv } from '../../lib/csv';

/** The table, the best first, and one column for each meeting. */
export function tableCsv(view: TournamentView): string {
  const ranked = [...view.agents.keys()].sort((a, b) => rank(view, a) - rank(view, b));
  const against = ranked.map((agent) => `score against ${view.agents[agent]?.name ?? ''}`);
  const lines: CsvValue[][] = [
    [
      ...['rank', 'name', 'spec', 'games', 'wins', 'draws', 'losses', 'score', 'score_low', 'score_high'],
      ...['elo', 'elo_error', 'ms_per_move', 'forfeits'],
      ...against,
    ],
  ];
  for (const agent of ranked) {
    const row = view.agents[agent];
    if (!row) continue;
    lines.push([
      ...[row.rank, row.name, row.spec, row.games, row.wins, row.draws, row.losses, row.score],
      ...[row.ci95[0], row.ci95[1], row.elo, row.elo_error, row.ms_per_move, row.forfeits],
      ...ranked.map((other) => view.cross[agent]?.[other]?.score ?? null),
    ]);
  }
  return csv(lines);
}

function rank(view: TournamentView, agent: number): number {
  return view.agents[agent]?.rank ?? Number.POSITIVE_INFINITY;
}
