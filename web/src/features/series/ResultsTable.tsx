// The results against one opponent, in the columns of published tests of people, with their error bars.
import type { JSX } from 'react';
import type { SeriesRow, SeriesTable } from '../../api/types';
import { ScoreTable, ShareCell } from '../../common/contests/ScoreTable';
import cells from '../../common/contests/ScoreTable.module.css';
import { engineName } from '../../common/seats/players';
import { Icon } from '../../ui';
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
  return (
    <tr className={isAll ? css.all : undefined}>
      <th scope="row" className={cells.name}>
        {name}
      </th>
      <td className={cells.number}>{row.plays}</td>
      <ShareCell share={row.win_rate} interval={row.win_rate_ci95} even={0.5} words={percent} />
      <td className={cells.number}>
        {row.wins} / {row.draws} / {row.losses}
      </td>
      {hasUnfinished && <td className={cells.number}>{row.unfinished > 0 ? row.unfinished : '–'}</td>}
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
      <ScoreTable caption={`Results of people against ${name}`} label={`Results against ${name}`}>
        <thead>
          <tr>
            <th scope="col">Player</th>
            <th scope="col" className={cells.number}>
              Plays
            </th>
            <th scope="col">
              Win percentage <span className={cells.range}>with 95% interval</span>
            </th>
            <th scope="col" className={cells.number}>
              <abbr title="wins, draws, losses">W / D / L</abbr>
            </th>
            {hasUnfinished && (
              <th scope="col" className={cells.number}>
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
      </ScoreTable>
    </section>
  );
}
