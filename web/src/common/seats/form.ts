// The form of a new game as plain data: what it starts with, how it changes, and the request it becomes.
import type {
  ClockSettings,
  GameInfo,
  NamedPlayer,
  NewGame,
  NewSeat,
  PlayedTable,
  TableInfo,
  VariantInfo,
} from '../../api/types';
import { isRecord } from '../../lib/storage';
import { PERFECT } from '../../lib/verdict';
import { DEFAULT_LEVEL, levelSpec } from './players';
import { ADAPTIVE, offersAdaptive } from './strength';

/** Who is to sit on a seat, as people think of it. */
export type Who = 'me' | 'person' | 'friend' | 'computer';

/** What the form knows of one player. */
export interface PlayerChoice {
  who: Who;
  /** The name of a person other than the one at this screen. */
  name: string;
  level: number;
  /** Whether it plays by the table rather than by `level`, in a game that can be solved. */
  perfect: boolean;
  /** Whether it is as strong as the person, whatever `level` says. */
  adaptive: boolean;
  /** The game's own agent of this name, whatever `level` says; empty for none. */
  named: string;
  /** Whether it may look at what its seat may not see. */
  allowPeeking: boolean;
  /** Whether `spec` is used rather than `level`. */
  advanced: boolean;
  spec: string;
}

/** Who begins between two: the first of the form, the second, or whoever the lot falls on. */
export type Begins = 'first' | 'second' | 'lot';

/** The clocks to choose from; `custom` takes the two numbers. */
export type ClockChoice = 'none' | '1+0' | '3+2' | '5+3' | '10+5' | '30+20' | 'custom';

/** The whole form. */
export interface Form {
  variant: string;
  players: PlayerChoice[];
  begins: Begins;
  clock: ClockChoice;
  /** Minutes and seconds as they were typed. */
  clockMinutes: string;
  clockIncrement: string;
  seed: string;
  position: string;
}

/** What is wrong, by field; a player's field is `player0`, `player1`, … */
export type FormErrors = Partial<Record<string, string>>;

/** The request, or what is wrong. */
export type FormResult = { request: NewGame; errors: null } | { request: null; errors: FormErrors };

/** How the server says that a game's table is not built. */
export const NO_TABLE = 'no-table';

/** Seeds beyond this lose digits on their way. */
const MAX_SEED = Number.MAX_SAFE_INTEGER;
const MAX_MINUTES = 24 * 60;
const MAX_INCREMENT = 600;

/** The variant of a name, or the first. */
export function variantOf(game: GameInfo, name: string): VariantInfo | undefined {
  return game.variants.find((variant) => variant.name === name) ?? game.variants[0];
}

/** The table for a number of players, or the smallest. */
export function tableOf(variant: VariantInfo | undefined, players: number): TableInfo | undefined {
  return variant?.tables.find((table) => table.players === players) ?? variant?.tables[0];
}

/** The game's own agents that play a variant with so many players. */
export function namedPlayersOf(game: GameInfo, variant: string, players: number): NamedPlayer[] {
  const plays = (table: PlayedTable) => table.variant === variant && table.players === players;
  return game.players.filter((named) => named.tables.some(plays));
}

/** A level that the game has. */
export function clampLevel(level: number, levels: number): number {
  return Math.min(Math.max(1, Math.round(level)), Math.max(1, levels));
}

/** How strong a program is to be. */
type Strength = Pick<PlayerChoice, 'level' | 'perfect' | 'adaptive' | 'named' | 'allowPeeking'>;

const DEFAULT_STRENGTH: Strength = {
  level: DEFAULT_LEVEL,
  perfect: false,
  adaptive: false,
  named: '',
  allowPeeking: false,
};

/** The place of a choice on the scale of levels, where perfect play comes after the highest. */
export function placeOf({ level, perfect }: Pick<Strength, 'level' | 'perfect'>, levels: number): number {
  return perfect ? levels + 1 : level;
}

/** The choice that a place on the scale of levels stands for. */
export function strengthAt(place: number, levels: number): Pick<Strength, 'level' | 'perfect'> {
  return { level: clampLevel(place, levels), perfect: place > levels };
}

/** The last place on the scale of levels of a game. */
export function lastPlace(game: GameInfo): number {
  return Math.max(1, game.levels) + (game.solvable ? 1 : 0);
}

function strengthOf(form: Form): Strength {
  return form.players.find((one) => one.who === 'computer') ?? DEFAULT_STRENGTH;
}

function player(game: GameInfo, who: Who, strength: Strength = DEFAULT_STRENGTH): PlayerChoice {
  // A game without levels can still be played against its agents by spec.
  const advanced = game.levels === 0;
  return {
    who,
    name: '',
    level: clampLevel(strength.level, game.levels),
    perfect: strength.perfect && game.solvable,
    adaptive: strength.adaptive && offersAdaptive(game),
    named: game.players.some(({ name }) => name === strength.named) ? strength.named : '',
    allowPeeking: strength.allowPeeking,
    advanced,
    spec: advanced ? (game.agents[0]?.name ?? '') : '',
  };
}

/** The form for someone who has never played: oneself against programs. */
export function initialForm(game: GameInfo): Form {
  const variant = game.variants[0];
  const seats = variant?.tables[0]?.players ?? 2;
  return {
    variant: variant?.name ?? '',
    players: Array.from({ length: seats }, (_, seat) => player(game, seat === 0 ? 'me' : 'computer')),
    begins: 'first',
    clock: 'none',
    clockMinutes: '5',
    clockIncrement: '3',
    seed: '',
    position: '',
  };
}

/** Another variant; the number of players stays if it can. */
export function withVariant(form: Form, game: GameInfo, name: string): Form {
  const table = tableOf(variantOf(game, name), form.players.length);
  return withPlayers({ ...form, variant: name }, game, table?.players ?? form.players.length);
}

/** Another number of players; those who come on top are programs. */
export function withPlayers(form: Form, game: GameInfo, count: number): Form {
  const strength = strengthOf(form);
  const offered = namedPlayersOf(game, form.variant, count);
  const players = Array.from({ length: count }, (_, index) => {
    const one = form.players[index] ?? player(game, 'computer', strength);
    // Whoever does not play at this table gives way to a level.
    return offered.some(({ name }) => name === one.named) ? one : { ...one, named: '' };
  });
  return { ...form, players };
}

/** Changes one player. There is only one "me": whoever was it before is another person here. */
export function withPlayer(form: Form, index: number, change: Partial<PlayerChoice>): Form {
  const players = form.players.map((one, other) => {
    if (other === index) return { ...one, ...change };
    return change.who === 'me' && one.who === 'me' ? { ...one, who: 'person' as const } : one;
  });
  return { ...form, players };
}

/** Moves a player one place up (-1) or down (1) in the order. */
export function withOrder(form: Form, index: number, step: -1 | 1): Form {
  const players = [...form.players];
  const one = players[index];
  const other = players[index + step];
  if (!one || !other) return form;
  players[index] = other;
  players[index + step] = one;
  return { ...form, players };
}

/** The ways to play at once that stand at the top of the page. */
export type QuickMode = 'people' | 'computer-begins' | 'human-begins';

/** The form for a quick mode: the variant and the level stay, everything else is plain. */
export function quickForm(form: Form, game: GameInfo, mode: QuickMode): Form {
  const strength = strengthOf(form);
  const players = form.players.map((_, index) =>
    index === 0 ? player(game, 'me') : player(game, mode === 'people' ? 'person' : 'computer', strength),
  );
  // With more than two, the computer that begins is the first and everyone else moves down.
  if (mode === 'computer-begins' && players.length > 2) players.push(...players.splice(0, 1));
  return {
    ...form,
    players,
    begins: mode === 'computer-begins' ? 'second' : 'first',
    clock: 'none',
    seed: '',
  };
}

/** The order at the board: seat 0 begins. `lot` is a number below 1. */
export function seatOrder(form: Form, lot: number): PlayerChoice[] {
  if (form.players.length !== 2) return [...form.players];
  const swap = form.begins === 'second' || (form.begins === 'lot' && lot < 0.5);
  return swap ? [...form.players].reverse() : [...form.players];
}

/** The spec of a program. */
export function specOf(
  choice: Pick<PlayerChoice, 'advanced' | 'spec' | 'level' | 'perfect'> & {
    adaptive?: boolean;
    named?: string;
  },
): string {
  if (choice.advanced) return choice.spec.trim();
  if (choice.named) return choice.named;
  if (choice.adaptive) return ADAPTIVE;
  return choice.perfect ? PERFECT : levelSpec(choice.level);
}

function toSeat(choice: PlayerChoice, myName: string): NewSeat {
  const named = (kind: 'here' | 'invited', name: string): NewSeat =>
    name === '' ? { kind } : { kind, name };
  switch (choice.who) {
    case 'me':
      return named('here', myName.trim());
    case 'person':
      return named('here', choice.name.trim());
    case 'friend':
      return named('invited', choice.name.trim());
    case 'computer':
      return { kind: 'engine', spec: specOf(choice) };
  }
}

function wholeNumber(text: string): number | null {
  return /^\d{1,16}$/.test(text.trim()) ? Number(text) : null;
}

/** The clock of the form; `null` without one; errors go into `errors`. */
function toClock(form: Form, errors: FormErrors): ClockSettings | null {
  if (form.clock === 'none') return null;
  if (form.clock !== 'custom') {
    const [minutes = 0, increment = 0] = form.clock.split('+').map(Number);
    return { base_seconds: minutes * 60, increment_seconds: increment };
  }
  const minutes = Number(form.clockMinutes.replace(',', '.'));
  const increment = wholeNumber(form.clockIncrement);
  if (form.clockMinutes.trim() === '' || !(minutes > 0 && minutes <= MAX_MINUTES)) {
    errors.clockMinutes = `Enter a number of minutes above 0 and up to ${MAX_MINUTES}.`;
  }
  if (increment === null || increment > MAX_INCREMENT) {
    errors.clockIncrement = `Enter a whole number of seconds from 0 to ${MAX_INCREMENT}.`;
  }
  return { base_seconds: Math.max(1, Math.round(minutes * 60)), increment_seconds: increment ?? 0 };
}

/** Whether the game's own agent that was chosen looks at what its seat may not see. */
export function peeksByName(choice: PlayerChoice, game: GameInfo): boolean {
  const named = game.players.find(({ name }) => name === choice.named);
  return !choice.advanced && named?.peeks === true;
}

/** Whether a program may turn out to look at what its seat may not see. */
export function mayPeek(choice: PlayerChoice, game: GameInfo): boolean {
  return choice.who === 'computer' && (peeksByName(choice, game) || (choice.advanced && game.hidden));
}

/** The request that the form stands for. */
export function toNewGame(form: Form, game: GameInfo, myName: string, lot: number): FormResult {
  const errors: FormErrors = {};
  form.players.forEach((one, index) => {
    if (one.who === 'computer' && one.advanced && one.spec.trim() === '') {
      errors[`player${index}`] = 'Choose an agent.';
    }
    if (one.who === 'computer' && !one.allowPeeking && peeksByName(one, game)) {
      errors[`player${index}`] = 'It sees what is hidden from its seat. Allow that, or choose another.';
    }
  });
  const clock = toClock(form, errors);
  const seed = form.seed.trim() === '' ? null : wholeNumber(form.seed);
  if (form.seed.trim() !== '' && (seed === null || seed > MAX_SEED)) {
    errors.seed = 'Enter a whole number from 0 to 9007199254740991.';
  }
  if (Object.keys(errors).length > 0) return { request: null, errors };
  const request: NewGame = {
    game: game.id,
    variant: form.variant,
    seats: seatOrder(form, lot).map((one) => toSeat(one, myName)),
  };
  if (form.players.some((one) => one.allowPeeking && mayPeek(one, game))) request.allow_peeking = true;
  if (seed !== null) request.seed = seed;
  if (form.position.trim() !== '') request.position = form.position.trim();
  if (clock) request.clock = clock;
  return { request, errors: null };
}

/** Reads a form that was kept; what does not fit the game is as at the beginning. */
export function parseForm(value: unknown, game: GameInfo): Form {
  const initial = initialForm(game);
  if (!isRecord(value)) return initial;
  const text = (name: string, otherwise: string) => {
    const found = value[name];
    return typeof found === 'string' && found.length <= 60 ? found : otherwise;
  };
  const variant = variantOf(game, text('variant', initial.variant));
  const kept = (Array.isArray(value.players) ? value.players : []).map((one) => parsePlayer(one, game));
  const table = tableOf(variant, kept.length);
  const base = { ...initial, variant: variant?.name ?? initial.variant };
  const clocks: readonly string[] = ['none', '1+0', '3+2', '5+3', '10+5', '30+20', 'custom'];
  const clock = text('clock', 'none');
  const begins = text('begins', 'first');
  return withPlayers(
    {
      ...base,
      players: kept.length > 0 ? kept : initial.players,
      begins: begins === 'second' || begins === 'lot' ? begins : 'first',
      clock: clocks.includes(clock) ? (clock as ClockChoice) : 'none',
      clockMinutes: text('clockMinutes', initial.clockMinutes),
      clockIncrement: text('clockIncrement', initial.clockIncrement),
    },
    game,
    table?.players ?? initial.players.length,
  );
}

function parsePlayer(value: unknown, game: GameInfo): PlayerChoice {
  const initial = player(game, 'computer');
  if (!isRecord(value)) return initial;
  const { who, name, level, perfect, adaptive, named, allowPeeking, advanced, spec } = value;
  return {
    who: who === 'me' || who === 'person' || who === 'friend' ? who : 'computer',
    name: typeof name === 'string' ? name.slice(0, 40) : '',
    level: typeof level === 'number' ? clampLevel(level, game.levels) : initial.level,
    perfect: game.solvable && perfect === true,
    adaptive: adaptive === true && offersAdaptive(game),
    named: game.players.some((one) => one.name === named) ? String(named) : '',
    allowPeeking: allowPeeking === true,
    advanced: game.levels === 0 || advanced === true,
    spec: typeof spec === 'string' ? spec.slice(0, 400) : initial.spec,
  };
}

/** Which field an error of the server speaks of; `form` for none in particular. */
export function fieldOfError(code: string, form: Form): string {
  const isPerfect = (one: PlayerChoice) => one.who === 'computer' && specOf(one) === PERFECT;
  if (code === NO_TABLE && form.players.some(isPerfect)) return `player${form.players.findIndex(isPerfect)}`;
  if (/agent|spec|engine|option/.test(code)) {
    const index = form.players.findIndex((one) => one.who === 'computer' && one.advanced);
    return index < 0 ? 'form' : `player${index}`;
  }
  if (/position/.test(code)) return 'position';
  if (/clock/.test(code)) return 'clockMinutes';
  if (/seed/.test(code)) return 'seed';
  return 'form';
}
