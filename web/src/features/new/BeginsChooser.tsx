// Who begins between two.
import type { JSX } from 'react';
import type { GameInfo } from '../../api/types';
import { type Begins, type Form, type PlayerChoice, tableOf, variantOf } from '../../common/seats/form';
import { Segmented } from '../../ui';

/** What to call a player in the question who begins. */
function called(player: PlayerChoice | undefined, index: number, other: PlayerChoice | undefined): string {
  if (!player || (player.who === other?.who && player.name === '')) return `Player ${index + 1}`;
  switch (player.who) {
    case 'me':
      return 'Me';
    case 'computer':
      return 'Computer';
    case 'person':
      return player.name || 'Other person';
    case 'friend':
      return player.name || 'Friend';
  }
}

interface BeginsChooserProps {
  game: GameInfo;
  form: Form;
  onChange: (form: Form) => void;
}

/** The choice; it decides who gets which seat. */
export function BeginsChooser({ game, form, onChange }: BeginsChooserProps): JSX.Element {
  const seat = tableOf(variantOf(game, form.variant), 2)?.seat_names[0];
  const [first, second] = form.players;
  return (
    <Segmented<Begins>
      // A position of one's own says itself whose turn it is.
      label={form.position !== '' && seat ? `Who plays ${seat}?` : 'Who begins?'}
      choices={[
        { value: 'first', label: called(first, 0, second) },
        { value: 'second', label: called(second, 1, first) },
        { value: 'lot', label: 'Random', icon: 'dice' },
      ]}
      value={form.begins}
      onChange={(begins) => onChange({ ...form, begins })}
      wrap
    />
  );
}
