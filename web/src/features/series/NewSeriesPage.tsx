// Defines a series: which game, against whom, and how many games everybody plays.

import { type JSX, useState } from 'react';
import { useLocation } from 'wouter';
import { asApiError } from '../../api/client';
import { createSeries } from '../../api/series';
import type { Catalog, GameInfo } from '../../api/types';
import { useCatalog } from '../../common/catalog';
import { GameFields } from '../../common/contests/GameFields';
import { PeekingSwitch } from '../../common/seats/NamedChooser';
import { sentence } from '../../lib/format';
import { useTitle } from '../../lib/hooks';
import { keepSeriesKey } from '../../lib/seriesKeys';
import { Banner, Button, ErrorState, IconButton, Marked, PageLoading, Switch, TextField } from '../../ui';
import {
  type Form,
  type FormErrors,
  fieldOfError,
  initialForm,
  isPeeking,
  MOST_OPPONENTS,
  suggestions,
  toNewSeries,
} from './form';
import css from './NewSeriesPage.module.css';

function SeriesForm({ catalog, first }: { catalog: Catalog; first: GameInfo }): JSX.Element {
  const [, navigate] = useLocation();
  const [game, setGame] = useState(first);
  const [form, setForm] = useState<Form>(() => initialForm(first));
  const [errors, setErrors] = useState<FormErrors>({});
  const [isBusy, setBusy] = useState(false);
  const change = (next: Form) => {
    setForm(next);
    setErrors({});
  };
  const set = (part: Partial<Form>) => change({ ...form, ...part });
  const known = suggestions(game, form.variant, form.players);
  const listId = `opponents-of-${game.id}`;

  const make = async () => {
    const { request, errors: wrong } = toNewSeries(form, game);
    setErrors(wrong ?? {});
    if (!request) return;
    setBusy(true);
    try {
      const { token, series } = await createSeries(request);
      keepSeriesKey(series.id, token);
      navigate(`/series/${series.id}`);
    } catch (error) {
      const { code, message, hint } = asApiError(error);
      const text = hint ? `${message} ${hint}` : message;
      setErrors({ [fieldOfError(code, message)]: text });
      setBusy(false);
    }
  };

  const setSpec = (id: number, spec: string) =>
    set({ opponents: form.opponents.map((one) => (one.id === id ? { ...one, spec } : one)) });
  const addOpponent = () => {
    const taken = form.opponents.map(({ spec }) => spec);
    const id = Math.max(...form.opponents.map((one) => one.id)) + 1;
    const next = known.find(({ spec, peeks }) => !peeks && !taken.includes(spec));
    set({ opponents: [...form.opponents, { id, spec: next?.spec ?? '' }] });
  };
  return (
    <form
      className={css.page}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <header>
        <h1>New series</h1>
        <p className={css.lead}>
          A test of people against agents: everybody plays the same opponents, without hints and without
          taking moves back.
        </p>
      </header>

      <section className={css.card} aria-label="What is played">
        <TextField
          label="Name of the series"
          placeholder="Friends against level 5"
          maxLength={40}
          value={form.name}
          error={errors.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <GameFields
          catalog={catalog}
          game={game}
          form={form}
          onGame={(chosen) => {
            setGame(chosen);
            change({ ...initialForm(chosen), name: form.name, games: form.games, rotate: form.rotate });
          }}
          onChange={change}
        />
      </section>

      <section className={css.card} aria-label="Opponents">
        <h2 className={css.heading}>Opponents</h2>
        {form.players > 2 && <p className={css.note}>The same opponent takes all other seats of a game.</p>}
        <datalist id={listId}>
          {known.map(({ spec, summary }) => (
            <option key={spec} value={spec}>
              {summary}
            </option>
          ))}
        </datalist>
        {form.opponents.map(({ id, spec }, index) => {
          const about = known.find((one) => one.spec === spec.trim());
          return (
            <div key={id} className={css.opponent}>
              <TextField
                label={`Opponent ${index + 1}`}
                hint={about ? <Marked text={sentence(about.summary)} /> : 'An agent by its spec.'}
                list={listId}
                spellCheck={false}
                autoCapitalize="none"
                value={spec}
                error={errors[`opponent${index}`]}
                onChange={(event) => setSpec(id, event.currentTarget.value)}
              />
              {form.opponents.length > 1 && (
                <IconButton
                  icon="close"
                  label={`Remove opponent ${index + 1}`}
                  onClick={() => set({ opponents: form.opponents.filter((one) => one.id !== id) })}
                />
              )}
            </div>
          );
        })}
        {form.opponents.length < MOST_OPPONENTS && (
          <Button icon="plus" onClick={addOpponent}>
            Add an opponent
          </Button>
        )}
        {(game.hidden || isPeeking(form, game)) && (
          <PeekingSwitch checked={form.allowPeeking} onChange={(allowPeeking) => set({ allowPeeking })} />
        )}
        {errors.peeking && (
          <p className={css.wrong} role="alert">
            {errors.peeking}
          </p>
        )}
      </section>

      <section className={css.card} aria-label="Games">
        <TextField
          label="Games of each person against each opponent"
          inputMode="numeric"
          value={form.games}
          error={errors.games}
          onChange={(event) => set({ games: event.currentTarget.value })}
        />
        <Switch
          label="Change seats"
          hint="From game to game the person sits at another seat; otherwise always at the first."
          checked={form.rotate}
          onChange={(rotate) => set({ rotate })}
        />
      </section>
      {errors.form && (
        <Banner tone="bad" icon="warning" role="alert">
          {errors.form}
        </Banner>
      )}
      <Button type="submit" variant="primary" size="large" icon="people" busy={isBusy} wide>
        Create the series
      </Button>
    </form>
  );
}

/** The page. */
export default function NewSeriesPage(): JSX.Element {
  useTitle('New series');
  const { catalog, error, reload } = useCatalog();
  const first = catalog?.games[0];
  if (catalog && first) return <SeriesForm catalog={catalog} first={first} />;
  if (error) return <ErrorState page error={error} onRetry={reload} />;
  return <PageLoading />;
}
