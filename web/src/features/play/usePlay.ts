// Everything that the page that plays a game does: follows it, plays, takes back, asks for hints.
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import {
  ApiError,
  asApiError,
  type Changes,
  changeGame,
  getGame,
  getHint,
  isAbort,
  playAgain,
} from '../../api/client';
import { openLive } from '../../api/live';
import type { GameView, MoveView } from '../../api/types';
import { keepCreated } from '../../common/seats/startGame';
import { sentence } from '../../lib/format';
import { seatAtScreen, sitDown } from '../../lib/screen';
import { adoptToken, forgetToken, markOver, tokenFor } from '../../lib/tokens';
import { toast, toastError } from '../../ui';
import { INITIAL, type PlayState, reduce } from './state';

/** What the person can do. Each reports its own failure. */
export interface PlayActions {
  play: (move: MoveView) => void;
  undo: () => void;
  redo: () => void;
  answer: (accept: boolean) => void;
  resign: (seat: number) => void;
  hint: () => void;
  forgetHint: () => void;
  again: () => void;
  /** Opens the game that was started after this one, with the same key. */
  goToNext: () => void;
  look: (ply: number | null) => void;
  /** Whoever is to move has taken the device. */
  sit: (seat: number) => void;
  /** Fetches the game again after it could not be fetched. */
  retry: () => void;
  /** Forgets a key that opens nothing, and looks on. */
  lookOn: () => void;
}

/** What is being waited for. */
export type Busy = 'hint' | 'again' | 'undo' | 'redo' | null;

const RETRY_MS = 4000;

/** A live connection that has not told of a change after this time is dead without knowing it. */
const LIVE_MS = 2000;

/** Follows a game. */
export function usePlay(id: string): { state: PlayState; actions: PlayActions; busy: Busy } {
  const [state, dispatch] = useReducer(reduce, INITIAL);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState<Busy>(null);
  const [, navigate] = useLocation();
  const latest = useRef(state);
  latest.current = state;

  // What the server shows depends on who sits here, so everything is asked for anew.
  const { seat } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt means to fetch again.
  useEffect(() => {
    sitDown(id, seat);
    const controller = new AbortController();
    let stop: (() => void) | null = null;
    const follow = () => {
      stop = openLive(
        id,
        {
          onGame: (game) => dispatch({ type: 'live', game, at: performance.now() }),
          onThinking: (thinking) => dispatch({ type: 'thinking', thinking }),
          onState: (connection) => dispatch({ type: 'connection', state: connection }),
          onDeleted: () => dispatch({ type: 'deleted' }),
          onError: ({ error, hint }) => toast(sentence(error), 'bad', hint && sentence(hint)),
        },
        { token: tokenFor(id), seat: seatAtScreen(id) },
      );
    };
    getGame(id, { signal: controller.signal }).then(
      (game) => {
        dispatch({ type: 'answer', game, at: performance.now() });
        follow();
      },
      (error) => {
        if (!isAbort(error)) dispatch({ type: 'failed', error: asApiError(error) });
      },
    );
    return () => {
      controller.abort();
      stop?.();
    };
  }, [id, attempt, seat]);

  // Nobody sits here any more once the page is left.
  useEffect(() => () => sitDown(id, null), [id]);

  // A server that is being started answers soon.
  useEffect(() => {
    if (!state.error?.offline) return;
    const timer = setTimeout(() => setAttempt((before) => before + 1), RETRY_MS);
    return () => clearTimeout(timer);
  }, [state.error]);

  const refetch = useCallback(() => {
    getGame(id).then(
      (game) => dispatch({ type: 'answer', game, at: performance.now() }),
      () => {},
    );
  }, [id]);

  // After a sleep the connection may be dead without knowing it.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && latest.current.game) refetch();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [refetch]);

  // The home page need not ask for a game that is known to be over.
  const over = state.game === null ? null : state.game.result !== null || !state.game.live;
  useEffect(() => {
    if (over !== null) markOver(id, over);
  }, [id, over]);

  const change = useCallback(
    async <Name extends keyof Changes>(
      name: Name,
      body: (game: GameView) => Changes[Name],
      kind: Busy = null,
    ) => {
      const { game, live } = latest.current;
      if (!game) return;
      setBusy(kind);
      try {
        // What is sent to all who look on need not be sent twice to this one.
        const answer = await changeGame(game.id, name, body(game), live === 'open');
        if (answer) dispatch({ type: 'answer', game: answer, at: performance.now() });
        else setTimeout(() => latest.current.game?.version === game.version && refetch(), LIVE_MS);
      } catch (error) {
        toastError(error);
        dispatch({ type: 'refused' });
        // The game is not as this page thinks, so it is fetched again.
        if (error instanceof ApiError && error.status === 409) refetch();
      } finally {
        if (kind !== null) setBusy(null);
      }
    },
    [refetch],
  );

  const actions = useMemo<PlayActions>(
    () => ({
      play: (move) => {
        if (latest.current.pending) return;
        dispatch({ type: 'send', move });
        void change('moves', (game) => ({ move: move.move, ply: game.moves.length }));
      },
      undo: () => void change('undo', (game) => ({ ply: game.moves.length }), 'undo'),
      redo: () => void change('redo', (game) => ({ ply: game.moves.length }), 'redo'),
      answer: (accept) => void change('offer', () => ({ accept })),
      resign: (seat) => void change('resign', () => ({ seat })),
      hint: () => {
        const { game } = latest.current;
        if (!game) return;
        const ply = game.moves.length;
        setBusy('hint');
        dispatch({ type: 'look', ply: null });
        getHint(game.id, ply)
          .then((analysis) => dispatch({ type: 'hint', ply, analysis }), toastError)
          .finally(() => setBusy(null));
      },
      forgetHint: () => dispatch({ type: 'forget-hint' }),
      again: () => {
        const { game } = latest.current;
        if (!game) return;
        setBusy('again');
        playAgain(game.id)
          .then((created) => navigate(keepCreated(created)), toastError)
          .finally(() => setBusy(null));
      },
      goToNext: () => {
        const next = latest.current.game?.next;
        if (!next) return;
        const token = tokenFor(id);
        if (token !== null) adoptToken(next, token);
        navigate(`/game/${next}`);
      },
      look: (ply) => dispatch({ type: 'look', ply }),
      sit: (taken) => dispatch({ type: 'sit', seat: taken }),
      retry: () => setAttempt((before) => before + 1),
      lookOn: () => {
        forgetToken(id);
        setAttempt((before) => before + 1);
      },
    }),
    [change, id, navigate],
  );

  return { state, actions, busy };
}
