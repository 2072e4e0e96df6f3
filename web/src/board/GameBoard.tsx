// The board of any game: the game's own if it brings one, a plain one otherwise.

import { type CSSProperties, Suspense } from 'react';
import { useSettings } from '../lib/settings';
import { CellBoard } from './CellBoard';
import type { BoardProps } from './contract';
import styles from './GameBoard.module.css';
import { cellLayout } from './layout';
import { gameAspect, gameBoard } from './registry';
import { usePaced } from './usePaced';

/**
 * Takes the width of its parent and keeps the board's aspect ratio from the first moment, so that nothing
 * moves when the board arrives. `--board-height` on a parent limits the height. Coordinates and pieces are as
 * the person has set them, unless a page says otherwise.
 */
export function GameBoard({ game, ...wanted }: BoardProps & { game: string }) {
  const coordinates = useSettings((settings) => settings.coordinates);
  const pieceSet = useSettings((settings) => settings.pieceSets[game]);
  const props = usePaced({ coordinates, pieceSet, ...wanted });
  const Board = gameBoard(game);
  const aspect = gameAspect(game) ?? naturalAspect(props);
  return (
    <div className={styles.frame} style={{ '--board-aspect': aspect.toFixed(4) } as CSSProperties}>
      {Board ? (
        <Suspense
          fallback={<div className={styles.waiting} role="img" aria-label={`${props.label}, loading`} />}
        >
          <Board {...props} />
        </Suspense>
      ) : (
        <CellBoard {...props} />
      )}
    </div>
  );
}

function naturalAspect({ position, orientation, seatNames }: BoardProps): number {
  const { width, height } = cellLayout(position.cells, orientation, seatNames.length);
  return width / height;
}
