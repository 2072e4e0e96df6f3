// The results against one opponent, in the columns of published tests of people, with their error bars.
import type { JSX } from 'react';
import type { SeriesRow, SeriesTable } from '../../api/types';
import { engineName } from '../../shared/seats/players';
import { Icon, IntervalBar } from '../../ui';
import css from './ResultsTable.module.css';
import { percent } from './words';

interface RowProps {
  row: SeriesRow;
  name: string;
  isAll?: boolean;
  /** Whether there is a column for games that are not finished. */
  hasUnfinished: boolean;
}

function Row({ row, name, isAll = false, hasUnfinished }: RowProps): JSX.Element {
  const [low, high] = row.win_rate_ci95;
  return (
    <tr className={isAll ? css.all : undefined}>
      <th scope="row" className={css.name}>
        {name}
      </th>
      <td className={css.number}>{row.plays}</td>
      <td className={css.rate}>
        <span className={css.rateText}>
          {percent(row.win_rate)}
          {row.win_rate !== null && (
            <span className={css.range}>
              {' '}
              {percent(low)} to {percent(high)}
            </span>
          )}
        </span>
        <IntervalBar
          even={50}
          at={row.win_rate === null ? null : row.win_rate * 100}
          low={low * 100}
          high={high * 100}
        />
      </td>
      <td className={css.number}>
        {row.wins} / {row.draws} / {row.losses}
      </td>
      {hasUnfinished && <td className={css.number}>{row.unfinished > 0 ? row.unfinished : '–'}</td>}
    </tr>
  );
}

/** The table. */
export function ResultsTable({ table }: { table: SeriesTable }): JSX.Element {
  const name = engineName(table.opponent);
  const { people, all } = table;
  const hasUnfinished = all.unfinished > 0;
  return (
    <section className={css.part}>
      <h3 className={css.opponent}>Against {name}</h3>
      {table.peeks && (
        <p className={css.peeks}>
          <Icon name="warning" size={18} /> It sees what is hidden from its seat.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={css.box} tabIndex={0} aria-label={`Results against ${name}`}>
        <table className={css.table}>
          <caption className="visually-hidden">Results of people against {name}</caption>
          <thead>
            <tr>
              <th scope="col">Player</th>
              <th scope="col" className={css.number}>
                Plays
              </th>
              <th scope="col">
                Win percentage <span className={css.range}>with 95% interval</span>
              </th>
              <th scope="col" className={css.number}>
                <abbr title="wins, draws, losses">W / D / L</abbr>
              </th>
              {hasUnfinished && (
                <th scope="col" className={css.number}>
                  Unfinished
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {people.map((row) => (
              <Row key={row.person} row={row} name={row.person} hasUnfinished={hasUnfinished} />
            ))}
            {people.length !== 1 && <Row row={all} name="All" isAll hasUnfinished={hasUnfinished} />}
          </tbody>
        </table>
      </section>
    </section>
  );
}
