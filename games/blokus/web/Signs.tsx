// What is drawn above the squares: where a colour may go on, moves that are recommended, and the piece in hand.

import { Decoration, Label, type Mark } from '@ludwerk/web/board';
import { memo, useEffect, useRef } from 'react';
import styles from './Board.module.css';
import { type Ghost, ghostSquares, middleOf } from './ghost';
import { CELL, EDGE } from './layout';
import { outlinePath } from './outline';
import { ColourSign, PieceShape } from './PieceShape';
import { type Square, turnedPiece } from './pieces';
import type { Scene } from './position';

/** The start squares of the colours that have not begun, and the open corners of one colour. */
export const OpenSigns = memo(function OpenSigns({ scene, colour }: { scene: Scene; colour: number | null }) {
  const { squares, colours } = scene;
  const name = (number: number) => colours[number]?.name ?? '';
  const middle = ({ x, y }: Square) => `translate(${EDGE + (x + 0.5) * CELL} ${EDGE + (y + 0.5) * CELL})`;
  return (
    <Decoration>
      {squares.map((square) => {
        const [first, second] = square.starts;
        if (first === undefined) return null;
        return (
          <g key={square.name} transform={middle(square)} data-start={square.name}>
            <circle className={styles.start} data-colour={name(first).toLowerCase()} r={15} />
            {second === undefined && (
              <g className={styles.startSign} data-colour={name(first).toLowerCase()}>
                <ColourSign colour={name(first)} />
              </g>
            )}
          </g>
        );
      })}
      {colour !== null &&
        squares.map(
          (square) =>
            square.corners.includes(colour) && (
              <g
                key={square.name}
                className={styles.corner}
                data-colour={name(colour).toLowerCase()}
                data-corner={square.name}
                transform={middle(square)}
              >
                <circle r={5.5} />
              </g>
            ),
        )}
    </Decoration>
  );
});

interface MarkOutlinesProps {
  scene: Scene;
  marks: readonly Mark[];
  /** Whether only what the person points at is shown. */
  onlyPointed: boolean;
}

/** Recommended moves as outlines of where the piece would lie, the best on top. */
export function MarkOutlines({ scene, marks, onlyPointed }: MarkOutlinesProps) {
  const taken: Square[] = [];
  const drawn = marks.flatMap((mark, index) => {
    const squares = mark.move.touches.flatMap((name) => scene.byName.get(name) ?? []);
    if (squares.length === 0 || (onlyPointed && !mark.pointed)) return [];
    const at = labelSquare(squares, taken);
    taken.push(at);
    return [{ mark, squares, at, text: mark.label ?? String(index + 1) }];
  });
  return (
    <Decoration className={styles.marks}>
      {drawn.toReversed().map(({ mark, squares }) => (
        <g key={mark.move.move} transform={`translate(${EDGE} ${EDGE})`} data-tone={mark.tone}>
          <path className={styles.markBack} d={outlinePath(squares, CELL, 4, 7)} />
          <path className={styles.mark} data-mark={mark.move.move} d={outlinePath(squares, CELL, 4, 7)} />
        </g>
      ))}
      {drawn
        .toReversed()
        .map(
          ({ mark, at, text }) =>
            text !== '' && (
              <Label
                key={mark.move.move}
                at={{ x: EDGE + (at.x + 0.5) * CELL, y: EDGE + (at.y + 0.5) * CELL }}
                text={text}
                size={mark.tone === 'best' ? 17 : 14}
              />
            ),
        )}
    </Decoration>
  );
}

/** The square nearest to the middle, of those that are not beside the label of another move if there are any. */
export function labelSquare(squares: readonly Square[], taken: readonly Square[]): Square {
  const { x, y } = middleOf(squares);
  const far = (square: Square) => Math.hypot(square.x + 0.5 - x, square.y + 0.5 - y);
  const nearest = squares.toSorted((one, other) => far(one) - far(other));
  const isFree = (square: Square, room: number) =>
    taken.every((other) => Math.abs(other.y - square.y) >= 1 || Math.abs(other.x - square.x) >= room);
  // A label is wider than a square, and not as high.
  return (
    nearest.find((square) => isFree(square, 2)) ??
    nearest.find((square) => isFree(square, 1)) ??
    nearest[0] ?? { x, y }
  );
}

interface GhostPieceProps {
  colour: string;
  ghost: Ghost | null;
  size: number;
  state: 'fits' | 'wrong' | 'placed';
  /** Whether it has just been refused. */
  shakes: boolean;
  /** A point of the drawing beside the board to which the mouse has carried it. */
  beside: Square | null;
  worth: string | undefined;
  /** What it is called, where it can be focused. */
  name: string | undefined;
  takesFocus: boolean;
}

/** The piece in hand, where it would lie: with a tick where it fits, dashed and with a cross where it does not. */
export function GhostPiece(props: GhostPieceProps) {
  const { colour, ghost, size, state, shakes, beside, worth, name, takesFocus } = props;
  const element = useRef<SVGGElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  if (!ghost) return null;
  if (beside) {
    const shape = turnedPiece(ghost.piece, ghost.turn);
    const { x, y } = middleOf(shape);
    return (
      <g
        className={styles.flying}
        transform={`translate(${beside.x - x * CELL} ${beside.y - y * CELL})`}
        data-ghost="flying"
      >
        <PieceShape colour={colour} squares={shape} />
      </g>
    );
  }
  const squares = ghostSquares(ghost, size);
  const outline = outlinePath(squares, CELL, 0.5, 8);
  const right = squares.reduce((best, square) => (square.x - square.y > best.x - best.y ? square : best));
  return (
    <g
      ref={element}
      className={styles.ghost}
      transform={`translate(${EDGE} ${EDGE})`}
      data-ghost={state}
      data-shakes={shakes || undefined}
      {...(name !== undefined && { role: 'button', tabIndex: 0, 'aria-label': name })}
    >
      <g className={styles.ghostBody}>
        <PieceShape colour={colour} squares={squares} />
      </g>
      {state !== 'placed' && (
        <>
          <path className={styles.ghostBack} d={outline} />
          <path className={styles.ghostEdge} d={outline} />
          <g
            className={styles.badge}
            transform={`translate(${(right.x + 1) * CELL - 3} ${right.y * CELL + 3})`}
          >
            <circle r={12} />
            <path d={state === 'fits' ? 'M-5 0.5L-1.5 4L5.5 -4' : 'M-4.5 -4.5L4.5 4.5M4.5 -4.5L-4.5 4.5'} />
          </g>
          {worth !== undefined && (
            <Label
              at={{
                x: middleOf(squares).x * CELL,
                y: Math.max(...squares.map(({ y }) => y + 1)) * CELL + 14,
              }}
              text={worth}
              size={16}
            />
          )}
        </>
      )}
    </g>
  );
}
