// Made-up tournaments, for tests only.
import type { AgentRowView, MeetingView, TournamentGame, TournamentView } from '../../api/types';

/** A row of the table with the given parts. */
export function agentRow(parts: Partial<AgentRowView>): AgentRowView {
  return {
    name: 'random',
    spec: 'random',
    rank: 1,
    games: 10,
    wins: 5,
    draws: 0,
    losses: 5,
    score: 0.5,
    ci95: [0.3, 0.7],
    elo: 0,
    elo_error: 50,
    moves: 100,
    ms_per_move: 1,
    cpu_ms_per_move: 1,
    forfeits: 0,
    ...parts,
  };
}

/** A meeting with the given parts. */
export function meetingView(parts: Partial<MeetingView>): MeetingView {
  return {
    wins: 6,
    draws: 2,
    losses: 2,
    score: 0.7,
    los: 0.95,
    pairs: [0, 1, 2, 1, 1],
    elo: 147,
    elo_error: 120,
    ...parts,
  };
}

/** A game with the given parts. */
export function tournamentGame(parts: Partial<TournamentGame>): TournamentGame {
  return {
    number: 0,
    round: 0,
    opening: 0,
    seating: [0, 1],
    returns: [1, 0],
    points: null,
    reason: 'catch',
    forfeit: null,
    plies: 20,
    finished: 0,
    ...parts,
  };
}

/** A tournament of two with the given parts. */
export function tournamentView(parts: Partial<TournamentView>): TournamentView {
  return {
    id: 't1',
    name: '',
    game: 'toy',
    title: 'Toy',
    variant: 'plain',
    seat_names: ['First', 'Second'],
    plan: {
      format: 'round-robin',
      games: 10,
      bout: 2,
      rounds: 1,
      seed: 7,
      openings: [],
      opening_plies: 2,
      clock: null,
      max_plies: 1000,
      program: 'ludwerk test',
      file: 'game = "toy"\n',
    },
    state: 'running',
    reason: null,
    ahead: 0,
    games: 10,
    planned: 20,
    per_minute: 60,
    left_ms: 10_000,
    agents: [
      agentRow({ name: 'Ada', spec: 'level:n=3', rank: 2, elo: -73, score: 0.3 }),
      agentRow({ name: 'level:n=4', spec: 'level:n=4', rank: 1, elo: 73, score: 0.7 }),
    ],
    cross: [
      [null, meetingView({ wins: 2, losses: 6, score: 0.3, los: 0.05, elo: -147 })],
      [meetingView({}), null],
    ],
    sprt: null,
    seats: [
      { score: 0.6, ci95: [0.4, 0.8] },
      { score: 0.4, ci95: [0.2, 0.6] },
    ],
    forfeits: [],
    without_opening: 0,
    owner: true,
    report: false,
    created: 0,
    version: 1,
    ...parts,
  };
}
