// The board of Dobutsu Shogi: squares, both hands, and pieces that glide, all drawn from the position.

import {
  type BoardProps,
  BoardSurface,
  CellButton,
  cellLabel,
  MarkSigns,
  type Point,
  TargetLabels,
  TargetSigns,
  useSelection,
} from '@ludwerk/web/board';
import type { CellView } from '@ludwerk/web/types';
import { useMemo } from 'react';
import { Backdrop } from './Backdrop';
import styles from './Board.module.css';
import { cellPlaces, HAND_HEIGHT, HAND_SCALE, HEIGHT, SQUARE, WIDTH } from './geometry';
import { PieceLayer } from './PieceLayer';
import { ANIMAL_NAMES, animalOf, countIn, HELD } from './pieces';
import { setOf } from './sets';

const NO_MARKS: never[] = [];

export default function Board(props: BoardProps) {
  const { position, orientation, seatNames, marks = NO_MARKS, animate, preview = false, label } = props;
  const { coordinates = true } = props;
  const set = setOf(props.pieceSet);
  const { cells } = position;
  const places = useMemo(() => cellPlaces(cells, orientation), [cells, orientation]);
  const layout = useMemo(() => ({ width: WIDTH, height: HEIGHT, places }), [places]);
  const selection = useSelection(props, places);
  const cell = (name: string | undefined) => cells.find((candidate) => candidate.name === name);
  const lit = (names: readonly string[], kind: string) =>
    names.map((name, index) => (
      <Highlight key={`${kind} ${name} ${index}`} kind={kind} cell={cell(name)} place={places.get(name)} />
    ));
  return (
    <BoardSurface
      layout={layout}
      selection={selection}
      label={label}
      preview={preview}
      className={styles.dobutsu}
    >
      <Backdrop
        turned={orientation === 1}
        toMove={position.to_move}
        coordinates={coordinates && !preview}
        ghosts={preview ? null : set}
      />
      {lit(position.last?.touches ?? [], 'last')}
      {lit(selection.selected, 'selected')}
      {!preview && position.threats.map((name) => <Threat key={name} place={places.get(name)} />)}
      <TargetSigns selection={selection} places={places} />
      <PieceLayer
        position={position}
        orientation={orientation}
        places={places}
        selection={selection}
        animate={animate}
        set={set}
      />
      <MarkSigns marks={marks} places={places} selection={selection} />
      <TargetLabels selection={selection} places={places} />
      {!preview &&
        cells.map((candidate) => (
          <CellButton
            key={candidate.name}
            cell={candidate.name}
            label={cellLabel(nameOf(candidate, seatNames), candidate.name, position, selection)}
            place={places.get(candidate.name) ?? { x: 0, y: 0 }}
            width={SQUARE}
            height={candidate.hand === null ? SQUARE : HAND_HEIGHT}
            selection={selection}
          />
        ))}
    </BoardSurface>
  );
}

/** `b3, chick of Forest`, `2 chicks in hand of Sky`. */
export function nameOf(cell: CellView, seatNames: readonly string[]): string {
  const owner = seatNames[cell.hand ?? cell.owner ?? -1] ?? 'nobody';
  const animal = cell.hand === null ? animalOf(cell.text) : HELD[cell.x / 2];
  if (!animal) return `${cell.name}, empty`;
  if (cell.hand === null) return `${cell.name}, ${ANIMAL_NAMES[animal]} of ${owner}`;
  const count = countIn(cell);
  return `${count === 0 ? 'no' : count} ${ANIMAL_NAMES[animal]}${count > 1 ? 's' : ''} in hand of ${owner}`;
}

interface HighlightProps {
  kind: string;
  cell: CellView | undefined;
  place: Point | undefined;
}

/** A tint below a square or a slot; what is selected also has an edge. */
function Highlight({ kind, cell, place }: HighlightProps) {
  if (!cell || !place) return null;
  const [width, height] = cell.hand === null ? [SQUARE, SQUARE] : [SQUARE * HAND_SCALE, HAND_HEIGHT - 8];
  return (
    <rect
      className={styles.highlight}
      data-kind={kind}
      x={place.x - width / 2 + 1.5}
      y={place.y - height / 2 + 1.5}
      width={width - 3}
      height={height - 3}
      rx={cell.hand === null ? 4 : 12}
    />
  );
}

/** A ring of rays around a lion that could be caught. */
function Threat({ place }: { place: Point | undefined }) {
  if (!place) return null;
  return (
    <g transform={`translate(${place.x} ${place.y})`}>
      <circle r={56} className={styles.threatGlow} />
      <circle r={55} className={styles.threat} />
    </g>
  );
}
