// How series are talked about, and their table as a file for spreadsheets.
import type { SeriesPerson, SeriesRow, SeriesView } from '../../api/types';
import { type CsvValue, csv } from '../../lib/csv';

/** A share as a percentage with one digit, as published tables have it; a dash for none. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)}%`;
}

/** How many games each person plays in all. */
export function gamesEach(series: Pick<SeriesView, 'games' | 'opponents'>): number {
  return series.games * series.opponents.length;
}

/** How far a person is: `2 of 6 games`, and whether one is under way. */
export function progressOf(
  series: Pick<SeriesView, 'games' | 'opponents'>,
  person: Pick<SeriesPerson, 'games'>,
): {
  readonly finished: number;
  readonly isPlaying: boolean;
  readonly isDone: boolean;
  readonly text: string;
} {
  const finished = person.games.filter(({ share }) => share !== null).length;
  const isPlaying = person.games.some(({ share }) => share === null);
  const all = gamesEach(series);
  const text = `${finished} of ${all} ${all === 1 ? 'game' : 'games'}${isPlaying ? ', one unfinished' : ''}`;
  return { finished, isPlaying, isDone: finished >= all, text };
}

/** What a share of the win is called. */
export function shareWord(share: number | null): string {
  if (share === null) return 'unfinished';
  if (share === 1) return 'won';
  return share === 0 ? 'lost' : 'draw';
}

/** The table, one line a person and opponent, and one for all people together. */
export function tableCsv(series: SeriesView): string {
  const lines: CsvValue[][] = [
    [
      ...['opponent', 'sees_what_is_hidden', 'player', 'plays', 'win_percentage', 'win_low', 'win_high'],
      ...['wins', 'draws', 'losses', 'score', 'score_low', 'score_high', 'unfinished'],
    ],
  ];
  const hundred = (share: number | null) => (share === null ? null : Number((share * 100).toFixed(3)));
  for (const { opponent, peeks, people, all } of series.tables) {
    const line = (row: SeriesRow, name: string): CsvValue[] => [
      ...[opponent, peeks ? 'yes' : 'no', name, row.plays, hundred(row.win_rate)],
      ...[hundred(row.win_rate_ci95[0]), hundred(row.win_rate_ci95[1]), row.wins, row.draws, row.losses],
      ...[hundred(row.score), hundred(row.score_ci95[0]), hundred(row.score_ci95[1]), row.unfinished],
    ];
    lines.push(...people.map((row) => line(row, row.person)), line(all, 'all'));
  }
  return csv(lines);
}
