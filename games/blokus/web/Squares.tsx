// The ground of the board: its frame, its squares with their names for those who read them, the letters and
// numbers along the edge.

import { Decoration } from '@ludwerk/web/board';
import type { PositionView } from '@ludwerk/web/types';
import { memo } from 'react';
import styles from './Board.module.css';
import { CELL, EDGE, squareAt } from './layout';
import { type Scene, squareWords } from './position';

interface SquaresProps {
  scene: Scene;
  position: PositionView;
  coordinates: boolean;
  /** How squares are reached by the keyboard; `null` in a mere picture. */
  squareProps: {
    reachable: string | undefined;
    onFocus: (id: string) => () => void;
    prefix: string;
  } | null;
}

export const Squares = memo(
  function Squares({ scene, position, coordinates, squareProps }: SquaresProps) {
    const { size, squares } = scene;
    const inner = size * CELL;
    const lines = Array.from({ length: size - 1 }, (_, index) => (index + 1) * CELL);
    const last = new Set(position.last?.touches);
    return (
      <>
        <rect className={styles.frame} width={inner + 2 * EDGE} height={inner + 2 * EDGE} rx={16} />
        <rect className={styles.ground} x={EDGE} y={EDGE} width={inner} height={inner} rx={4} />
        <path
          className={styles.grid}
          transform={`translate(${EDGE} ${EDGE})`}
          d={lines.map((at) => `M${at} 0V${inner}M0 ${at}H${inner}`).join('')}
        />
        {coordinates && squareProps && <Coordinates scene={scene} />}
        {squareProps &&
          squares.map((square) => {
            const id = squareProps.prefix + square.name;
            const words = squareWords(square, scene);
            return (
              // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is only read, square by square.
              <rect
                key={square.name}
                className={styles.square}
                role="img"
                aria-label={`${square.name}, ${words}${last.has(square.name) ? ', last move' : ''}`}
                data-export-skip=""
                data-cell={square.name}
                data-focus={id}
                tabIndex={id === squareProps.reachable ? 0 : -1}
                onFocus={squareProps.onFocus(id)}
                {...squareAt(square)}
                width={CELL}
                height={CELL}
              />
            );
          })}
      </>
    );
  },
  (before, after) =>
    before.scene === after.scene &&
    before.position === after.position &&
    before.coordinates === after.coordinates &&
    before.squareProps?.reachable === after.squareProps?.reachable,
);

/** The part of a square's name that it shares with another in its row or column. */
function sharedPart(name: string, other: string): string {
  const [letter, number] = [name.charAt(0), name.slice(1)];
  return other.startsWith(letter) ? letter : number;
}

function Coordinates({ scene: { size, squares } }: { scene: Scene }) {
  const steps = Array.from({ length: size }, (_, index) => index);
  const at = (x: number, y: number) => squares[y * size + x]?.name ?? '';
  const middle = (index: number) => EDGE + (index + 0.5) * CELL;
  const [far, end] = [size - 1, size * CELL + EDGE * 1.5];
  return (
    <Decoration className={styles.coordinates}>
      {steps.map((index) => (
        <text key={`x${index}`} x={middle(index)} y={end + 5}>
          {sharedPart(at(index, far), at(index, 0))}
        </text>
      ))}
      {steps.map((index) => (
        <text key={`y${index}`} x={EDGE / 2} y={middle(index) + 5}>
          {sharedPart(at(0, index), at(far, index))}
        </text>
      ))}
    </Decoration>
  );
}
