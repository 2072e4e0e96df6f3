// What the analysis shows before there is a game: the games to begin with, and a way to open a record.

import { type JSX, useState } from 'react';
import { useLocation } from 'wouter';
import type { Catalog, GameInfo } from '../../api/types';
import { GameBoard } from '../../board';
import { linkQuery } from '../../common/engine/link';
import type { Origin } from '../../common/engine/origin';
import { seatNamesOf } from '../../common/results';
import { capitalise } from '../../lib/format';
import { Button, classes, EmptyState, Icon, LinkButton, Select } from '../../ui';
import css from './GameChooser.module.css';

interface GameChooserProps {
  catalog: Catalog;
  onOpenRecord: () => void;
}

export function GameChooser({ catalog, onOpenRecord }: GameChooserProps): JSX.Element {
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h1>Analysis</h1>
          <p className={css.lead}>
            Try moves, see what the engine thinks of them, and find out where a game was lost.
          </p>
        </div>
      </header>
      {catalog.games.length === 0 ? (
        <EmptyState title="This server has no games." />
      ) : (
        <ul className={css.games}>
          {catalog.games.map((game) => (
            <GameCard key={game.id} game={game} />
          ))}
          <li className={classes(css.game, css.record)}>
            <Icon name="library" size={40} />
            <div className={css.choices}>
              <h2>A game that was played</h2>
              <p className={css.lead}>
                Drop the file of its record here, paste its text, or find it in the library.
              </p>
            </div>
            <div className={css.buttons}>
              <Button icon="upload" onClick={onOpenRecord}>
                Open a record
              </Button>
              <LinkButton to="/library" icon="library">
                To the library
              </LinkButton>
            </div>
          </li>
        </ul>
      )}
    </div>
  );
}

function GameCard({ game }: { game: GameInfo }): JSX.Element {
  const [, navigate] = useLocation();
  const [variant, setVariant] = useState(game.variants[0]?.name ?? '');
  const rules = game.variants.find((each) => each.name === variant) ?? game.variants[0];
  const tables = rules?.tables ?? [];
  const [wanted, setPlayers] = useState(tables[0]?.players ?? 2);
  const players = tables.some((table) => table.players === wanted) ? wanted : (tables[0]?.players ?? 2);
  const start = () => {
    const origin: Origin = { game: game.id, variant };
    if (tables.length > 1) origin.players = players;
    navigate(`/analysis${linkQuery({ origin, moves: [], at: 0 })}`);
  };
  return (
    <li className={css.game}>
      <div className={css.picture}>
        <GameBoard
          game={game.id}
          position={game.start}
          orientation={0}
          seatNames={seatNamesOf(
            game,
            game.variants[0]?.name ?? '',
            game.variants[0]?.tables[0]?.players ?? 2,
          )}
          mayMove={false}
          animate={false}
          preview
          label={`The start of ${game.title}`}
        />
      </div>
      <div className={css.choices}>
        <h2>{game.title}</h2>
        {game.variants.length > 1 && (
          <Select
            label="Variant"
            value={variant}
            hint={rules?.summary}
            onChange={(event) => setVariant(event.currentTarget.value)}
          >
            {game.variants.map((each) => (
              <option key={each.name} value={each.name}>
                {capitalise(each.name)}
              </option>
            ))}
          </Select>
        )}
        {tables.length > 1 && (
          <Select
            label="Players"
            value={players}
            onChange={(event) => setPlayers(Number(event.currentTarget.value))}
          >
            {tables.map((table) => (
              <option key={table.players} value={table.players}>
                {table.players}
              </option>
            ))}
          </Select>
        )}
      </div>
      <Button variant="primary" icon="analysis" wide onClick={start}>
        Analyse {game.title}
      </Button>
    </li>
  );
}
