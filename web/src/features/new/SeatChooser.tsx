// Who sits on one seat: a person here, a friend elsewhere, or a program.
import type { CSSProperties, JSX } from 'react';
import type { GameInfo } from '../../api/types';
import { AgentHelp } from '../../common/seats/AgentHelp';
import {
  type Form,
  lastPlace,
  mayPeek,
  namedPlayersOf,
  type PlayerChoice,
  placeOf,
  strengthAt,
  tableOf,
  variantOf,
  type Who,
} from '../../common/seats/form';
import { NamedChooser, PeekingSwitch } from '../../common/seats/NamedChooser';
import { strengthWords } from '../../common/seats/players';
import { offersAdaptive } from '../../common/seats/strength';
import { TableOffer } from '../../common/solved/TableOffer';
import { seatColour } from '../../lib/seats';
import { useSettings } from '../../lib/settings';
import { type Choice, IconButton, Segmented, Slider, TextField } from '../../ui';
import css from './choosers.module.css';
import { StrengthNote } from './StrengthNote';

const WHO: readonly Choice<Who>[] = [
  { value: 'me', label: 'Me' },
  { value: 'computer', label: 'Computer' },
  { value: 'person', label: 'Person here' },
  { value: 'friend', label: 'Friend by link' },
];

type Strength = 'level' | 'adaptive' | 'named';

const BY_LEVEL: Choice<Strength> = { value: 'level', label: 'By level' };
const AS_STRONG: Choice<Strength> = { value: 'adaptive', label: 'Adaptive: as strong as you' };
const PUBLISHED: Choice<Strength> = { value: 'named', label: 'Published player' };

interface SeatChooserProps {
  game: GameInfo;
  form: Form;
  index: number;
  player: PlayerChoice;
  error: string | undefined;
  onChange: (part: Partial<PlayerChoice>) => void;
  onOrder: (step: -1 | 1) => void;
}

/** The seat that a player gets; unknown while the lot has not fallen. */
function seatOf(form: Form, index: number): number | null {
  if (form.players.length !== 2) return index;
  if (form.begins === 'lot') return null;
  return form.begins === 'second' ? 1 - index : index;
}

/** The chooser. */
export function SeatChooser(props: SeatChooserProps): JSX.Element {
  const { game, form, index, player, error, onChange, onOrder } = props;
  const myName = useSettings((settings) => settings.name);
  const seat = seatOf(form, index);
  const names = tableOf(variantOf(game, form.variant), form.players.length)?.seat_names ?? [];
  const seatName = seat === null ? null : (names[seat] ?? null);
  const ordered = form.players.length > 2;
  const published = namedPlayersOf(game, form.variant, form.players.length);
  const strengths = [
    BY_LEVEL,
    ...(offersAdaptive(game) ? [AS_STRONG] : []),
    ...(published.length > 0 ? [PUBLISHED] : []),
  ];
  const isProgram = player.who === 'computer' && !player.advanced;
  const strength = player.named !== '' ? 'named' : player.adaptive ? 'adaptive' : 'level';
  const byLevel = isProgram && strength === 'level';
  const chooseStrength = (chosen: Strength) =>
    onChange({
      adaptive: chosen === 'adaptive',
      named: chosen === 'named' ? (published[0]?.name ?? '') : '',
      allowPeeking: false,
    });
  return (
    <fieldset className={css.seat}>
      <legend className="visually-hidden">Player {index + 1}</legend>
      <div className={css.seatHead}>
        <span className={css.seatName}>
          {seat !== null && (
            <span
              className={css.seatDot}
              style={{ '--dot': seatColour(seatName ?? '', seat) } as CSSProperties}
            />
          )}
          {seatName === null
            ? `Player ${index + 1}`
            : form.position !== ''
              ? seatName
              : `${seatName}, ${seat === 0 ? 'begins' : `moves ${ordinal((seat ?? 0) + 1)}`}`}
        </span>
        {ordered && (
          <span className={css.order}>
            <IconButton
              icon="up"
              label={`Player ${index + 1} moves earlier`}
              disabled={index === 0}
              onClick={() => onOrder(-1)}
            />
            <IconButton
              icon="down"
              label={`Player ${index + 1} moves later`}
              disabled={index === form.players.length - 1}
              onClick={() => onOrder(1)}
            />
          </span>
        )}
      </div>
      <Segmented
        label={`Who is player ${index + 1}?`}
        hideLabel
        choices={WHO}
        value={player.who}
        onChange={(who) => onChange({ who })}
        wrap="grid"
      />
      {player.who === 'me' && myName !== '' && <p className={css.note}>You play as {myName}.</p>}
      {(player.who === 'person' || player.who === 'friend') && (
        <TextField
          label="Name"
          hint={
            player.who === 'friend' ? 'You get a link for your friend once the game is created.' : undefined
          }
          placeholder="Optional"
          maxLength={40}
          value={player.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      )}
      {isProgram && strengths.length > 1 && (
        <Segmented
          label={`How strong is player ${index + 1}?`}
          hideLabel
          choices={strengths}
          value={strength}
          onChange={chooseStrength}
          wrap="grid"
        />
      )}
      {isProgram && strength === 'adaptive' && <StrengthNote game={game} />}
      {isProgram && strength === 'named' && (
        <NamedChooser
          players={published}
          value={player.named}
          onChange={(named) => onChange({ named, allowPeeking: false })}
        />
      )}
      {byLevel && (
        <Slider
          label="Level"
          min={1}
          max={lastPlace(game)}
          value={placeOf(player, game.levels)}
          text={strengthWords(placeOf(player, game.levels), game.levels)}
          onChange={(place) => onChange(strengthAt(place, game.levels))}
        />
      )}
      {byLevel && game.solvable && (
        <p className={css.note}>
          {player.perfect
            ? 'It knows the result of every position and never makes a mistake.'
            : 'Above the highest level there is Perfect, which never makes a mistake.'}
        </p>
      )}
      {byLevel && player.perfect && (
        <TableOffer game={game}>
          It plays from a tablebase of all positions, which has not been built yet.
        </TableOffer>
      )}
      {mayPeek(player, game) && (
        <PeekingSwitch
          checked={player.allowPeeking}
          onChange={(allowPeeking) => onChange({ allowPeeking })}
        />
      )}
      {!player.advanced && error && (
        <p className={css.wrong} role="alert">
          {error}
        </p>
      )}
      {player.who === 'computer' && player.advanced && (
        <TextField
          label="Agent"
          placeholder="name:option=value,option=value"
          spellCheck={false}
          autoCapitalize="none"
          error={error}
          value={player.spec}
          onChange={(event) => onChange({ spec: event.currentTarget.value })}
        />
      )}
      {player.who === 'computer' && player.advanced && <AgentHelp agents={game.agents} />}
      {player.who === 'computer' && game.levels > 0 && (
        <button type="button" className={css.link} onClick={() => onChange({ advanced: !player.advanced })}>
          {player.advanced ? 'Choose a level instead' : 'Advanced: choose the agent'}
        </button>
      )}
    </fieldset>
  );
}

function ordinal(place: number): string {
  return ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'][place - 1] ?? `${place}th`;
}
