// Which pieces to play with, for each game that can draw them in several ways.
import { type JSX, useId } from 'react';
import type { GameInfo } from '../../api/types';
import { GameBoard, gameSets } from '../../board';
import { useCatalog } from '../../common/catalog';
import { changeSettings, useSettings } from '../../lib/settings';
import css from './PieceSets.module.css';

/** One choice a game, and nothing where there is nothing to choose. */
export function PieceSets(): JSX.Element | null {
  const { catalog } = useCatalog();
  const games = (catalog?.games ?? []).filter((game) => gameSets(game.id).length > 1);
  return (
    <>
      {games.map((game) => (
        <GameSets key={game.id} game={game} />
      ))}
    </>
  );
}

function GameSets({ game }: { game: GameInfo }): JSX.Element {
  const name = useId();
  const chosen = useSettings((settings) => settings.pieceSets);
  const sets = gameSets(game.id);
  const current = sets.find(({ id }) => id === chosen[game.id]) ?? sets[0];
  const seatNames = game.variants[0]?.tables[0]?.seat_names ?? [];
  return (
    <fieldset className={css.sets}>
      <legend className={css.legend}>Pieces of {game.title}</legend>
      <div className={css.choices}>
        {sets.map((set) => (
          <label key={set.id} className={css.choice}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={set.id}
              checked={set === current}
              onChange={() => changeSettings({ pieceSets: { ...chosen, [game.id]: set.id } })}
            />
            {/* The word beside it says it all; the picture is for the eye. */}
            <span className={css.picture} aria-hidden="true">
              <GameBoard
                game={game.id}
                position={game.start}
                orientation={0}
                seatNames={seatNames}
                mayMove={false}
                animate={false}
                pieceSet={set.id}
                preview
                label={set.label}
              />
            </span>
            <span>{set.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
