// The live view of a game: a WebSocket that comes back after a loss. Every snapshot is complete, so
// a reconnection needs nothing but the next snapshot.
import { isRecord } from '../lib/storage';
import { readMessage } from './read';
import type { ClientMessage, ErrorView, GameView, ServerMessage, ThinkingView } from './types';

/** How the connection stands. `closed` is final. */
export type LiveState = 'connecting' | 'open' | 'lost' | 'closed';

/** Whom to tell what. */
export interface LiveHandlers {
  onGame: (game: GameView) => void;
  onThinking?: (thinking: ThinkingView) => void;
  onState?: (state: LiveState) => void;
  /** The game was deleted; the connection does not come back. */
  onDeleted?: () => void;
  onError?: (error: ErrorView) => void;
}

/** The part of a WebSocket that is used here, so that tests can put another in its place. */
export interface SocketLike {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What a live view needs from its surroundings. */
export interface LiveOptions {
  token: string | null;
  /** Which of several seats with this key sits at the screen. */
  seat?: number | null;
  createSocket?: (url: string) => SocketLike;
  random?: () => number;
}

const FIRST_DELAY_MS = 400;
const LONGEST_DELAY_MS = 10_000;

/** How long to wait before the next attempt: doubling, with some luck so that not all come at once. */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const whole = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(whole * (0.75 + 0.5 * random()));
}

/** The address of a game's WebSocket on the server that the page came from. */
export function liveUrl(id: string, location: { protocol: string; host: string }): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${scheme}//${location.host}/api/games/${encodeURIComponent(id)}/live`;
}

function parseMessage(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) && typeof value.type === 'string' ? readMessage(value as ServerMessage) : null;
  } catch {
    return null;
  }
}

/** Follows a game until the function that it returns is called. */
export function openLive(id: string, handlers: LiveHandlers, options: LiveOptions): () => void {
  const createSocket = options.createSocket ?? ((url: string): SocketLike => new WebSocket(url));
  const url = liveUrl(id, window.location);
  let socket: SocketLike | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let newest = -1;
  let finished = false;

  const connect = () => {
    clearTimeout(timer);
    timer = undefined;
    handlers.onState?.(failures === 0 ? 'connecting' : 'lost');
    const current = createSocket(url);
    socket = current;
    // A server that was started anew may count from below, so the first snapshot of a connection always holds.
    newest = -1;
    current.onopen = () => {
      const hello: ClientMessage = {
        type: 'hello',
        ...(options.token !== null && { token: options.token }),
        ...(typeof options.seat === 'number' && { seat: options.seat }),
      };
      current.send(JSON.stringify(hello));
    };
    current.onmessage = (event) => {
      if (socket !== current) return;
      const message = parseMessage(event.data);
      if (message) receive(message);
    };
    current.onclose = () => {
      if (socket !== current) return;
      socket = null;
      if (finished) return;
      failures += 1;
      handlers.onState?.('lost');
      timer = setTimeout(connect, retryDelay(failures, options.random));
    };
  };

  const receive = (message: ServerMessage) => {
    switch (message.type) {
      case 'game':
        if (message.game.version < newest) return;
        newest = message.game.version;
        failures = 0;
        handlers.onState?.('open');
        handlers.onGame(message.game);
        return;
      case 'thinking':
        handlers.onThinking?.(message.thinking);
        return;
      case 'deleted':
        handlers.onDeleted?.();
        stop();
        return;
      case 'error':
        handlers.onError?.(message.error);
    }
  };

  // Waiting out a delay is pointless once the browser knows of a network, or the person looks again.
  const hurry = () => {
    if (!finished && timer !== undefined && document.visibilityState !== 'hidden') connect();
  };

  const stop = () => {
    if (finished) return;
    finished = true;
    clearTimeout(timer);
    timer = undefined;
    window.removeEventListener('online', hurry);
    document.removeEventListener('visibilitychange', hurry);
    const current = socket;
    socket = null;
    current?.close();
    handlers.onState?.('closed');
  };

  window.addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);
  connect();
  return stop;
}
