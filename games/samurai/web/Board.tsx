// The board of Samurai: the map with its settlements, figures and tiles, the hand below it, and what there is to
// know and to do, all drawn from the position.

import {
  type BoardProps,
  BoardSurface,
  CellButton,
  cellLabel,
  MarkSigns,
  type Point,
  TargetLabels,
  useSelection,
} from '@ludwerk/web/board';
import { type CSSProperties, useMemo, useState } from 'react';
import { Backdrop } from './Backdrop';
import { Bar } from './Bar';
import styles from './Board.module.css';
import type { BoardView } from './board.types';
import { boardMoves, figureCell, figureOf, handTile, supplyKind } from './choices';
import { HandChoice } from './HandChoice';
import { Inspector } from './Inspector';
import { type BoardLayout, boxStyle, figurePlaces, hexPath, layoutOf, shapeOf } from './layout';
import { isSettlement } from './map';
import { cellNameOf } from './names';
import { Pieces } from './Pieces';
import { readScene, type Scene } from './position';
import { ScoreTable } from './ScoreTable';
import { Tray, trayOf } from './Tray';
import { useGains } from './useGains';

const NO_MARKS: never[] = [];
const NO_THREATS = { threats: [] };
const HEX = hexPath();

export default function Board(props: BoardProps<BoardView>) {
  const { position, orientation, seatNames, marks = NO_MARKS, animate, preview = false, label } = props;
  const { mayMove, wide = true, coordinates = true } = props;
  const scene = useMemo(() => readScene(position.board), [position.board]);
  const shape = shapeOf({ wide, preview });
  const layout = useMemo(() => layoutOf(scene.players, shape), [scene.players, shape]);
  const [inspected, setInspected] = useState<number | null>(null);
  const gains = useGains(position.ply, position.recent.length, scene);

  const legal = useMemo(() => boardMoves(position.legal), [position.legal]);
  const tray = useMemo(
    () => trayOf(scene, layout, orientation, position.to_move),
    [scene, layout, orientation, position.to_move],
  );
  const [asksFigures, setAsksFigures] = useState(false);
  const places = useMemo(
    () => cellPlaces(scene, layout, tray.places, asksFigures),
    [scene, layout, tray.places, asksFigures],
  );
  // Nobody knows what he will hold or where there will be room, so nothing is chosen in advance.
  const chosen = useSelection({ ...props, position: { ...position, legal }, premoves: undefined }, places);
  const wantsFigures = handTile(chosen.selected[0]) === 'swap';
  if (wantsFigures !== asksFigures) setAsksFigures(wantsFigures);
  // The bar has the moves without a place.
  const selection = { ...chosen, passes: [] };
  const shown = useMemo(
    () =>
      marks.flatMap((mark) =>
        boardMoves([mark.move])
          .slice(0, 1)
          .map((move) => ({ ...mark, move })),
      ),
    [marks],
  );

  const spaceOf = (target: EventTarget | null): number | null => {
    const name = target instanceof Element ? target.closest('[data-cell]')?.getAttribute('data-cell') : null;
    const space = scene.spaces[figureOf(name ?? '')?.settlement ?? Number(name ?? Number.NaN)];
    return space && isSettlement(space) ? space.id : null;
  };
  const empty = scene.spaces.filter((space) => isSettlement(space) && scene.figures[space.id]?.length === 0);
  const isSetup = scene.phase === 'figure' || scene.phase === 'hand';
  const board = (
    <BoardSurface
      layout={{ width: layout.width, height: layout.total, places }}
      selection={selection}
      label={label}
      preview={preview}
      className={styles.samurai}
    >
      <Backdrop
        players={scene.players}
        names={coordinates && !preview}
        empty={isSetup ? '' : empty.map(({ id }) => id).join(' ')}
      />
      <Pieces
        scene={scene}
        layout={layout}
        recent={position.recent}
        selection={selection}
        places={places}
        seat={tray.seat}
        animate={animate}
      />
      {!preview && (
        <Tray tray={tray} layout={layout} scene={scene} selection={selection} isActive={mayMove} />
      )}
      <MarkSigns marks={shown} places={places} selection={selection} />
      <TargetLabels selection={selection} places={places} size={90} />
      {!preview && (
        // biome-ignore lint/a11y/noStaticElementInteractions: what is looked at; the cells inside are the buttons.
        <g
          onPointerOver={(event) => event.pointerType === 'mouse' && setInspected(spaceOf(event.target))}
          onPointerLeave={(event) => event.pointerType === 'mouse' && setInspected(null)}
          onFocus={(event) => setInspected(spaceOf(event.target))}
          onClickCapture={(event) => {
            const settlement = spaceOf(event.target);
            setInspected(settlement);
            // Looking at a settlement does not put back the tile in hand.
            const cell = (event.target as Element).closest('[data-cell]')?.getAttribute('data-cell') ?? '';
            if (settlement !== null && !selection.targets.has(cell)) event.stopPropagation();
          }}
        >
          {[...places].map(([cell, place]) => (
            <CellButton
              key={cell}
              cell={cell}
              label={cellLabel(cellNameOf(cell, scene, seatNames), cell, NO_THREATS, selection)}
              place={place}
              {...sizeOfCell(cell, layout, tray.tile)}
              selection={selection}
            />
          ))}
        </g>
      )}
    </BoardSurface>
  );
  if (preview) return board;
  const end =
    mayMove && !chosen.pending ? position.legal.find(({ touches }) => touches.length === 0) : undefined;
  return (
    <div className={styles.surface} data-shape={shape}>
      {board}
      <aside className={styles.corner} style={cornerStyle(layout)} aria-label="Scores">
        {(shape === 'wide' || inspected === null) && (
          <div>
            <ScoreTable
              scene={scene}
              seatNames={seatNames}
              toMove={position.to_move}
              endsByTies={props.variant !== 'thesis'}
            />
          </div>
        )}
        {inspected !== null && <Inspector scene={scene} settlement={inspected} seatNames={seatNames} />}
      </aside>
      {scene.phase !== 'hand' || !mayMove ? (
        <Bar
          layout={layout}
          scene={scene}
          position={position}
          seatNames={seatNames}
          selection={selection}
          mayMove={mayMove}
          gains={gains}
          end={end ?? null}
          hinted={marks.some(({ move }) => move.touches.length === 0)}
          onTakeBack={props.onTakeBack}
        />
      ) : (
        <HandChoice seat={position.to_move ?? orientation} legal={position.legal} onChoose={chosen.choose} />
      )}
    </div>
  );
}

/** The middles of all cells: spaces from north to south, figures while they are chosen, then the tray. */
function cellPlaces(
  scene: Scene,
  layout: BoardLayout,
  tray: ReadonlyMap<string, Point>,
  asksFigures: boolean,
): Map<string, Point> {
  const cells = scene.spaces.flatMap((space): [string, Point][] => {
    const point = layout.points[space.id];
    if (!point) return [];
    const figures = scene.figures[space.id] ?? [];
    if (!asksFigures || figures.length === 0) return [[String(space.id), point]];
    return figurePlaces(figures.length, space.terrain).map(({ at }, index) => [
      figureCell(space.id, figures[index] ?? ''),
      { x: point.x + at.x, y: point.y + at.y },
    ]);
  });
  cells.sort(([, one], [, other]) => Math.round(one.y - other.y) || one.x - other.x);
  return new Map([...cells, ...tray]);
}

function sizeOfCell(cell: string, layout: BoardLayout, tile: number) {
  if (figureOf(cell)) return { width: 40, height: 74 };
  if (handTile(cell) || supplyKind(cell)) {
    const reach = tile * 1.04;
    return { width: reach * 2, height: reach * 1.74, outline: hexPath(0, reach) };
  }
  return { width: 100, height: 86, outline: layout.tile > 0 ? HEX : undefined };
}

function cornerStyle(layout: BoardLayout): CSSProperties {
  const width = (layout.corner.width / layout.width) * 100;
  return { ...boxStyle(layout.corner, layout), '--corner': width.toFixed(2) } as CSSProperties;
}
