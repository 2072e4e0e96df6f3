// What lies below the tiles: the deep sea, the hexes of land and sea, and the settlements with their houses.

import { Decoration } from '@ludwerk/web/board';
import { memo } from 'react';
import styles from './Board.module.css';
import { hexPath, mapLayout } from './layout';
import { isSettlement, placeName, spacesFor } from './map';
import { Houses } from './Symbols';

const SEA = hexPath(1.5);
const LAND = hexPath(0);
const RIM = hexPath(2.5);

interface BackdropProps {
  players: number;
  /** Whether settlements are named. */
  names: boolean;
  /** The settlements without figures, which matter no more. */
  empty: string;
}

export const Backdrop = memo(function Backdrop({ players, names, empty }: BackdropProps) {
  const { width, height, points } = mapLayout(players);
  const done = new Set(empty.split(' '));
  const spaces = spacesFor(players);
  const order = [...spaces].sort((one, other) => rank(one.terrain) - rank(other.terrain));
  return (
    <Decoration>
      <rect className={styles.deep} width={width} height={height} rx={26} />
      {order.map((space) => {
        const point = points[space.id];
        if (!point) return null;
        const { terrain } = space;
        const name = placeName(space.id);
        return (
          <g key={space.id} transform={`translate(${point.x} ${point.y})`}>
            <path
              d={terrain === 'sea' ? SEA : LAND}
              className={styles.space}
              data-terrain={terrain}
              data-done={done.has(String(space.id)) || undefined}
            />
            {isSettlement(space) && (
              <g data-done={done.has(String(space.id)) || undefined} className={styles.town}>
                {terrain !== 'village' && <path className={styles.rim} data-terrain={terrain} d={RIM} />}
                <Houses terrain={terrain} />
                {names && name && (
                  <text
                    className={styles.placeName}
                    data-terrain={terrain}
                    textAnchor="middle"
                    y={terrain === 'edo' ? 40 : -29}
                    fontSize={15}
                  >
                    {name}
                  </text>
                )}
              </g>
            )}
            {terrain === 'sea' && <path className={styles.wave} d="M-16 4q4 -6 8 0t8 0t8 0t8 0" />}
          </g>
        );
      })}
    </Decoration>
  );
});

/** What is drawn later lies on top: the coast over the sea, settlements over the land. */
function rank(terrain: string): number {
  return terrain === 'sea' ? 0 : terrain === 'land' ? 1 : 2;
}
