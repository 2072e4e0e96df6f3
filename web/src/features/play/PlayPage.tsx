// The page of one game: takes the key out of an invitation's address, then shows the game.
import { type JSX, useEffect, useRef, useState } from 'react';
import { useParams } from 'wouter';
import { acceptInvitation } from '../../api/client';
import { adoptToken, invitationInFragment, tokenFor, tokenInFragment } from '../../lib/tokens';
import { Button, EmptyState, ErrorState, LinkButton, PageLoading, toastError } from '../../ui';
import { PlayView } from './PlayView';
import { useNarration } from './useNarration';
import { usePlay } from './usePlay';

/** Keeps the key of an address, and removes whatever opens a seat from it, where others could read it. */
function takeFragment(id: string): string | null {
  const { hash, pathname, search } = window.location;
  const [token, invitation] = [tokenInFragment(hash), invitationInFragment(hash)];
  if (token !== null) adoptToken(id, token);
  if (token !== null || invitation !== null) {
    window.history.replaceState(window.history.state, '', pathname + search);
  }
  return invitation;
}

/** Takes the seat of an invitation, if the address brought one; says whether that is still going on. */
function useInvitation(id: string): boolean {
  const [invitation] = useState(() => takeFragment(id));
  const [waiting, setWaiting] = useState(invitation !== null);
  const asked = useRef(false);
  useEffect(() => {
    if (invitation === null || asked.current) return;
    // Once only: the link is used up by being asked for.
    asked.current = true;
    acceptInvitation(id, invitation)
      .then(({ token }) => adoptToken(id, token))
      .catch((error: unknown) => {
        // Whoever opens the own link again has the seat already.
        if (tokenFor(id) === null) toastError(error);
      })
      .finally(() => setWaiting(false));
  }, [id, invitation]);
  return waiting;
}

/** The game, once it is clear which seat is ours. */
function Arrival({ id }: { id: string }): JSX.Element {
  return useInvitation(id) ? <PageLoading label="Taking your seat" /> : <Play id={id} />;
}

function Play({ id }: { id: string }): JSX.Element {
  const { state, actions, busy } = usePlay(id);
  useNarration(state.game);
  const home = (
    <LinkButton to="/" icon="home">
      To the games
    </LinkButton>
  );
  if (state.deleted) {
    return <EmptyState page icon="trash" title="This game was deleted by its creator." action={home} />;
  }
  if (state.game) return <PlayView game={state.game} state={state} actions={actions} busy={busy} />;
  if (!state.error) return <PageLoading label="Loading the game" />;
  const unknownKey = state.error.status === 401;
  return (
    <ErrorState
      page
      error={state.error}
      onRetry={state.error.missing || unknownKey ? undefined : actions.retry}
      action={
        <>
          {unknownKey && (
            <Button variant="primary" onClick={actions.lookOn}>
              Watch as a spectator
            </Button>
          )}
          {home}
        </>
      }
    />
  );
}

/** The page. */
export default function PlayPage(): JSX.Element {
  const { id = '' } = useParams<{ id: string }>();
  // Another game is another page: nothing of the last one stays.
  return <Arrival key={id} id={id} />;
}
