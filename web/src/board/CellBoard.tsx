// A plain board for any game, drawn from the cells of the position.

import type { BoardProps } from './contract';
import { cellLayout } from './layout';

export function CellBoard({ position, orientation, seatNames, label }: BoardProps) {
  const { width, height, places } = cellLayout(position.cells, orientation, seatNames.length);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {position.cells.map((cell) => {
        const place = places.get(cell.name);
        return (
          place && (
            <text key={cell.name} x={place.x} y={place.y}>
              {cell.text}
            </text>
          )
        );
      })}
    </svg>
  );
}
