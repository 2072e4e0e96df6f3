// The pieces that a colour still holds, and the gaps that the others left, with its points above them.

import { type CSSProperties, memo, type ReactNode } from 'react';
import styles from './Board.module.css';
import { CELL, type TrayLayout } from './layout';
import { outlinePath } from './outline';
import { ColourSign, PieceShape } from './PieceShape';
import { PIECES, sizeOf } from './pieces';
import type { Choices, Colour } from './position';

interface TrayProps {
  colour: Colour;
  layout: TrayLayout;
  isMain: boolean;
  isToMove: boolean;
  /** What can be picked now; `null` while nothing can. */
  choices: Choices | null;
  /** The piece that was taken up. */
  taken: string | undefined;
  /** The attributes of a piece that can be reached by the keyboard. */
  pieceProps: (piece: string) => Record<string, unknown>;
  /** What the tab key reaches; the attributes differ only when this does. */
  reachable: string | undefined;
}

export const Tray = memo(
  TrayDrawing,
  (before, after) =>
    before.colour === after.colour &&
    before.layout === after.layout &&
    before.isMain === after.isMain &&
    before.isToMove === after.isToMove &&
    before.choices === after.choices &&
    before.taken === after.taken &&
    (!after.isMain || before.reachable === after.reachable),
);

function TrayDrawing({ colour, layout, isMain, isToMove, choices, taken, pieceProps }: TrayProps) {
  const { box, header, unit, places } = layout;
  const font = header * 0.5;
  return (
    <g
      className={styles.tray}
      role={isMain ? 'group' : 'img'}
      aria-label={trayWords(colour)}
      data-active={isToMove || undefined}
      data-tray={colour.name.toLowerCase()}
    >
      <rect
        className={styles.trayFloor}
        x={box.x + 1}
        y={box.y + 1}
        width={box.width - 2}
        height={box.height - 2}
        rx={header * 0.3}
      />
      <g
        className={styles.piece}
        data-colour={colour.name.toLowerCase()}
        transform={`translate(${box.x + header * 0.55} ${box.y + header * 0.5}) scale(${header / 58})`}
      >
        <rect className={styles.body} x={-17} y={-17} width={34} height={34} rx={7} />
        <rect className={styles.tile} x={-15} y={-15} width={30} height={30} rx={6} />
        <ColourSign colour={colour.name} />
      </g>
      <text
        className={styles.trayName}
        x={box.x + header * 1.05}
        y={box.y + header * 0.68}
        fontSize={font}
        data-strong={isMain || undefined}
      >
        {colour.name}
        {colour.finished && <tspan className={styles.finished}> finished</tspan>}
      </text>
      <text
        className={styles.trayFacts}
        x={box.x + box.width - header * 0.35}
        y={box.y + header * 0.68}
        fontSize={font}
        textAnchor="end"
      >
        <tspan className={styles.points}>{colour.points}</tspan>
        {!colour.finished && <tspan> {colour.points === 1 ? 'point' : 'points'}</tspan>}
      </text>
      {PIECES.map(({ name, squares }) => {
        const at = places.get(name);
        if (!at) return null;
        const isHeld = colour.held.has(name);
        const fits = choices?.byPiece.has(name) ?? false;
        const { width, height } = sizeOf(squares);
        const drawing = isHeld ? (
          <PieceShape colour={colour.name} squares={squares} plain={!isMain} />
        ) : (
          <path className={styles.gap} d={outlinePath(squares, CELL, 4, 6)} />
        );
        const place = `translate(${at.x} ${at.y}) scale(${unit / CELL})`;
        if (!isMain || !isHeld || !choices) {
          return (
            <g key={name} transform={place} data-waits={isMain && isHeld ? '' : undefined}>
              {drawing}
            </g>
          );
        }
        return (
          <TrayPiece
            key={name}
            name={name}
            fits={fits}
            isTaken={taken === name}
            place={place}
            size={squares.length}
            width={width * CELL}
            height={height * CELL}
            more={pieceProps(name)}
          >
            {drawing}
          </TrayPiece>
        );
      })}
    </g>
  );
}

/** `Blue, 34 points, holds X, F, Z5`, from the largest piece to the smallest. */
export function trayWords({ name, points, finished, held }: Colour): string {
  const pieces = PIECES.toReversed().filter((piece) => held.has(piece.name));
  const said = [
    name,
    points === 1 ? '1 point' : `${points} points`,
    ...(finished ? ['finished'] : []),
    pieces.length === 0 ? 'all pieces placed' : `holds ${pieces.map((piece) => piece.name).join(' ')}`,
  ];
  return said.join(', ');
}

interface TrayPieceProps {
  name: string;
  fits: boolean;
  isTaken: boolean;
  place: string;
  size: number;
  width: number;
  height: number;
  more: Record<string, unknown>;
  children: ReactNode;
}

/** How far a piece can be touched beside it: half of the way to the next. */
const AROUND = CELL / 2;

function TrayPiece({ name, fits, isTaken, place, size, width, height, more, children }: TrayPieceProps) {
  const squares = size === 1 ? '1 square' : `${size} squares`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot hold a button element.
    <g
      role="button"
      aria-label={`Piece ${name}, ${squares}${fits ? '' : ', fits nowhere now'}`}
      aria-pressed={isTaken}
      aria-disabled={!fits}
      className={styles.trayPiece}
      data-taken={isTaken || undefined}
      data-piece={fits ? name : undefined}
      transform={place}
      style={{ cursor: fits ? 'grab' : 'default' } as CSSProperties}
      {...more}
    >
      <rect
        className={styles.touch}
        x={-AROUND}
        y={-AROUND}
        width={width + 2 * AROUND}
        height={height + 2 * AROUND}
        rx={10}
      />
      {children}
    </g>
  );
}
