// The form of a new tournament as plain data: what it starts with, how it changes, and the request it becomes.
import type { GameInfo, NewEntrant, NewTournament, TournamentDraft, TournamentFormat } from '../../api/types';
import { clampLevel, specOf } from '../../common/seats/form';
import { sentence } from '../../lib/format';

/** What the form knows of one agent. */
export interface AgentChoice {
  /** Stays the same while others come and go. */
  readonly id: number;
  /** Whether `spec` is used rather than `level`. */
  readonly advanced: boolean;
  readonly level: number;
  /** Whether it plays by the table rather than by `level`, in a game that can be solved. */
  readonly perfect: boolean;
  readonly spec: string;
  readonly name: string;
}

/** How much time the agents have. */
export type TimeChoice = 'own' | '100ms/move' | '1s/move' | '1m+1s' | 'custom';

/** How the games begin. */
export type OpeningChoice = 'none' | 'random' | 'lines';

/** The whole form. Numbers are kept as they were typed. */
export interface Form {
  readonly name: string;
  readonly variant: string;
  readonly players: number;
  readonly agents: readonly AgentChoice[];
  readonly format: TournamentFormat;
  readonly games: string;
  readonly rounds: string;
  readonly isTest: boolean;
  readonly elo1: string;
  /** How sure the test is to be, in percent. */
  readonly sure: '90' | '95' | '99';
  readonly time: TimeChoice;
  readonly clock: string;
  readonly openings: OpeningChoice;
  readonly plies: string;
  readonly lines: string;
  readonly seed: string;
}

/** What is wrong, by field; an agent's field is `agent0`, `agent1`, … */
export type FormErrors = Partial<Record<string, string>>;

let lastId = 0;

/** Another agent for the form. */
export function newAgent(game: GameInfo, level: number): AgentChoice {
  lastId += 1;
  const advanced = game.levels === 0;
  return {
    id: lastId,
    advanced,
    level: clampLevel(level, game.levels),
    perfect: false,
    spec: advanced ? (game.agents[0]?.name ?? '') : '',
    name: '',
  };
}

/** The form for someone who has never made one: three levels that are quick. */
export function initialForm(game: GameInfo): Form {
  const variant = game.variants[0];
  const players = variant?.tables[0]?.players ?? 2;
  return {
    name: '',
    variant: variant?.name ?? '',
    players,
    agents: [1, 2, 3].map((level) => newAgent(game, level)),
    format: 'round-robin',
    games: '20',
    rounds: '',
    isTest: false,
    elo1: '30',
    sure: '95',
    time: 'own',
    clock: '30s+500ms',
    // Where the deal is another one each time, games differ by themselves.
    openings: game.chance || game.hidden ? 'none' : 'random',
    plies: '2',
    lines: '',
    seed: '',
  };
}

/** The same choices for another game, as far as they fit. */
export function withGame(form: Form, game: GameInfo): Form {
  const initial = initialForm(game);
  const agents = form.agents.map((agent) => ({
    ...agent,
    advanced: agent.advanced || game.levels === 0,
    level: clampLevel(agent.level, game.levels),
    perfect: agent.perfect && game.solvable,
  }));
  return { ...form, variant: initial.variant, players: initial.players, openings: initial.openings, agents };
}

/** Changes one agent. */
export function withAgent(form: Form, id: number, change: Partial<AgentChoice>): Form {
  return {
    ...form,
    agents: form.agents.map((agent) => (agent.id === id ? { ...agent, ...change } : agent)),
  };
}

/** One agent more, a level above the last one. */
export function withOneMore(form: Form, game: GameInfo): Form {
  const last = form.agents.at(-1);
  return { ...form, agents: [...form.agents, newAgent(game, (last?.level ?? 0) + 1)] };
}

/** Whether a test between two agents is possible. */
export function canTest(form: Form): boolean {
  return form.agents.length === 2 && form.format !== 'swiss';
}

function entrant(agent: AgentChoice): NewEntrant {
  const spec = specOf(agent);
  const name = agent.name.trim();
  return name === '' ? { spec } : { name, spec };
}

function wholeNumber(text: string): number | null {
  return /^\d{1,16}$/.test(text.trim()) ? Number(text) : null;
}

/** The request, or what is wrong. */
export type FormResult =
  | { readonly request: NewTournament; readonly errors: null }
  | { readonly request: null; readonly errors: FormErrors };

/** The request that the form stands for. What only the server can know it is asked with a draft. */
export function toNewTournament(form: Form, game: GameInfo): FormResult {
  const errors: FormErrors = {};
  const request: NewTournament = {
    game: game.id,
    variant: form.variant,
    players: form.players,
    format: form.format,
    agents: form.agents.map(entrant),
  };
  form.agents.forEach((agent, index) => {
    if (agent.advanced && agent.spec.trim() === '') errors[`agent${index}`] = 'Choose an agent.';
  });
  if (form.name.trim() !== '') request.name = form.name.trim();

  const games = wholeNumber(form.games);
  if (games === null || games < 1) errors.games = 'Enter a whole number from 1 on.';
  else request.games = games;
  if (form.format === 'swiss' && form.rounds.trim() !== '') {
    const rounds = wholeNumber(form.rounds);
    if (rounds === null || rounds < 1) errors.rounds = 'Enter a whole number from 1 on, or nothing.';
    else request.rounds = rounds;
  }

  if (form.isTest && canTest(form)) {
    const elo1 = Number(form.elo1.replace(',', '.'));
    if (form.elo1.trim() === '' || !(elo1 > 0 && elo1 <= 1000)) {
      errors.sprt = 'Enter a number of Elo points above 0 and up to 1000.';
    }
    const risk = Math.round(100 - Number(form.sure)) / 100;
    request.sprt = { elo0: 0, elo1, alpha: risk, beta: risk };
  }

  if (form.time === 'custom') request.clock = form.clock.trim();
  else if (form.time !== 'own') request.clock = form.time;

  if (form.openings === 'random') {
    const plies = wholeNumber(form.plies);
    if (plies === null) errors.opening_plies = 'Enter a whole number of moves.';
    else request.opening_plies = plies;
  } else if (form.openings === 'lines') {
    const lines = form.lines.split('\n').map((line) => line.trim());
    request.openings = lines.filter((line) => line !== '');
    if (request.openings.length === 0) errors.openings = 'Write at least one line of moves.';
  }

  if (form.seed.trim() !== '') {
    const seed = wholeNumber(form.seed);
    if (seed === null || seed > Number.MAX_SAFE_INTEGER) {
      errors.seed = 'Enter a whole number from 0 to 9007199254740991.';
    } else request.seed = seed;
  }
  return Object.keys(errors).length > 0 ? { request: null, errors } : { request, errors: null };
}

const FIELDS: readonly string[] = [
  'name',
  'games',
  'rounds',
  'openings',
  'opening_plies',
  'clock',
  'sprt',
  'seed',
];

/** The field that an error of the server speaks of; `form` for none in particular. */
export function fieldOfError(code: string): string {
  return FIELDS.includes(code) ? code : 'form';
}

/** What the server found wrong, by field. */
export function errorsOfDraft(draft: TournamentDraft): FormErrors {
  const errors: FormErrors = {};
  const words = ({ error, hint }: { error: string; hint: string | null }) =>
    hint === null ? sentence(error) : `${sentence(error)} ${sentence(hint)}`;
  for (const { agent, error } of draft.agents) errors[`agent${agent}`] = words(error);
  if (draft.problem) errors[fieldOfError(draft.problem.code)] = words(draft.problem);
  return errors;
}

/** How many groups of agents meet, in a format without rounds. */
function groupsOf(form: Form): number {
  const { length: n } = form.agents;
  const size = Math.min(form.players, n);
  const [from, choose] = form.format === 'gauntlet' ? [n - 1, size - 1] : [n, size];
  let groups = 1;
  for (let i = 0; i < choose; i += 1) groups = (groups * (from - i)) / (i + 1);
  return Math.round(groups);
}

/** How the number of games comes about. */
export function countWords(form: Form, draft: TournamentDraft): string {
  const games = `${draft.games} ${draft.games === 1 ? 'game' : 'games'}`;
  const most = form.isTest && canTest(form) ? 'At most ' : '';
  if (form.format === 'swiss') {
    return `${most}${games} in ${draft.rounds} ${draft.rounds === 1 ? 'round' : 'rounds'}.`;
  }
  const groups = groupsOf(form);
  const each = draft.games / groups;
  const meeting = form.players === 2 ? 'pairing' : 'group';
  const how = groups === 1 ? '' : `: ${groups} ${meeting}s with ${each} each`;
  return `${most}${games}${how}. Each opening is played ${draft.bout} times, with all seats changed.`;
}
