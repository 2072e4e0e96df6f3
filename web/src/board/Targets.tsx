// Signs for where a touch may go, the same on every board. Each differs from the others by its shape, so that
// nobody has to tell colours apart.

import type { MoveKind } from '../api/types';
import { Decoration } from './Decoration';
import { Label } from './Label';
import { CELL, type Point } from './layout';
import styles from './Targets.module.css';
import type { Selection } from './useSelection';

interface PlacedProps {
  selection: Selection;
  places: ReadonlyMap<string, Point>;
  /** How wide a cell is. */
  size?: number | undefined;
}

/** The places that may be touched next. Boards draw them below the pieces. */
export function TargetSigns({ selection, places, size = CELL }: PlacedProps) {
  return [...selection.targets].map(([cell, kind]) => {
    const place = places.get(cell);
    const strong = selection.drag?.over === cell;
    return place && <TargetSign key={cell} kind={kind} place={place} size={size} strong={strong} />;
  });
}

/** What the moves there are worth, at the lower edge of the cell. Boards draw them above the pieces. */
export function TargetLabels({ selection, places, size = CELL }: PlacedProps) {
  return (
    <Decoration className={styles.labels}>
      {[...selection.targetLabels].map(([cell, text]) => {
        const place = places.get(cell);
        return (
          place && <Label key={cell} at={{ x: place.x, y: place.y + size * 0.35 }} text={text} size={17} />
        );
      })}
    </Decoration>
  );
}

/** A place that may be touched next: a dot to move, corners to capture, a dashed ring to drop. */
export function TargetSign({ kind, place, size, strong }: TargetSignProps) {
  const half = size / 2;
  const transform = `translate(${place.x} ${place.y})`;
  const reach = strong ? 1.15 : 1;
  if (kind === 'capture') {
    const [near, far] = [half * 0.52, half * 0.92];
    const corner = `M${-far} ${-near} V${-far} H${-near}`;
    return (
      <g transform={transform} className={styles.capture} data-target={kind}>
        {strong && <rect x={-far} y={-far} width={2 * far} height={2 * far} className={styles.wash} />}
        {[0, 90, 180, 270].map((angle) => (
          <path
            key={angle}
            d={corner}
            transform={`rotate(${angle})`}
            fill="none"
            strokeWidth={size * 0.075}
          />
        ))}
      </g>
    );
  }
  if (kind === 'drop') {
    const radius = half * 0.52 * reach;
    return (
      <g transform={transform} className={styles.drop} data-target={kind}>
        {strong && <circle r={radius} className={styles.wash} />}
        <circle
          r={radius}
          fill="none"
          strokeWidth={size * 0.06}
          strokeDasharray={`${radius * 0.6} ${radius * 0.4472}`}
          strokeLinecap="round"
        />
        <path
          d={`M${-half * 0.2} 0 H${half * 0.2} M0 ${-half * 0.2} V${half * 0.2}`}
          strokeWidth={size * 0.06}
        />
      </g>
    );
  }
  return (
    <g transform={transform} className={kind === 'move' ? styles.move : styles.other} data-target={kind}>
      {kind === 'move' ? (
        <circle r={half * 0.27 * reach} />
      ) : (
        <path d={`M0 ${-half * 0.4} L${half * 0.4} 0 L0 ${half * 0.4} L${-half * 0.4} 0 Z`} />
      )}
      {strong && <circle r={half * 0.6} className={styles.wash} />}
    </g>
  );
}

interface TargetSignProps {
  kind: MoveKind;
  place: Point;
  size: number;
  /** Whether something is being held above it. */
  strong: boolean;
}
