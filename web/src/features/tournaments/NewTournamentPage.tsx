// Defines a tournament: which game, who takes part, who meets whom, and for how long.
import { type JSX, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { asApiError } from '../../api/client';
import { createTournament } from '../../api/tournaments';
import type { Catalog, GameInfo, TournamentFormat } from '../../api/types';
import { useCatalog } from '../../common/catalog';
import { GameFields } from '../../common/contests/GameFields';
import { AgentHelp } from '../../common/seats/AgentHelp';
import { useTitle } from '../../lib/hooks';
import { keepTournamentKey } from '../../lib/tournamentKeys';
import {
  Banner,
  Button,
  ErrorState,
  Icon,
  PageLoading,
  Segmented,
  Switch,
  TextArea,
  TextField,
} from '../../ui';
import { EntrantRow } from './EntrantRow';
import {
  canTest,
  countWords,
  type Form,
  type FormErrors,
  fieldOfError,
  initialForm,
  type OpeningChoice,
  type TimeChoice,
  toNewTournament,
  withAgent,
  withGame,
  withOneMore,
} from './form';
import css from './NewTournamentPage.module.css';
import { useDraft } from './useDraft';
import { FORMAT_WORDS } from './words';

const FORMATS: readonly TournamentFormat[] = ['round-robin', 'gauntlet', 'swiss'];

const FORMAT_HELP: Readonly<Record<TournamentFormat, string>> = {
  'round-robin': 'Every agent plays every other. The fairest, and the longest.',
  gauntlet: 'The first agent plays all the others: how good is a new one?',
  swiss: 'In every round agents with similar scores meet. Few games for many agents.',
};

const TIMES: readonly { value: TimeChoice; label: string }[] = [
  { value: 'own', label: 'No clock' },
  { value: '100ms/move', label: '0.1 s a move' },
  { value: '1s/move', label: '1 s a move' },
  { value: '1m+1s', label: '1 min + 1 s' },
  { value: 'custom', label: 'Custom' },
];

const OPENINGS: readonly { value: OpeningChoice; label: string }[] = [
  { value: 'random', label: 'Random moves' },
  { value: 'lines', label: 'My own openings' },
  { value: 'none', label: 'The standard start' },
];

const OPENING_HELP: Readonly<Record<OpeningChoice, string>> = {
  random:
    'A few random moves come first, so that no two pairs of games are alike; both sides get the same ones.',
  lines: 'One line of moves for each opening, as the move list writes them. They are taken in turn.',
  none: 'Agents that always choose the same move play the same game again and again.',
};

/** The most agents that the server takes. */
const MOST_AGENTS = 32;

function TournamentForm({ catalog, first }: { catalog: Catalog; first: GameInfo }): JSX.Element {
  const [, navigate] = useLocation();
  const [game, setGame] = useState(first);
  const [form, setForm] = useState<Form>(() => initialForm(first));
  const [refused, setRefused] = useState<FormErrors>({});
  const [isBusy, setBusy] = useState(false);
  const checked = useDraft(form, game);
  const errors = { ...checked.errors, ...refused };
  const change = (next: Form) => {
    setForm(next);
    setRefused({});
  };
  const set = (part: Partial<Form>) => change({ ...form, ...part });

  const start = async () => {
    const { request, errors: wrong } = toNewTournament(form, game);
    setRefused(wrong ?? {});
    if (!request) return;
    setBusy(true);
    try {
      const { token, tournament } = await createTournament(request);
      keepTournamentKey(tournament.id, token);
      navigate(`/tournaments/${tournament.id}`);
    } catch (error) {
      const { code, message, hint } = asApiError(error);
      setRefused({ [fieldOfError(code)]: hint ? `${message} ${hint}` : message });
      setBusy(false);
    }
  };

  const isTest = form.isTest && canTest(form);
  const meeting = form.players === 2 ? 'pairing' : 'group that meets';
  const hasProblems = Object.keys(errors).length > 0;
  return (
    <form
      className={css.page}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <header>
        <h1>New tournament</h1>
        <p className={css.lead}>
          Agents play among themselves, and the table tells who is better, and how sure that is.
        </p>
      </header>

      <section className={css.card} aria-labelledby="what">
        <h2 id="what" className={css.heading}>
          What is played
        </h2>
        <GameFields
          catalog={catalog}
          game={game}
          form={form}
          onGame={(chosen) => {
            setGame(chosen);
            change(withGame(form, chosen));
          }}
          onChange={change}
        />
      </section>

      <section className={css.card} aria-labelledby="who">
        <h2 id="who" className={css.heading}>
          Who takes part
        </h2>
        <datalist id={`agents-of-${game.id}`}>
          <option value="champion" />
          {game.agents.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className={css.entrants}>
          {form.agents.map((agent, index) => (
            <EntrantRow
              key={agent.id}
              game={game}
              agent={agent}
              index={index}
              error={errors[`agent${index}`]}
              canRemove={form.agents.length > 2}
              onChange={(part) => change(withAgent(form, agent.id, part))}
              onRemove={() => set({ agents: form.agents.filter(({ id }) => id !== agent.id) })}
            />
          ))}
        </div>
        <div>
          <Button
            icon="plus"
            disabled={form.agents.length >= MOST_AGENTS}
            onClick={() => change(withOneMore(form, game))}
          >
            Add an agent
          </Button>
        </div>
        <AgentHelp agents={game.agents} />
      </section>

      <section className={css.card} aria-labelledby="how">
        <h2 id="how" className={css.heading}>
          Who meets whom, how often
        </h2>
        <div>
          <Segmented
            label="Format"
            choices={FORMATS.map((value) => ({ value, label: FORMAT_WORDS[value] }))}
            value={form.format}
            onChange={(format) => set({ format })}
            wrap
          />
          <p className={css.note}>{FORMAT_HELP[form.format]}</p>
        </div>
        <div className={css.row}>
          <TextField
            label={isTest ? 'Maximum number of games' : `Games per ${meeting}`}
            inputMode="numeric"
            value={form.games}
            error={errors.games}
            hint={
              form.format === 'swiss'
                ? 'In every round.'
                : 'Rounded up so that every agent has every seat equally often.'
            }
            onChange={(event) => set({ games: event.currentTarget.value })}
          />
          {form.format === 'swiss' && (
            <TextField
              label="Rounds"
              inputMode="numeric"
              placeholder="Enough for a winner"
              value={form.rounds}
              error={errors.rounds}
              onChange={(event) => set({ rounds: event.currentTarget.value })}
            />
          )}
        </div>
        {canTest(form) && (
          <div className={css.test}>
            <Switch
              label="Stop as soon as it is clear (SPRT)"
              hint="A sequential test looks at the result after every pair of games and ends when the evidence is strong enough: often after far fewer games."
              checked={form.isTest}
              onChange={(on) => set({ isTest: on, games: on && form.games === '20' ? '2000' : form.games })}
            />
            {form.isTest && (
              <div className={css.row}>
                <TextField
                  label="Minimum Elo difference (H1)"
                  inputMode="decimal"
                  value={form.elo1}
                  error={errors.sprt}
                  hint="H0 is that both are equally strong. A smaller difference takes more games: 30 Elo are 54%, 100 are 64% of the points."
                  onChange={(event) => set({ elo1: event.currentTarget.value })}
                />
                <Segmented
                  label="Confidence"
                  choices={[
                    { value: '90', label: '90%' },
                    { value: '95', label: '95%' },
                    { value: '99', label: '99%' },
                  ]}
                  value={form.sure}
                  onChange={(sure) => set({ sure })}
                />
              </div>
            )}
          </div>
        )}
      </section>

      <section className={css.card} aria-labelledby="conditions">
        <h2 id="conditions" className={css.heading}>
          Time and openings
        </h2>
        <div>
          <Segmented
            label="Time control"
            choices={TIMES}
            value={form.time}
            onChange={(time) => set({ time })}
            wrap
          />
          {form.time === 'custom' ? (
            <TextField
              label="Clock"
              value={form.clock}
              error={errors.clock}
              hint="200ms/move, 5m for the whole game, or 1m+2s: a minute, and two seconds more for every move."
              onChange={(event) => set({ clock: event.currentTarget.value })}
            />
          ) : (
            <p className={css.note}>
              {form.time === 'own'
                ? 'Every agent thinks as long as its level or options say.'
                : 'An agent that exceeds it loses the game.'}
            </p>
          )}
        </div>
        <div>
          <Segmented
            label="How games begin"
            choices={OPENINGS}
            value={form.openings}
            onChange={(openings) => set({ openings })}
            wrap
          />
          <p className={css.note}>{OPENING_HELP[form.openings]}</p>
        </div>
        {form.openings === 'random' && (
          <div className={css.row}>
            <TextField
              label="Random moves"
              inputMode="numeric"
              value={form.plies}
              error={errors.opening_plies}
              onChange={(event) => set({ plies: event.currentTarget.value })}
            />
          </div>
        )}
        {form.openings === 'lines' && (
          <TextArea
            label="Openings, one a line"
            rows={5}
            value={form.lines}
            error={errors.openings}
            onChange={(event) => set({ lines: event.currentTarget.value })}
          />
        )}
        <div className={css.row}>
          <TextField
            label="Name of the tournament"
            placeholder="Optional"
            maxLength={60}
            value={form.name}
            error={errors.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextField
            label="Seed"
            placeholder="Random"
            inputMode="numeric"
            value={form.seed}
            error={errors.seed}
            hint="The same seed gives the same games again."
            onChange={(event) => set({ seed: event.currentTarget.value })}
          />
        </div>
      </section>

      <div className={css.end}>
        {errors.form && (
          <Banner tone="bad" icon="warning" role="alert">
            {errors.form}
          </Banner>
        )}
        <p className={css.count} role="status">
          <Icon name="trophy" />
          {hasProblems
            ? 'Please correct the entries above.'
            : checked.draft
              ? countWords(form, checked.draft)
              : 'Counting the games…'}
        </p>
        <Button type="submit" variant="primary" size="large" icon="play" busy={isBusy} wide>
          Start the tournament
        </Button>
      </div>
    </form>
  );
}

/** The page. */
export default function NewTournamentPage(): JSX.Element {
  useTitle('New tournament');
  const { catalog, error, reload } = useCatalog();
  const wanted = new URLSearchParams(useSearch()).get('game');
  const game = catalog?.games.find(({ id }) => id === wanted) ?? catalog?.games[0];
  if (catalog && game) return <TournamentForm catalog={catalog} first={game} />;
  if (error) return <ErrorState page error={error} onRetry={reload} />;
  return <PageLoading />;
}
