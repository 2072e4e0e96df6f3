// Everything that can be chosen about a new game, with the usual ways to play at the top.
import { type JSX, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { asApiError } from '../../api/client';
import type { GameInfo } from '../../api/types';
import { findGame, useCatalog } from '../../common/catalog';
import {
  type Form,
  type FormErrors,
  fieldOfError,
  type QuickMode,
  quickForm,
  specOf,
  tableOf,
  toNewGame,
  variantOf,
  withOrder,
  withPlayer,
  withPlayers,
  withVariant,
} from '../../common/seats/form';
import { lastForm, rememberForm } from '../../common/seats/remember';
import { startGame } from '../../common/seats/startGame';
import { useTable } from '../../common/solved/tablebases';
import { useTitle } from '../../lib/hooks';
import { useSettings } from '../../lib/settings';
import { isRecord } from '../../lib/storage';
import { PERFECT } from '../../lib/verdict';
import {
  Banner,
  Button,
  EmptyState,
  ErrorState,
  Icon,
  type IconName,
  LinkButton,
  PageLoading,
} from '../../ui';
import { BeginsChooser } from './BeginsChooser';
import { ClockChooser } from './ClockChooser';
import css from './NewGamePage.module.css';
import { SeatChooser } from './SeatChooser';
import { StartChooser } from './StartChooser';
import { VariantChooser } from './VariantChooser';

const QUICK: readonly { mode: QuickMode; icon: IconName }[] = [
  { mode: 'human-begins', icon: 'person' },
  { mode: 'computer-begins', icon: 'computer' },
  { mode: 'people', icon: 'people' },
];

/** What a quick mode is called. In a position of one's own, whoever has the first seat need not begin. */
function quickTitle(form: Form, game: GameInfo, mode: QuickMode): string {
  if (mode === 'people') return 'At this screen';
  const who = mode === 'human-begins' ? 'You' : 'Computer';
  const first = tableOf(variantOf(game, form.variant), form.players.length)?.seat_names[0];
  if (form.position !== '' && first) return who === 'You' ? `You play ${first}` : `Computer plays ${first}`;
  return who === 'You' ? 'You begin' : 'Computer begins';
}

/** Whom one meets in a quick mode. */
function quickText(form: Form, game: GameInfo, mode: QuickMode): string {
  const computer = quickForm(form, game, mode).players.find((player) => player.who === 'computer');
  if (!computer) return 'people only';
  if (computer.advanced) return `against ${computer.spec}`;
  if (computer.named !== '') return `against ${computer.named}`;
  if (computer.adaptive) return 'against an opponent as strong as you';
  return computer.perfect ? 'against Perfect' : `against level ${computer.level}`;
}

/** The last choices, with what another page asks for in the address or in the state of the history. */
function firstForm(game: GameInfo, search: string): Form {
  const query = new URLSearchParams(search);
  const state: unknown = window.history.state;
  const told = isRecord(state) ? state : {};
  const text = (name: string) => query.get(name) ?? (typeof told[name] === 'string' ? told[name] : null);
  let form: Form = { ...lastForm(game), position: text('position') ?? '' };
  const variant = game.variants.find(({ name }) => name === text('variant')) ?? variantOf(game, form.variant);
  if (variant) form = withVariant(form, game, variant.name);
  const players = Number(text('players') ?? 0);
  return variant?.tables.some((table) => table.players === players) ? withPlayers(form, game, players) : form;
}

function NewGameForm({ game }: { game: GameInfo }): JSX.Element {
  const search = useSearch();
  const [, navigate] = useLocation();
  const [form, setForm] = useState<Form>(() => firstForm(game, search));
  const [errors, setErrors] = useState<FormErrors>({});
  const [busy, setBusy] = useState<QuickMode | 'form' | null>(null);
  const table = useTable(game);

  const change = (next: Form) => {
    setForm(next);
    setErrors({});
  };

  const start = async (chosen: Form, from: QuickMode | 'form') => {
    const { request, errors: wrong } = toNewGame(chosen, game, useSettings.getState().name, Math.random());
    setErrors(wrong ?? {});
    if (!request) return;
    const missing = chosen.players.findIndex((one) => one.who === 'computer' && specOf(one) === PERFECT);
    if (missing >= 0 && table.isTold && !table.isReady) {
      // The form has the same player, perhaps at another place, with the offer to build the table below.
      const index = form.players.findIndex((one) => one.who === 'computer' && specOf(one) === PERFECT);
      setErrors({
        [`player${index}`]: 'Its tablebase has not been built yet. Build it first, or choose a level.',
      });
      return;
    }
    setBusy(from);
    try {
      const address = await startGame(request);
      rememberForm(game, chosen);
      navigate(address);
    } catch (error) {
      const { code, message, hint } = asApiError(error);
      setErrors({ [fieldOfError(code, chosen)]: hint ? `${message} ${hint}` : message });
      setBusy(null);
    }
  };

  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{game.title}</h1>
        <LinkButton to={`/rules/${game.id}`} icon="rules" variant="ghost">
          Rules
        </LinkButton>
      </header>

      {form.position !== '' && (
        <Banner
          icon="info"
          actions={
            <Button size="small" onClick={() => change({ ...form, position: '' })}>
              Use the standard start
            </Button>
          }
        >
          The game starts from the position that you chose. It is shown below.
        </Banner>
      )}

      <section aria-labelledby="quick" className={css.block}>
        <h2 id="quick" className={css.heading}>
          Play at once
        </h2>
        <div className={css.quick}>
          {QUICK.map(({ mode, icon }) => (
            <button
              key={mode}
              type="button"
              className={css.quickButton}
              disabled={busy !== null}
              onClick={() => start(quickForm(form, game, mode), mode)}
            >
              <Icon name={icon} size={28} />
              <span className={css.quickWords}>
                <strong>{quickTitle(form, game, mode)}</strong>
                <span>{quickText(form, game, mode)}</span>
              </span>
            </button>
          ))}
        </div>
      </section>

      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void start(form, 'form');
        }}
      >
        <h2 className={css.heading}>All options</h2>
        <VariantChooser game={game} form={form} onChange={change} />
        <section className={css.block} aria-label="Players">
          <h3>Players</h3>
          <div className={css.seats}>
            {form.players.map((player, index) => (
              <SeatChooser
                // biome-ignore lint/suspicious/noArrayIndexKey: a place at the table has no other name than its number.
                key={index}
                game={game}
                form={form}
                index={index}
                player={player}
                error={errors[`player${index}`]}
                onChange={(part) => change(withPlayer(form, index, part))}
                onOrder={(step) => change(withOrder(form, index, step))}
              />
            ))}
          </div>
        </section>
        {form.players.length === 2 && <BeginsChooser game={game} form={form} onChange={change} />}
        <ClockChooser form={form} errors={errors} onChange={change} />
        <StartChooser game={game} form={form} errors={errors} onChange={change} />
        {errors.form && (
          <Banner tone="bad" icon="warning" role="alert">
            {errors.form}
          </Banner>
        )}
        <Button type="submit" variant="primary" size="large" icon="play" busy={busy === 'form'} wide>
          Start the game
        </Button>
      </form>
    </div>
  );
}

/** The page. */
export default function NewGamePage(): JSX.Element {
  const { game: id = '' } = useParams<{ game: string }>();
  const { catalog, error, reload } = useCatalog();
  const game = findGame(catalog, id);
  useTitle(game ? `New game of ${game.title}` : 'New game');
  if (game) return <NewGameForm key={game.id} game={game} />;
  if (error) return <ErrorState page error={error} onRetry={reload} />;
  if (!catalog) return <PageLoading />;
  return (
    <EmptyState
      page
      icon="search"
      title="There is no such game here."
      action={
        <LinkButton to="/" variant="primary" icon="home">
          To the games
        </LinkButton>
      }
    />
  );
}
