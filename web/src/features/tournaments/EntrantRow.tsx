// One agent of a new tournament: by level, or by anything that can be written.
import type { JSX } from 'react';
import type { GameInfo } from '../../api/types';
import { lastPlace, placeOf, strengthAt } from '../../common/seats/form';
import { strengthWords } from '../../common/seats/players';
import { TableOffer } from '../../common/solved/TableOffer';
import { IconButton, Slider, TextField } from '../../ui';
import type { AgentChoice } from './form';
import css from './NewTournamentPage.module.css';

interface EntrantRowProps {
  game: GameInfo;
  agent: AgentChoice;
  index: number;
  error: string | undefined;
  canRemove: boolean;
  onChange: (change: Partial<AgentChoice>) => void;
  onRemove: () => void;
}

/** The row. */
export function EntrantRow(props: EntrantRowProps): JSX.Element {
  const { game, agent, index, error, canRemove, onChange, onRemove } = props;
  const listId = `agents-of-${game.id}`;
  return (
    <fieldset className={css.entrant}>
      <legend className="visually-hidden">Agent {index + 1}</legend>
      <span className={css.entrantNumber} aria-hidden="true">
        {index + 1}
      </span>
      <div className={css.entrantWho}>
        {agent.advanced ? (
          <TextField
            label="Agent"
            placeholder="name:option=value,option=value"
            list={listId}
            spellCheck={false}
            autoCapitalize="none"
            maxLength={400}
            error={error}
            value={agent.spec}
            onChange={(event) => onChange({ spec: event.currentTarget.value })}
          />
        ) : (
          <>
            <Slider
              label="Level"
              min={1}
              max={lastPlace(game)}
              value={placeOf(agent, game.levels)}
              text={strengthWords(placeOf(agent, game.levels), game.levels)}
              onChange={(place) => onChange(strengthAt(place, game.levels))}
            />
            {agent.perfect && (
              <div className={css.entrantTable}>
                <TableOffer game={game}>
                  It plays from a tablebase of all positions, which has not been built yet.
                </TableOffer>
              </div>
            )}
            {error && (
              <p role="alert" className={css.wrong}>
                {error}
              </p>
            )}
          </>
        )}
        {game.levels > 0 && (
          <button
            type="button"
            className={css.link}
            onClick={() =>
              onChange({ advanced: !agent.advanced, spec: agent.spec || (game.agents[0]?.name ?? '') })
            }
          >
            {agent.advanced ? 'Choose a level instead' : 'Choose by name and options'}
          </button>
        )}
      </div>
      <div className={css.entrantName}>
        <TextField
          label="Name in the table"
          placeholder="Optional"
          maxLength={60}
          value={agent.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      </div>
      <IconButton
        icon="trash"
        label={`Remove agent ${index + 1}`}
        disabled={!canRemove}
        onClick={onRemove}
        className={css.entrantRemove}
      />
    </fieldset>
  );
}
