// The page that plays, drawn from made-up views: who sees which buttons, and what they do.
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { gameView, positionView, seatView } from '../../api/fixtures';
import type { GameView, MoveView } from '../../api/types';
import { changeSettings } from '../../lib/settings';
import { PlayerPanel } from './PlayerPanel';
import { PlayView } from './PlayView';
import { INITIAL, type PlayState, premoveSeats } from './state';
import type { PlayActions } from './usePlay';
import { premoveWords } from './usePremoves';

beforeAll(() => {
  // Positions of the past never arrive here.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(cleanup);

const STEP: MoveView = { move: 'a-b', touches: ['a', 'b'], kind: 'move' };
const PASS: MoveView = { move: 'pass', touches: [], kind: 'other' };

function show(game: GameView, parts: Partial<PlayState> = {}) {
  const actions = {
    play: vi.fn(),
    undo: vi.fn(),
    redo: vi.fn(),
    answer: vi.fn(),
    resign: vi.fn(),
    hint: vi.fn(),
    forgetHint: vi.fn(),
    again: vi.fn(),
    goToNext: vi.fn(),
    look: vi.fn(),
    sit: vi.fn(),
    retry: vi.fn(),
    lookOn: vi.fn(),
  } satisfies PlayActions;
  render(
    <PlayView
      game={game}
      state={{ ...INITIAL, live: 'open', game, ...parts }}
      actions={actions}
      busy={null}
    />,
  );
  return actions;
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const moves = [{ move: 'a-b', seat: 0, ms: 900, value: null, depth: null, nodes: null }];

describe('one’s own turn', () => {
  const game = gameView({ position: positionView({ legal: [STEP, PASS] }) });

  it('takes a typed move and refuses nonsense', () => {
    const actions = show(game);
    const field = screen.getByLabelText('Type a move');
    fireEvent.change(field, { target: { value: 'zzz' } });
    fireEvent.click(button('Play'));
    expect(screen.getByRole('alert').textContent).toContain('not a legal move');
    fireEvent.change(field, { target: { value: 'A-B' } });
    fireEvent.click(button('Play'));
    expect(actions.play).toHaveBeenCalledExactlyOnceWith(STEP);
  });

  it('has a button for a move without a place', () => {
    const actions = show(game);
    fireEvent.click(button('Pass'));
    expect(actions.play).toHaveBeenCalledWith(PASS);
  });

  it('has keys for hint, undo and history', () => {
    const actions = show({ ...game, moves, can_undo: true });
    for (const key of ['h', 'u', 'ArrowLeft']) fireEvent.keyDown(window, { key });
    expect(actions.hint).toHaveBeenCalledOnce();
    expect(actions.undo).toHaveBeenCalledOnce();
    expect(actions.look).toHaveBeenCalledWith(0);
    fireEvent.keyDown(screen.getByLabelText('Type a move'), { key: 'u' });
    expect(actions.undo).toHaveBeenCalledOnce();
  });
});

describe('the other’s turn', () => {
  it('offers neither hint nor move, and shows what the program thinks', () => {
    const thinking = {
      seat: 1,
      depth: 7,
      nodes: 12_345,
      value: { share: 0.6, text: '+0.50' },
      pv: [],
      ms: 5,
    };
    show(gameView({ moves, position: positionView({ to_move: 1, legal: [STEP] }) }), { thinking });
    expect(button('Hint').disabled).toBe(true);
    expect(screen.getByText('depth 7 · +0.50 · 12.3 k positions · 5 ms')).toBeTruthy();
  });

  const thought = {
    move: 'c-d',
    seat: 1,
    ms: 1234,
    value: { share: 0.4, text: '-0.25' },
    depth: 6,
    nodes: 12_345,
  };
  const TEXT = 'depth 6 · -0.25 · 12.3 k positions · 1.2 s';
  const answered = (parts: Partial<GameView> = {}) =>
    gameView({ moves: [...moves, thought], position: positionView({ to_move: 0, legal: [STEP] }), ...parts });

  it('shows beside the program what it thought of its last move, unless the person does not want it', () => {
    show(answered());
    expect(screen.getByText(TEXT)).toBeTruthy();
    fireEvent.keyDown(window, { key: 't' });
    expect(screen.queryByText(TEXT)).toBeNull();
    cleanup();
    show(answered());
    expect(screen.queryByText(TEXT)).toBeNull();
    changeSettings({ thoughts: true });
  });

  it('has no line for thoughts while they are a secret, or while somebody is tested', () => {
    for (const parts of [{ hidden: true }, { series: 's1' }]) {
      const { container } = render(
        <PlayerPanel game={answered(parts)} seat={1} receivedAt={0} thinking={null} />,
      );
      expect(container.querySelector('.thought')).toBeNull();
      cleanup();
    }
    const result = { returns: [1, 0], points: null, reason: 'catch', winner: 0 };
    render(<PlayerPanel game={answered({ hidden: true, result })} seat={1} receivedAt={0} thinking={null} />);
    expect(screen.getByText(TEXT)).toBeTruthy();
  });

  it('announces an opponent that peeks before the first move, and names it so throughout', () => {
    const seats = [
      seatView({ name: 'First', yours: true }),
      seatView({ name: 'Second', kind: 'engine', player: 'x-a4', peeks: true }),
    ];
    show(gameView({ seats, hidden: true }));
    expect(screen.getByText(/sees what is hidden from its seat/)).toBeTruthy();
    cleanup();
    show(answered({ seats, hidden: true }));
    expect(screen.queryByText(/sees what is hidden from its seat/)).toBeNull();
    expect(screen.getByText(/· sees what is hidden/)).toBeTruthy();
  });

  it('gives no help in a game of a series', () => {
    show(gameView({ series: 's1', position: positionView({ legal: [STEP] }) }));
    expect(button('Hint').disabled).toBe(true);
    expect(button('New').disabled).toBe(true);
    expect(screen.queryByRole('link', { name: 'Analyse' })).toBeNull();
    expect(screen.getByText(/counts in a series/)).toBeTruthy();
  });
});

describe('premoves', () => {
  const cells = ['a', 'b'].map((name, x) => ({
    name,
    hand: null,
    x: 2 * x,
    y: 0,
    text: name === 'a' ? 'P' : '',
    label: name === 'a' ? 'Pawn' : '',
    owner: name === 'a' ? 0 : null,
  }));
  const waiting = gameView({ moves, position: positionView({ to_move: 1, cells }) });
  const choose = () => {
    for (const name of ['a', 'b']) fireEvent.click(button(new RegExp(`^${name}, `)));
    return document.querySelectorAll('[data-premove]').length;
  };

  it('can be chosen while the program thinks, if they are wanted', () => {
    show(waiting);
    expect(choose()).toBe(2);
    cleanup();
    changeSettings({ premoves: false });
    show(waiting);
    expect(choose()).toBe(0);
    changeSettings({ premoves: true });
  });

  it('are not for the past, for the end, for onlookers or for several people at one screen', () => {
    const result = { returns: [1, 0], points: null, reason: 'catch', winner: 0 };
    const cases: [GameView, Partial<PlayState>][] = [
      [waiting, { lookingAt: 0 }],
      [{ ...waiting, result }, {}],
      [{ ...waiting, you: [] }, {}],
      [{ ...waiting, you: [0, 1] }, {}],
      [{ ...waiting, live: false }, {}],
    ];
    for (const [game, parts] of cases) {
      expect(premoveSeats({ ...INITIAL, game, ...parts })).toBeNull();
      show(game, parts);
      expect(choose()).toBe(0);
      cleanup();
    }
  });

  it('are told in words', () => {
    expect(premoveWords({ kind: 'chosen', touches: ['a', 'b'], from: 'a, pawn of First' })).toBe(
      'Premove: a, pawn of First to b.',
    );
    expect(premoveWords({ kind: 'dropped' })).toContain('not possible');
  });
});

describe('history', () => {
  it('says that one looks back and leads to the game again', () => {
    const actions = show(
      gameView({ moves: [...moves, { move: 'c-d', seat: 1, ms: 1, value: null, depth: null, nodes: null }] }),
      {
        lookingAt: 1,
      },
    );
    expect(screen.getByText(/looking back at move 1 of 2/)).toBeTruthy();
    fireEvent.click(button('Return to the game'));
    expect(actions.look).toHaveBeenCalledWith(null);
    const list = screen.getByRole('region', { name: 'Moves' });
    expect(within(list).getByRole('button', { name: 'First: a-b' }).getAttribute('aria-current')).toBe(
      'true',
    );
  });
});

describe('offers, results and what comes next', () => {
  it('lets the asked one answer', () => {
    const actions = show(gameView({ moves, offer: { kind: 'undo', by: 1, yours: false, agreed: false } }));
    fireEvent.click(button('Accept'));
    fireEvent.click(button('Decline'));
    expect(actions.answer.mock.calls).toEqual([[true], [false]]);
  });

  it('shows the result and starts again', () => {
    const result = { returns: [1, 0], points: null, reason: 'catch', winner: 0 };
    const actions = show(gameView({ moves, result, position: positionView({ to_move: null }) }));
    expect(screen.getByText('You win!')).toBeTruthy();
    expect(button('Resign').disabled).toBe(true);
    fireEvent.click(button('Play again'));
    expect(actions.again).toHaveBeenCalledOnce();
  });

  it('tells how strong one is, where the game has told it', () => {
    const result = { returns: [0, 1], points: null, reason: 'catch', winner: 1 };
    const strength = { level: 5.26, deviation: 0.84, games: 7 };
    show(gameView({ moves, result, strength, position: positionView({ to_move: null }) }));
    expect(screen.getByText('You play like level 5.3 (± 0.8), estimated from 7 games.')).toBeTruthy();
  });

  it('leads to the game that another has started', () => {
    const actions = show(gameView({ next: 'g2' }));
    fireEvent.click(button('Go there'));
    expect(actions.goToNext).toHaveBeenCalledOnce();
  });

  it('asks before a game under way is given up or left', () => {
    const long = [...moves, { move: 'c-d', seat: 1, ms: 1, value: null, depth: null, nodes: null }];
    const actions = show(gameView({ moves: long }));
    fireEvent.click(button('Resign'));
    expect(actions.resign).not.toHaveBeenCalled();
    fireEvent.click(button('Yes, resign'));
    expect(actions.resign).toHaveBeenCalledWith(0);
    fireEvent.click(button('New'));
    expect(actions.again).not.toHaveBeenCalled();
    fireEvent.click(button('New game'));
    expect(actions.again).toHaveBeenCalledOnce();
  });
});

describe('any number of seats', () => {
  it('shows a panel for each of four, and onlookers their place', () => {
    const seats = ['Red', 'Blue', 'Green', 'Gold'].map((name) => seatView({ name }));
    show(gameView({ seats, you: [], viewer: null, owner: false }));
    for (const name of ['Red', 'Blue', 'Green', 'Gold'])
      expect(screen.getByRole('region', { name })).toBeTruthy();
    expect(screen.getByText('You are watching as a spectator.')).toBeTruthy();
    expect(screen.queryByLabelText('Type a move')).toBeNull();
  });
});

describe('several people with secrets at one screen', () => {
  const seats = [seatView({ name: 'Red', yours: true }), seatView({ name: 'Blue', yours: true })];
  const shared = gameView({ seats, you: [0, 1], viewer: null, hidden: true });

  it('pass the device before the next one sees anything', () => {
    const position = positionView({ to_move: 1 });
    const actions = show({ ...shared, position });
    expect(screen.getByRole('heading', { name: 'Pass the device to Blue' })).toBeTruthy();
    fireEvent.click(button('I am Blue: show my side'));
    expect(actions.sit).toHaveBeenCalledExactlyOnceWith(1);
    cleanup();
    // Until the server has answered, what was meant for Red is not shown.
    show({ ...shared, viewer: 0, position });
    expect(screen.queryByRole('group', { name: /the board/ })).toBeNull();
    cleanup();
    show({ ...shared, viewer: 1, position: { ...position, legal: [STEP] } }, { seat: 1 });
    expect(screen.queryByRole('heading', { name: /Pass the device/ })).toBeNull();
    expect(screen.getByRole('group', { name: /the board/ })).toBeTruthy();
  });

  it('need not ask for what they take back of their own turn', () => {
    const others = [seatView({ name: 'Red', yours: true }), seatView({ name: 'Blue' })];
    const game = gameView({ seats: others, can_undo: true, moves });
    show(game);
    expect(button('Undo').title).toContain('Ask');
    cleanup();
    show({ ...game, within_turn: true });
    expect(button('Undo').title).not.toContain('Ask');
  });
});
