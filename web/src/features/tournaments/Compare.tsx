// Two agents head to head: the score, the pairs of games, the difference with its interval, and their games.
import type { JSX } from 'react';
import type { MeetingView, TournamentView } from '../../api/types';
import { EmptyState, IconButton, IntervalBar, Select } from '../../ui';
import css from './Compare.module.css';
import { GamesList } from './GamesList';
import { eloScale } from './plot';
import { agentLabel, differenceWords, percent, points, superiorityWords } from './words';

interface CompareProps {
  view: TournamentView;
  pair: readonly [number, number];
  onChange: (first: number, second: number) => void;
}

const PAIR_POINTS = ['0', '½', '1', '1½', '2'];

/** Wins, draws and losses as one bar. */
function ResultBar({
  meeting,
  first,
  second,
}: {
  meeting: MeetingView;
  first: string;
  second: string;
}): JSX.Element {
  const { wins, draws, losses } = meeting;
  const parts = [
    { n: wins, className: css.wins, words: `${first} won ${wins}` },
    { n: draws, className: css.draws, words: `${draws} drawn` },
    { n: losses, className: css.losses, words: `${second} won ${losses}` },
  ];
  return (
    <>
      <div className={css.resultBar} aria-hidden="true">
        {parts
          .filter(({ n }) => n > 0)
          .map(({ n, className, words }) => (
            <span key={words} className={className} style={{ flexGrow: n }}>
              {n}
            </span>
          ))}
      </div>
      <ul className={css.legend}>
        {parts.map(({ className, words }) => (
          <li key={words}>
            <span className={`${css.swatch} ${className}`} aria-hidden="true" />
            {words}
          </li>
        ))}
      </ul>
    </>
  );
}

/** How many pairs of games brought how many points. */
function Pairs({ pairs, first }: { pairs: readonly number[]; first: string }): JSX.Element {
  const most = Math.max(1, ...pairs);
  const total = pairs.reduce((sum, n) => sum + n, 0);
  return (
    <figure className={css.figure}>
      <figcaption className={css.caption}>
        Pairs of games with the same opening, by the points of {first}
      </figcaption>
      <ul className={css.pairs}>
        {pairs.map((n, index) => (
          <li key={PAIR_POINTS[index]} className={css.pair}>
            <span className={css.pairCount}>{n}</span>
            <span className={css.pairColumn}>
              <span className={css.pairBar} style={{ height: `${(n / most) * 100}%` }} />
            </span>
            <span className={css.pairPoints}>
              {PAIR_POINTS[index]}
              <span className="visually-hidden"> points</span>
            </span>
          </li>
        ))}
      </ul>
      <p className={css.small}>
        {total} whole {total === 1 ? 'pair' : 'pairs'}: the advantage of an opening cancels within each.
      </p>
    </figure>
  );
}

/** The difference on a line, with nothing in the middle. */
function Difference({ meeting }: { meeting: MeetingView }): JSX.Element | null {
  const { elo, elo_error: error } = meeting;
  if (elo === null || error === null) return null;
  const scale = eloScale([{ elo, elo_error: error }], 4, 96);
  return (
    <IntervalBar
      even={scale.at(0)}
      at={scale.at(elo)}
      low={scale.at(elo - error)}
      high={scale.at(elo + error)}
    />
  );
}

/** The comparison. */
export function Compare({ view, pair, onChange }: CompareProps): JSX.Element {
  const [first, second] = pair;
  const meeting = view.cross[first]?.[second] ?? null;
  const names = view.agents.map(({ name }) => agentLabel(name));
  const [a = '', b = ''] = [names[first], names[second]];
  const choice = (label: string, value: number, other: number, choose: (agent: number) => void) => (
    <Select label={label} value={value} onChange={(event) => choose(Number(event.currentTarget.value))}>
      {names.map((name, agent) => (
        <option key={name} value={agent} disabled={agent === other}>
          {name}
        </option>
      ))}
    </Select>
  );
  return (
    <div className={css.compare}>
      <div className={css.choice}>
        {choice('First agent', first, second, (agent) => onChange(agent, second))}
        <IconButton
          icon="flip"
          label="Swap the two"
          className={css.swap}
          onClick={() => onChange(second, first)}
        />
        {choice('Second agent', second, first, (agent) => onChange(first, agent))}
      </div>
      {meeting === null ? (
        <EmptyState icon="people" title={`${a} and ${b} have not met yet.`} />
      ) : (
        <>
          <section className={css.card} aria-label="Head to head">
            <p className={css.headline}>
              <span className={css.side}>{a}</span>
              <span className={css.score}>
                {points(meeting.wins + meeting.draws / 2)} : {points(meeting.losses + meeting.draws / 2)}
              </span>
              <span className={css.side}>{b}</span>
            </p>
            <ResultBar meeting={meeting} first={a} second={b} />
            <p className={css.verdict}>{superiorityWords(a, b, meeting.los)}</p>
            <p className={css.small}>
              {percent(meeting.score)} of the points. The likelihood comes from the ratings of all games of
              the tournament.
              {view.seat_names.length > 2 && ' Won means: finished ahead of the other.'}
            </p>
          </section>
          {meeting.pairs && (
            <div className={css.two}>
              <section className={css.card} aria-label="Difference">
                <h2 className={css.heading}>Difference</h2>
                <p>{differenceWords(meeting)}</p>
                <Difference meeting={meeting} />
              </section>
              <section className={css.card} aria-label="Pairs">
                <h2 className={css.heading}>Pairs</h2>
                <Pairs pairs={meeting.pairs} first={a} />
              </section>
            </div>
          )}
          <section className={css.games} aria-labelledby="their-games">
            <h2 id="their-games" className={css.heading}>
              Their games
            </h2>
            <GamesList view={view} between={[first, second]} />
          </section>
        </>
      )}
    </div>
  );
}
