// The live connection, with a socket that tests play.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gameView } from './fixtures';
import { type LiveHandlers, type LiveState, liveUrl, openLive, retryDelay, type SocketLike } from './live';
import type { GameView, ServerMessage } from './types';

class FakeSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  sent: string[] = [];
  closed = false;

  send(text: string) {
    this.sent.push(text);
  }

  close() {
    this.closed = true;
  }

  open() {
    this.onopen?.(new Event('open'));
  }

  say(message: ServerMessage | string) {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.onmessage?.(new MessageEvent('message', { data }));
  }

  lose() {
    this.onclose?.(new CloseEvent('close'));
  }
}

function follow(token: string | null = null, more: Partial<LiveHandlers> = {}) {
  const sockets: FakeSocket[] = [];
  const games: GameView[] = [];
  const states: LiveState[] = [];
  const stop = openLive(
    'g1',
    { onGame: (game) => games.push(game), onState: (state) => states.push(state), ...more },
    {
      token,
      random: () => 0.5,
      createSocket: () => {
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket;
      },
    },
  );
  const socket = (index: number) => sockets[index] ?? expect.fail(`no socket ${index}`);
  return { sockets, socket, games, states, stop };
}

const view = (version: number): ServerMessage => ({ type: 'game', game: gameView({ version }) });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('connection', () => {
  it('says hello with the key, and never in the address', () => {
    const { socket, stop } = follow('secret');
    socket(0).open();
    expect(socket(0).sent).toEqual(['{"type":"hello","token":"secret"}']);
    expect(liveUrl('g 1', { protocol: 'https:', host: 'x:1' })).toBe('wss://x:1/api/games/g%201/live');
    stop();
  });

  it('ignores an older snapshot and garbage', () => {
    const { socket, games, stop } = follow();
    socket(0).open();
    for (const message of [view(3), view(2), 'garbage', '[]', view(3), view(4)]) socket(0).say(message);
    expect(games.map((game) => game.version)).toEqual([3, 3, 4]);
    stop();
  });

  it('comes back with growing delays, and takes what a restarted server says', () => {
    const { sockets, socket, games, states, stop } = follow();
    socket(0).open();
    socket(0).say(view(9));
    socket(0).lose();
    expect(states.at(-1)).toBe('lost');
    vi.advanceTimersByTime(399);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    socket(1).lose();
    vi.advanceTimersByTime(799);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    socket(2).open();
    socket(2).say(view(0));
    expect(games.at(-1)?.version).toBe(0);
    expect(states.at(-1)).toBe('open');
    stop();
  });

  it('does not wait when the network is back', () => {
    const { sockets, socket, stop } = follow();
    socket(0).lose();
    window.dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
    stop();
  });

  it('ends when it is told to, or when the game is deleted', () => {
    const first = follow();
    first.stop();
    expect(first.socket(0).closed).toBe(true);
    first.socket(0).lose();
    vi.advanceTimersByTime(60_000);
    expect(first.sockets).toHaveLength(1);

    const onDeleted = vi.fn();
    const second = follow(null, { onDeleted });
    second.socket(0).say({ type: 'deleted' });
    expect(onDeleted).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(second.sockets).toHaveLength(1);
    expect(second.states.at(-1)).toBe('closed');
  });

  it('hands on thoughts and errors', () => {
    const onThinking = vi.fn();
    const onError = vi.fn();
    const { socket, stop } = follow(null, { onThinking, onError });
    socket(0).say({
      type: 'thinking',
      thinking: { seat: 0, depth: 1, nodes: 2, value: null, pv: [], ms: 3 },
    });
    socket(0).say({ type: 'error', error: { error: 'no', hint: null, code: 'x' } });
    expect(onThinking).toHaveBeenCalledOnce();
    expect(onError).toHaveBeenCalledOnce();
    stop();
  });
});

describe('delay', () => {
  it('doubles up to a limit', () => {
    expect([1, 2, 3, 20].map((failures) => retryDelay(failures, () => 0.5))).toEqual([
      400, 800, 1600, 10_000,
    ]);
  });
});
