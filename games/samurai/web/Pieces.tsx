// What stands on the map: tiles, figures, what was played since one's last turn, where something may go, and what is
// on its way there.

import { Decoration, type Point, type Selection, TargetSign } from '@ludwerk/web/board';
import type { MoveView } from '@ludwerk/web/types';
import styles from './Board.module.css';
import { figureOf, handTile, supplyKind } from './choices';
import { type BoardLayout, figurePlaces, hexPath } from './layout';
import { influencesOn, leaderOf, type Scene } from './position';
import { Figure } from './Symbols';
import { Token } from './Token';
import { tileOf } from './tiles';

const GLOW = hexPath(1, 50);

interface PiecesProps {
  scene: Scene;
  layout: BoardLayout;
  recent: readonly MoveView[];
  selection: Selection;
  places: ReadonlyMap<string, Point>;
  /** Whose tiles are in the tray. */
  seat: number;
  animate: boolean;
}

export function Pieces({ scene, layout, recent, selection, places, seat, animate }: PiecesProps) {
  const fresh = new Set(recent.flatMap(({ touches }) => touches.map(Number)));
  const { targets, selected, drag, pending } = selection;
  const isTaken = (cell: string) => scene.tiles.has(Number(cell)) || figureOf(cell) !== null;
  return (
    <Decoration className={styles.pieces}>
      {[...targets].map(([cell, kind]) => {
        const place = places.get(cell);
        const strong = drag?.over === cell;
        if (!place || isTaken(cell)) return null;
        return <TargetSign key={cell} kind={kind} place={place} size={92} strong={strong} />;
      })}
      <StillPieces scene={scene} layout={layout} fresh={fresh} animate={animate} />
      {[...targets, ...selected.map((cell): [string, 'selected'] => [cell, 'selected'])].map(
        ([cell, kind]) => {
          const place = places.get(cell);
          if (!place || !isTaken(cell)) return null;
          const transform = `translate(${place.x} ${place.y})`;
          return figureOf(cell) ? (
            <circle
              key={cell}
              className={styles.ring}
              data-kind={kind}
              r={27}
              cy={-1}
              transform={transform}
            />
          ) : (
            <path key={cell} className={styles.ring} data-kind={kind} d={GLOW} transform={transform} />
          );
        },
      )}
      {pending && (
        <Moving cell={pending.touches[0]} place={places.get(pending.touches.at(-1) ?? '')} seat={seat} />
      )}
      {drag && <Moving cell={drag.cell} place={drag.point} seat={seat} isHeld />}
    </Decoration>
  );
}

interface StillPiecesProps {
  scene: Scene;
  layout: BoardLayout;
  /** The spaces of tiles that are shown as new. */
  fresh?: ReadonlySet<number> | undefined;
  animate?: boolean | undefined;
}

/** Tiles and figures as they stand. */
export function StillPieces({ scene, layout, fresh, animate = false }: StillPiecesProps) {
  const at = (id: number) => {
    const { x, y } = layout.points[id] ?? { x: 0, y: 0 };
    return `translate(${x} ${y})`;
  };
  return (
    <>
      {[...scene.tiles].map(([id, placed]) => (
        <g key={`${id} ${placed.seat} ${placed.tile.name}`} transform={at(id)} data-at={id}>
          <g className={animate && fresh?.has(id) ? styles.arriving : undefined}>
            <Token seat={placed.seat} tile={placed.tile} />
            {fresh?.has(id) && <path className={styles.fresh} d={GLOW} data-fresh="" />}
          </g>
        </g>
      ))}
      {scene.figures.map((figures, id) =>
        figures.map((kind, index) => {
          const place = figurePlaces(figures.length, scene.spaces[id]?.terrain)[index];
          if (!place) return null;
          return (
            <g key={`${id} ${kind}`} transform={at(id)} data-at={id}>
              <g transform={`translate(${place.at.x} ${place.at.y}) scale(${place.scale})`}>
                <Figure kind={kind} leader={leaderOf(influencesOn(scene, id, kind))} />
              </g>
            </g>
          );
        }),
      )}
    </>
  );
}

interface MovingProps {
  cell: string | undefined;
  place: Point | undefined;
  seat: number;
  isHeld?: boolean;
}

/** What is being put somewhere. */
function Moving({ cell, place, seat, isHeld = false }: MovingProps) {
  const tile = tileOf(handTile(cell) ?? '');
  const kind = supplyKind(cell);
  // What is exchanged comes with the next position.
  if (!place || tile?.strength === 0) return null;
  return (
    <g transform={`translate(${place.x} ${place.y}) scale(${isHeld ? 1.12 : 1})`} className={styles.moving}>
      {tile && <Token seat={seat} tile={tile} />}
      {!tile && kind && <Figure kind={kind} />}
    </g>
  );
}
