// The board of Chexers: hexes on a round table, homes and goals at its rim, and pieces that glide and turn, all
// drawn from the position.

import {
  type BoardProps,
  BoardSurface,
  CellButton,
  type CellFacts,
  cellLabel,
  MarkSigns,
  TargetLabels,
  TargetSigns,
  useKept,
  useSelection,
} from '@ludwerk/web/board';
import type { MoveView } from '@ludwerk/web/types';
import { type MouseEvent, useMemo } from 'react';
import { Backdrop } from './Backdrop';
import { Bar } from './Bar';
import styles from './Board.module.css';
import type { BoardView } from './board.types';
import { COLOURS, EXITS_TO_WIN, exitColour, hexOf, isGoal } from './hexes';
import {
  barHeight,
  cellPlaces,
  goalAngle,
  HEX,
  hexPath,
  type Shape,
  SIZE,
  segmentPath,
  shapeOf,
} from './layout';
import { PieceLayer } from './PieceLayer';
import { kindsOf, readScene, type Scene, threatened } from './position';

const NO_MARKS: never[] = [];
const NO_THREATS: ReadonlySet<string> = new Set();
const HEX_OUTLINE = hexPath();
/** The smaller the screen, the larger the letters in it. */
const COORDINATE_SIZES: Readonly<Record<Shape, number>> = { picture: 12, wide: 12, tall: 14.5 };

export default function Board(props: BoardProps<BoardView>) {
  const { position, orientation, seatNames, marks = NO_MARKS, animate, preview = false, label } = props;
  const { mayMove, wide = true, coordinates = true } = props;
  const [showsThreats, setShowsThreats] = useKept('chexers.threats');
  const [showsRepetition, setShowsRepetition] = useKept('chexers.repetition');
  const scene = useMemo(() => readScene(position.board), [position.board]);
  const places = useMemo(() => cellPlaces(orientation), [orientation]);
  const shape = shapeOf({ wide, preview });
  const layout = useMemo(() => ({ width: SIZE, height: SIZE + barHeight(shape), places }), [shape, places]);
  const facts = useMemo((): CellFacts => {
    const nameOf = (cell: string) => nameFor(cell, scene, seatNames);
    // Whoever chooses a move leaves the board by a place like any other; nothing is picked up there.
    return { ownerOf: (cell) => scene.owners.get(cell), isOnBoard: (cell) => places.has(cell), nameOf };
  }, [scene, places, seatNames]);
  const chosen = useSelection(props, places, facts);
  const selection = {
    ...chosen,
    targets: kindsOf(chosen.targets, chosen.selected[0], scene),
    // The bar offers the pass.
    passes: [],
  };
  const threats = useMemo(
    () => (showsThreats && !preview ? threatened(scene) : NO_THREATS),
    [showsThreats, preview, scene],
  );
  const lit = useMemo(
    () => litCells(position.last?.touches ?? [], chosen.selected),
    [position.last, chosen.selected],
  );

  const exitAtOnce = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
    const exit = exitFrom(position.legal, cell?.getAttribute('data-cell') ?? '');
    if (exit && mayMove && !chosen.pending) chosen.choose(exit);
  };
  const board = (
    <BoardSurface
      layout={layout}
      selection={selection}
      label={label}
      preview={preview}
      className={styles.chexers}
    >
      <Backdrop
        orientation={orientation}
        seatNames={seatNames}
        toMove={position.to_move}
        coordinates={coordinates && !preview ? COORDINATE_SIZES[shape] : null}
        lit={lit}
      />
      <TargetSigns selection={selection} places={places} size={HEX * 0.84} />
      <PieceLayer
        position={position}
        orientation={orientation}
        places={places}
        selection={selection}
        animate={animate}
        threats={threats}
      />
      <MarkSigns marks={marks} places={places} selection={selection} />
      <TargetLabels selection={selection} places={places} size={HEX * 0.9} />
      {!preview && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a short cut; the cells inside are the buttons.
        <g onDoubleClick={exitAtOnce}>
          {[...places].map(([cell, place]) => (
            <CellButton
              key={cell}
              cell={cell}
              label={cellLabel(facts.nameOf(cell), cell, { threats: [...threats] }, selection)}
              place={place}
              width={HEX}
              height={HEX}
              outline={outlineOf(cell, orientation)}
              selection={selection}
            />
          ))}
        </g>
      )}
    </BoardSurface>
  );
  if (preview) return board;
  return (
    <div className={styles.surface}>
      {board}
      <Bar
        shape={shape}
        position={position}
        scene={scene}
        seatNames={seatNames}
        threats={{ on: showsThreats, set: setShowsThreats }}
        repetition={{ on: showsRepetition, set: setShowsRepetition }}
        pass={chosen.passes[0] ?? null}
        onPass={chosen.choose}
      />
    </div>
  );
}

/** `-3,0, piece of Red, goal of Blue`, `exits of Red, 2 of 4`. */
function nameFor(cell: string, { owners, exits }: Scene, seatNames: readonly string[]): string {
  const goer = exitColour(cell);
  if (goer) return `exits of ${seatNames[goer.seat]}, ${exits[goer.seat]} of ${EXITS_TO_WIN}`;
  const owner = owners.get(cell);
  const hex = hexOf(cell);
  const goal = hex && COLOURS.find((colour) => isGoal(hex, colour));
  const what = owner === undefined ? 'empty' : `piece of ${seatNames[owner]}`;
  return `${cell}, ${what}${goal ? `, goal of ${seatNames[goal.seat]}` : ''}`;
}

/** The move that takes the piece of a hex off the board. */
function exitFrom(legal: readonly MoveView[], cell: string): MoveView | undefined {
  return legal.find(({ touches }) => touches[0] === cell && exitColour(touches.at(-1) ?? '') !== undefined);
}

function litCells(last: readonly string[], selected: readonly string[]): Map<string, 'last' | 'selected'> {
  return new Map([
    ...last.map((cell): [string, 'last'] => [cell, 'last']),
    ...selected.map((cell): [string, 'selected'] => [cell, 'selected']),
  ]);
}

function outlineOf(cell: string, orientation: number): string {
  const goer = exitColour(cell);
  return goer ? segmentPath(goalAngle(goer.seat, orientation), -3) : HEX_OUTLINE;
}
