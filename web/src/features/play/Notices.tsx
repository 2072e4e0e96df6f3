// What needs to be said beside the board: the result, offers, hints, lost connections, and the like.

import type { JSX } from 'react';
import type { GameView } from '../../api/types';
import { gameBoard } from '../../board';
import { resultWords } from '../../common/results';
import { engineName, givenName, playerName } from '../../common/seats/players';
import { strengthSentence } from '../../common/seats/strength';
import { capitalise, formatCount, listWords } from '../../lib/format';
import { invitationLink } from '../../lib/tokens';
import { verdictOf, verdictWords } from '../../lib/verdict';
import { Banner, Button, CopyButton, LinkButton } from '../../ui';
import css from './Notices.module.css';
import { mayMove, movesBesideBoard, type PlayState } from './state';
import type { Busy, PlayActions } from './usePlay';

interface NoticesProps {
  game: GameView;
  state: PlayState;
  actions: PlayActions;
  busy: Busy;
  onShare: () => void;
}

function Result({ game, actions, busy }: NoticesProps): JSX.Element | null {
  if (!game.result) return null;
  const { headline, reason, mood } = resultWords(game.result, game.seats, game.you);
  const points = game.result.points;
  const strength = game.strength && strengthSentence(game.strength);
  return (
    <section className={css.result} data-mood={mood} aria-label="Result">
      <p className={css.headline}>{headline}</p>
      {reason !== '' && <p className={css.reason}>{reason}</p>}
      {points && (
        <p className={css.reason}>
          {game.seats.map((seat, index) => `${seat.name} ${points[index]}`).join(' · ')}
        </p>
      )}
      {strength && <p className={css.reason}>{strength}</p>}
      <div className={css.buttons}>
        {game.series !== null && (
          <LinkButton size="small" variant="primary" to={`/series/${game.series}`}>
            To the series
          </LinkButton>
        )}
        {game.you.length > 0 && game.live && !game.next && game.series === null && (
          <Button size="small" variant="primary" icon="again" busy={busy === 'again'} onClick={actions.again}>
            Play again
          </Button>
        )}
        <LinkButton size="small" to={`/analysis/${game.id}`}>
          Analyse
        </LinkButton>
        <LinkButton size="small" to="/">
          All games
        </LinkButton>
      </div>
    </section>
  );
}

function Offer({ game, actions }: NoticesProps): JSX.Element | null {
  const { offer } = game;
  if (!offer) return null;
  const asker = game.seats[offer.by];
  const what = offer.kind === 'undo' ? 'take the last move back' : 'redo what was taken back';
  if (offer.yours) {
    return (
      <Banner
        icon="clock"
        role="status"
        actions={
          <Button size="small" onClick={() => actions.answer(false)}>
            Withdraw
          </Button>
        }
      >
        You have asked to {what}.
      </Banner>
    );
  }
  if (game.you.length === 0) return null;
  if (offer.agreed) {
    return (
      <Banner icon="clock" role="status">
        You have agreed to {what}; waiting for the others.
      </Banner>
    );
  }
  return (
    <Banner
      tone="warning"
      icon="undo"
      role="alert"
      actions={
        <>
          <Button size="small" variant="primary" onClick={() => actions.answer(true)}>
            Accept
          </Button>
          <Button size="small" onClick={() => actions.answer(false)}>
            Decline
          </Button>
        </>
      }
    >
      {asker ? playerName(asker) : 'The other player'} asks to {what}.
    </Banner>
  );
}

function Hint({ game, state, actions }: NoticesProps): JSX.Element | null {
  if (!state.hint || state.lookingAt !== null) return null;
  const { best, value, depth, nodes, exact } = state.hint.analysis;
  const worth = value && (exact ? verdictWords(verdictOf(value)) : value.text);
  const legal = game.position.legal.find((move) => move.move === best.move);
  return (
    <Banner
      tone="good"
      icon="hint"
      role="status"
      actions={
        legal && (
          <Button size="small" onClick={() => actions.play(legal)}>
            Play it
          </Button>
        )
      }
    >
      <strong className={css.move}>{best.move}</strong> {exact ? 'is best' : 'looks best'}
      {worth ? ` (${worth})` : ''}.{' '}
      <span className={css.small}>
        {exact ? 'Exact, from the tablebase.' : `Depth ${depth}, ${formatCount(nodes)} positions.`}
      </span>
    </Banner>
  );
}

/** The invitation to a friend who has not come yet. */
function Invite({ game, onShare }: NoticesProps): JSX.Element | null {
  const waiting = game.invitations.filter(({ seat }) => !game.seats[seat]?.online);
  const first = waiting[0];
  if (!first || game.result || game.moves.length > 1) return null;
  const seat = game.seats[first.seat];
  return (
    <Banner
      icon="link"
      actions={
        <>
          <CopyButton
            size="small"
            label="Copy link"
            text={invitationLink(window.location.origin, game.id, first.token)}
          />
          {waiting.length > 1 && (
            <Button size="small" onClick={onShare}>
              All links
            </Button>
          )}
        </>
      }
    >
      {(seat && givenName(seat)) ?? 'Your friend'} is not here yet. Send the link for this seat.
    </Banner>
  );
}

/** What whoever plays must know before the first move: that an opponent peeks, and that this is a test. */
function Conditions({ game }: NoticesProps): JSX.Element | null {
  const hasMoved = game.moves.some(({ seat }) => seat !== null && game.you.includes(seat));
  if (game.result !== null || hasMoved) return null;
  const peeking = game.seats.filter((seat) => seat.peeks);
  return (
    <>
      {peeking.length > 0 && (
        <Banner tone="warning" icon="warning" role="status">
          {listWords(peeking.map((seat) => engineName(seat.player)))} {peeking.length > 1 ? 'see' : 'sees'}{' '}
          what is hidden from {peeking.length > 1 ? 'their seats' : 'its seat'}: your hand, and what is to be
          drawn.
        </Banner>
      )}
      {game.series !== null && (
        <Banner
          icon="info"
          role="status"
          actions={
            <LinkButton size="small" to={`/series/${game.series}`}>
              To the series
            </LinkButton>
          }
        >
          This game counts in a series: there are no hints, and moves are final.
        </Banner>
      )}
    </>
  );
}

/** All that is to be said now, the most urgent first. */
export function Notices(props: NoticesProps): JSX.Element {
  const { game, state, actions } = props;
  // A board of the game's own has them.
  const passes = mayMove(state) && !gameBoard(game.game) ? movesBesideBoard(game.position.legal) : [];
  return (
    <>
      {state.live === 'lost' && (
        <Banner tone="bad" icon="offline" role="alert">
          Connection lost. Reconnecting…
        </Banner>
      )}
      {state.lookingAt !== null && (
        <Banner
          tone="warning"
          icon="previous"
          actions={
            <Button size="small" variant="primary" onClick={() => actions.look(null)}>
              Return to the game
            </Button>
          }
        >
          You are looking back at move {state.lookingAt} of {game.moves.length}.
        </Banner>
      )}
      {game.next && (
        <Banner
          icon="again"
          role="status"
          actions={
            <Button size="small" variant="primary" onClick={actions.goToNext}>
              Go there
            </Button>
          }
        >
          A new game has begun.
        </Banner>
      )}
      <Conditions {...props} />
      <Result {...props} />
      <Offer {...props} />
      <Invite {...props} />
      <Hint {...props} />
      {passes.length > 0 && (
        <div className={css.buttons}>
          {passes.map((move) => (
            <Button key={move.move} variant="primary" onClick={() => actions.play(move)}>
              {capitalise(move.move)}
            </Button>
          ))}
        </div>
      )}
      {game.you.length === 0 && !game.result && (
        <Banner icon="info">
          {game.live
            ? 'You are watching as a spectator.'
            : 'This game was imported: it can be viewed, not played.'}
        </Banner>
      )}
    </>
  );
}
