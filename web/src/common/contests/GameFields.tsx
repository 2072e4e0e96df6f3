// Which game is played, by which rules and by how many: the same fields for a series and a tournament.
import type { JSX } from 'react';
import type { Catalog, GameInfo } from '../../api/types';
import { capitalise, sentence } from '../../lib/format';
import { Marked, Segmented, Select } from '../../ui';
import { tableOf, variantOf } from '../seats/form';
import css from './GameFields.module.css';

/** What is chosen of a game. */
export interface GameChoice {
  readonly variant: string;
  readonly players: number;
}

/** Another variant; the number of players stays if it can. */
export function withVariant<F extends GameChoice>(form: F, game: GameInfo, variant: string): F {
  const table = tableOf(variantOf(game, variant), form.players);
  return { ...form, variant, players: table?.players ?? form.players };
}

interface GameFieldsProps<F extends GameChoice> {
  catalog: Catalog;
  game: GameInfo;
  form: F;
  onGame: (game: GameInfo) => void;
  onChange: (form: F) => void;
}

/** The fields. */
export function GameFields<F extends GameChoice>(props: GameFieldsProps<F>): JSX.Element {
  const { catalog, game, form, onGame, onChange } = props;
  const variant = variantOf(game, form.variant);
  const tables = variant?.tables ?? [];
  return (
    <>
      <div className={css.row}>
        <Select
          label="Game"
          value={game.id}
          onChange={(event) => {
            const chosen = catalog.games.find(({ id }) => id === event.currentTarget.value);
            if (chosen) onGame(chosen);
          }}
        >
          {catalog.games.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
        {game.variants.length > 1 && (
          <Select
            label="Variant"
            value={form.variant}
            onChange={(event) => onChange(withVariant(form, game, event.currentTarget.value))}
          >
            {game.variants.map(({ name }) => (
              <option key={name} value={name}>
                {capitalise(name)}
              </option>
            ))}
          </Select>
        )}
      </div>
      {game.variants.length > 1 && variant && (
        <p className={css.note}>
          <Marked text={sentence(variant.summary)} />
        </p>
      )}
      {tables.length > 1 && (
        <Segmented
          label="Players in a game"
          choices={tables.map(({ players }) => ({ value: String(players), label: String(players) }))}
          value={String(tableOf(variant, form.players)?.players ?? form.players)}
          onChange={(players) => onChange({ ...form, players: Number(players) })}
        />
      )}
    </>
  );
}
