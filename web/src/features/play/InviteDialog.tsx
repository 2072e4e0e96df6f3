// The links to a game: one for each seat that is for someone else, and one for onlookers.
import type { JSX } from 'react';
import type { GameView } from '../../api/types';
import { playerName } from '../../common/seats/players';
import { capitalise, formatClockSettings } from '../../lib/format';
import { invitationLink, keyLink, tokenFor } from '../../lib/tokens';
import { CopyButton, Dialog, TextField } from '../../ui';
import css from './InviteDialog.module.css';

function LinkRow({ label, hint, link }: { label: string; hint: string; link: string }): JSX.Element {
  return (
    <div className={css.row}>
      <TextField
        label={label}
        hint={hint}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={link} />
    </div>
  );
}

/** What one must know to play the same game again. */
export function factsOf(game: GameView): [string, string][] {
  const facts: [string, string][] = [['Rules', capitalise(game.variant)]];
  if (game.clock) {
    facts.push(['Clock', formatClockSettings(game.clock.base_seconds, game.clock.increment_seconds)]);
  }
  if (game.start !== null) facts.push(['Start', game.start]);
  if (game.seed !== null) facts.push(['Seed', String(game.seed)]);
  return facts;
}

/** The dialog. */
export function InviteDialog({ game, onClose }: { game: GameView; onClose: () => void }): JSX.Element {
  const { origin } = window.location;
  const own = tokenFor(game.id);
  return (
    <Dialog title="Share this game" onClose={onClose}>
      <div className={css.rows}>
        {game.invitations.map(({ seat, token }) => {
          const view = game.seats[seat];
          const name = view ? playerName(view) : '';
          return (
            <LinkRow
              key={seat}
              label={name === view?.name ? `For ${name}` : `For ${name} (${view?.name})`}
              hint="The first person to open this link takes this seat; it works once."
              link={invitationLink(origin, game.id, token)}
            />
          );
        })}
        {own !== null && game.you.length > 0 && (
          <LinkRow
            label="For you, on another screen"
            hint="This is the key to your own seat: keep it to yourself."
            link={keyLink(origin, game.id, own)}
          />
        )}
        <LinkRow
          label="For spectators"
          hint="Shows the game live, without a seat."
          link={`${origin}/game/${game.id}`}
        />
      </div>
      <dl className={css.facts}>
        {factsOf(game).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
