// Made-up answers of the server, for tests only.
import type {
  AnalysisLine,
  AnalysisView,
  GameInfo,
  GameView,
  PositionView,
  ResultView,
  SeatView,
  TablebaseView,
} from './types';

/** A position with the given parts. */
export function positionView(parts: Partial<PositionView>): PositionView {
  return {
    text: 'start',
    ply: 0,
    occurrences: 1,
    to_move: 0,
    legal: [],
    last: null,
    recent: [],
    threats: [],
    board: null,
    cells: [],
    notes: [],
    points: null,
    result: null,
    ...parts,
  };
}

/** A position that `move` led to. */
export function fakePosition(
  ply: number,
  toMove: number | null,
  move = '',
  result: ResultView | null = null,
): PositionView {
  return positionView({
    text: `position ${ply} ${move}`.trim(),
    ply,
    to_move: toMove,
    last: move ? { move, touches: [], kind: 'move' } : null,
    result,
  });
}

/** A seat with the given parts. */
export function seatView(parts: Partial<SeatView>): SeatView {
  return {
    name: 'First',
    kind: 'human',
    player: '',
    peeks: false,
    yours: false,
    online: true,
    clock_ms: null,
    ...parts,
  };
}

/** A game of two with the given parts. */
export function gameView(parts: Partial<GameView>): GameView {
  return {
    id: 'g1',
    game: 'toy',
    title: 'Toy',
    hidden: false,
    long_turns: false,
    variant: 'plain',
    seats: [seatView({ name: 'First' }), seatView({ name: 'Second', kind: 'engine', player: 'level:n=3' })],
    you: [0],
    viewer: 0,
    owner: true,
    invitations: [],
    moves: [],
    position: positionView({}),
    result: null,
    live: true,
    thinking: null,
    can_undo: false,
    can_redo: false,
    within_turn: false,
    offer: null,
    clock: null,
    seed: null,
    start: null,
    next: null,
    series: null,
    strength: null,
    created: 0,
    updated: 0,
    version: 0,
    ...parts,
  };
}

/** A game of the catalog with the given parts. */
export function gameInfo(parts: Partial<GameInfo>): GameInfo {
  return {
    id: 'toy',
    title: 'Toy',
    summary: 'A toy.',
    variants: [
      {
        name: 'plain',
        summary: 'As everybody plays it.',
        rules: ['Move as you like.'],
        tables: [{ players: 2, seat_names: ['First', 'Second'] }],
      },
      {
        name: 'crowd',
        summary: 'For many.',
        rules: ['Move as you like, one after the other.'],
        tables: [
          { players: 2, seat_names: ['First', 'Second'] },
          { players: 3, seat_names: ['First', 'Second', 'Third'] },
        ],
      },
    ],
    hidden: false,
    chance: false,
    solvable: false,
    agents: [{ name: 'random', summary: 'Plays anything.', options: [] }],
    players: [],
    levels: 10,
    position_help: '',
    start: positionView({}),
    ...parts,
  };
}

/** The table of a game with the given parts. */
export function tablebaseView(parts: Partial<TablebaseView>): TablebaseView {
  return {
    game: 'toy',
    state: 'missing',
    phase: null,
    done: null,
    left_ms: null,
    bytes: null,
    positions: 250_000_000,
    error: null,
    ...parts,
  };
}

/** What a table says of a position: the moves with the texts of their values, best first. */
export function tableAnswer(seat: number, moves: Record<string, string>): AnalysisView {
  const shareOf = (text: string) => (text.startsWith('win') ? 1 : text.startsWith('loss') ? 0 : 0.5);
  const lines = Object.entries(moves).map(([move, text]) => ({
    ...{ move, touches: move.split('-'), kind: 'move' as const, pv: [move] },
    value: { share: shareOf(text), text },
  }));
  const [best] = lines;
  if (!best) throw new Error('A table tells at least one move.');
  return { seat, best, value: best.value, depth: 0, nodes: 1, lines, exact: true, ms: 0.1 };
}

/** What an engine says: the moves with their shares for the mover, best first. */
export function fakeAnalysis(seat: number, moves: Record<string, number>, ms = 100): AnalysisView {
  const lines: AnalysisLine[] = Object.entries(moves).map(([move, share]) => ({
    move,
    touches: [],
    kind: 'move',
    pv: [move],
    value: { share, text: `${Math.round(share * 100)}%` },
  }));
  const best = lines[0];
  if (!best) throw new Error('An engine says at least one move.');
  return { seat, best, value: best.value, depth: 4, nodes: 1000, lines, exact: false, ms };
}
