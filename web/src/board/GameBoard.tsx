// The board of any game: the game's own if it brings one, a plain one otherwise.

import { type CSSProperties, Suspense } from 'react';
import { useMediaQuery } from '../lib/hooks';
import { useSettings } from '../lib/settings';
import { CellBoard } from './CellBoard';
import type { BoardProps } from './contract';
import styles from './GameBoard.module.css';
import { cellLayout } from './layout';
import { gameAspect, gameBoard, isShapely } from './registry';
import { usePaced } from './usePaced';

/**
 * Takes the width of its parent and keeps the board's aspect ratio from the first moment, so that nothing
 * moves when the board arrives. `--board-height` on a parent limits the height. Coordinates and pieces are as
 * the person has set them, unless a page says otherwise.
 */
export function GameBoard({ game, ...wanted }: BoardProps & { game: string }) {
  const screen = useWide();
  const coordinates = useSettings((settings) => settings.coordinates);
  const pieceSet = useSettings((settings) => settings.pieceSets[game]);
  const props = usePaced({ coordinates, pieceSet, ...wanted, wide: wanted.wide ?? screen });
  const Board = gameBoard(game);
  const { position, preview = false } = props;
  const aspect = gameAspect(game, { position, wide: props.wide, preview }) ?? naturalAspect(props);
  return (
    <div
      className={styles.frame}
      data-full={(!props.wide && !preview && isShapely(game)) || undefined}
      style={{ '--board-aspect': aspect.toFixed(4) } as CSSProperties}
    >
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

/** Whether the screen is large enough for things beside the board: where the pages have two columns. */
export function useWide(): boolean {
  return useMediaQuery('(min-width: 60rem)');
}

function naturalAspect({ position, orientation, seatNames }: BoardProps): number {
  const { width, height } = cellLayout(position.cells, orientation, seatNames.length);
  return width / height;
}
