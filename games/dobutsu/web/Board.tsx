// The board of Dobutsu Shogi: squares, both hands, and pieces that glide, all drawn from the position.

import {
  type BoardProps,
  BoardSurface,
  CellButton,
  type CellFacts,
  cellLabel,
  MarkSigns,
  type Point,
  TargetLabels,
  TargetSigns,
  useSelection,
} from '@ludwerk/web/board';
import { useMemo } from 'react';
import { Backdrop } from './Backdrop';
import styles from './Board.module.css';
import type { BoardView } from './board.types';
import { CELLS, type Cell, cellOf, contentOf, HELD } from './cells';
import { cellPlaces, HAND_HEIGHT, HAND_SCALE, HEIGHT, SQUARE, WIDTH } from './geometry';
import { PieceLayer } from './PieceLayer';
import { ANIMAL_NAMES } from './pieces';
import { setOf } from './sets';

const NO_MARKS: never[] = [];

export default function Board(props: BoardProps<BoardView>) {
  const { position, orientation, seatNames, marks = NO_MARKS, animate, preview = false, label } = props;
  const { coordinates = true } = props;
  const set = setOf(props.pieceSet);
  const { board } = position;
  const places = useMemo(() => cellPlaces(orientation), [orientation]);
  const layout = useMemo(() => ({ width: WIDTH, height: HEIGHT, places }), [places]);
  const facts = useMemo(() => factsOf(board, seatNames), [board, seatNames]);
  const selection = useSelection(props, places, facts);
  const lit = (names: readonly string[], kind: string) =>
    names.map((name, index) => (
      <Highlight key={`${kind} ${name} ${index}`} kind={kind} cell={cellOf(name)} place={places.get(name)} />
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
        CELLS.map(({ name, hand }) => (
          <CellButton
            key={name}
            cell={name}
            label={cellLabel(facts.nameOf(name), name, position, selection)}
            place={places.get(name) ?? { x: 0, y: 0 }}
            width={SQUARE}
            height={hand === null ? SQUARE : HAND_HEIGHT}
            selection={selection}
          />
        ))}
    </BoardSurface>
  );
}

/** What moves that are chosen in advance ask of the cells. */
function factsOf(board: BoardView, seatNames: readonly string[]): CellFacts {
  const contentAt = (name: string) => {
    const cell = cellOf(name);
    return cell ? contentOf(cell, board) : null;
  };
  return {
    ownerOf: (name) => contentAt(name)?.owner,
    isOnBoard: (name) => cellOf(name)?.hand === null,
    nameOf: (name) => {
      const cell = cellOf(name);
      return cell ? nameOf(cell, board, seatNames) : name;
    },
  };
}

/** `b3, chick of Forest`, `2 chicks in hand of Sky`. */
function nameOf(cell: Cell, board: BoardView, seatNames: readonly string[]): string {
  const { name, hand, index } = cell;
  const content = contentOf(cell, board);
  if (hand === null) {
    return `${name}, ${content ? `${ANIMAL_NAMES[content.animal]} of ${seatNames[content.owner]}` : 'empty'}`;
  }
  const [animal, count] = [ANIMAL_NAMES[HELD[index] ?? 'C'], content?.count ?? 0];
  return `${count === 0 ? 'no' : count} ${animal}${count > 1 ? 's' : ''} in hand of ${seatNames[hand]}`;
}

interface HighlightProps {
  kind: string;
  cell: Cell | undefined;
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
