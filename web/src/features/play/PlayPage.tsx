// The page of one game: takes the key out of an invitation's address, then shows the game.
import { type JSX, useState } from 'react';
import { useParams } from 'wouter';
import { adoptToken, tokenInFragment } from '../../lib/tokens';
import { Button, EmptyState, ErrorState, LinkButton, PageLoading } from '../../ui';
import { PlayView } from './PlayView';
import { useNarration } from './useNarration';
import { usePlay } from './usePlay';

/** Keeps the key of an invitation and removes it from the address, where others could read it. */
function takeKey(id: string): void {
  const token = tokenInFragment(window.location.hash);
  if (token === null) return;
  adoptToken(id, token);
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
}

function Play({ id }: { id: string }): JSX.Element {
  useState(() => takeKey(id));
  const { state, actions, busy } = usePlay(id);
  useNarration(state.game);
  const home = (
    <LinkButton to="/" icon="home">
      To the games
    </LinkButton>
  );
  if (state.deleted) {
    return <EmptyState page icon="trash" title="This game was deleted by whoever made it." action={home} />;
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
              Look on without a seat
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
  return <Play key={id} id={id} />;
}
