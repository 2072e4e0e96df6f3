// A plain board for any game, drawn from the cells of the position, for games that bring no board of
// their own.

import { useMemo } from 'react';
import type { CellView } from '../api/types';
import { BoardSurface, CellButton } from './BoardSurface';
import styles from './CellBoard.module.css';
import { cellName } from './cellFacts';
import type { BoardProps } from './contract';
import { cellLabel } from './labels';
import { CELL, cellLayout, type Point } from './layout';
import { MarkSigns } from './Marks';
import { TargetLabels, TargetSigns } from './Targets';
import { useSelection } from './useSelection';

const NO_MARKS: never[] = [];
const HEXAGON = polygon(6, CELL / Math.sqrt(3), 30);
/** Seats differ by the shape of their pieces as well as by colour; a fifth seat begins anew. */
const SHAPES = [polygon(40, 36, 0), polygon(4, 44, 45), polygon(3, 46, -90), polygon(6, 38, 0)];

export function CellBoard(props: BoardProps) {
  const { position, orientation, seatNames, marks = NO_MARKS, preview = false, label } = props;
  const layout = useMemo(
    () => cellLayout(position.cells, orientation, seatNames.length),
    [position.cells, orientation, seatNames.length],
  );
  const selection = useSelection(props, layout.places);
  const placed = position.cells.flatMap((cell) => {
    const place = layout.places.get(cell.name);
    return place ? [{ cell, place }] : [];
  });
  const last = new Set(position.last?.touches);
  return (
    <BoardSurface layout={layout} selection={selection} label={label} preview={preview}>
      {placed.map(({ cell, place }) => (
        <CellShape
          key={cell.name}
          cell={cell}
          place={place}
          hexagonal={layout.hexagonal && cell.hand === null}
          state={
            selection.selected.includes(cell.name) ? 'selected' : last.has(cell.name) ? 'last' : undefined
          }
          threatened={position.threats.includes(cell.name)}
        />
      ))}
      <TargetSigns selection={selection} places={layout.places} size={CELL * 0.9} />
      {placed.map(({ cell, place }) => {
        const held = selection.drag?.cell === cell.name;
        const at = held && selection.drag ? selection.drag.point : place;
        return cell.text !== '' && <CellPiece key={cell.name} cell={cell} place={at} />;
      })}
      <MarkSigns marks={marks} places={layout.places} selection={selection} />
      <TargetLabels selection={selection} places={layout.places} size={CELL * 0.9} />
      {!preview &&
        placed.map(({ cell, place }) => (
          <CellButton
            key={cell.name}
            cell={cell.name}
            label={cellLabel(cellName(cell, seatNames), cell.name, position, selection)}
            place={place}
            width={CELL}
            height={CELL}
            outline={layout.hexagonal && cell.hand === null ? HEXAGON : undefined}
            selection={selection}
          />
        ))}
    </BoardSurface>
  );
}

interface CellShapeProps {
  cell: CellView;
  place: Point;
  hexagonal: boolean;
  state: 'selected' | 'last' | undefined;
  threatened: boolean;
}

function CellShape({ cell, place, hexagonal, state, threatened }: CellShapeProps) {
  const half = CELL / 2;
  return (
    <g
      transform={`translate(${place.x} ${place.y})`}
      className={cell.hand === null ? styles.cell : styles.slot}
      data-state={state}
    >
      {hexagonal ? (
        <path d={HEXAGON} />
      ) : (
        <rect x={-half} y={-half} width={CELL} height={CELL} rx={cell.hand === null ? 0 : 14} />
      )}
      {threatened && <circle r={46} className={styles.threat} />}
    </g>
  );
}

function CellPiece({ cell, place }: { cell: CellView; place: Point }) {
  const shape = cell.owner === null ? null : SHAPES[cell.owner % SHAPES.length];
  return (
    <g
      transform={`translate(${place.x} ${place.y})`}
      className={styles.piece}
      data-seat={cell.owner === null ? undefined : cell.owner % SHAPES.length}
    >
      {shape && <path d={shape} />}
      <text textAnchor="middle" y={10} fontSize={cell.text.length > 2 ? 24 : 30} fontWeight={700}>
        {cell.text}
      </text>
    </g>
  );
}

function polygon(corners: number, radius: number, firstDegrees: number): string {
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = ((firstDegrees + (360 * index) / corners) * Math.PI) / 180;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}
