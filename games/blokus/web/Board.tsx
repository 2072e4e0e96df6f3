// The board of Blokus: the squares, the trays of all colours, and the piece in hand, all drawn from the position.

import { BoardPicture, type BoardProps, boardClass, neighbour, type Point } from '@ludwerk/web/board';
import type { MoveView } from '@ludwerk/web/types';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { shapeOf } from './aspect';
import { Bar } from './Bar';
import styles from './Board.module.css';
import type { BoardView } from './board.types';
import { coveredNames } from './ghost';
import { CELL, layoutOf, squareAt } from './layout';
import { PlacedPieces } from './PlacedPieces';
import { PIECES, sizeOf } from './pieces';
import { mainColour, readChoices, readScene, type Scene } from './position';
import { GhostPiece, MarkOutlines, OpenSigns } from './Signs';
import { Squares } from './Squares';
import { Tray } from './Tray';
import { usePlacement, usePlacementKeys } from './usePlacement';
import { usePointers } from './usePointers';
import { Words } from './Words';

const NO_MARKS: never[] = [];
const NO_MOVES: never[] = [];

export default function Board(props: BoardProps<BoardView>) {
  return props.preview ? <Picture {...props} /> : <Table {...props} />;
}

/** The board alone, to be looked at. */
function Picture({ position, orientation, animate, label, marks = NO_MARKS }: BoardProps<BoardView>) {
  const scene = useMemo(() => readScene(position, orientation), [position, orientation]);
  const layout = layoutOf(scene.size, scene.colours.length, 'picture');
  return (
    <BoardPicture width={layout.width} height={layout.height} label={label} className={styles.blokus}>
      <Squares scene={scene} position={position} coordinates={false} squareProps={null} />
      <OpenSigns scene={scene} colour={null} />
      <PlacedPieces scene={scene} position={position} layout={layout} animate={animate} ownMove={null} />
      <MarkOutlines scene={scene} marks={marks} onlyPointed={false} />
    </BoardPicture>
  );
}

/** The board with its trays, to be played on. */
function Table(props: BoardProps<BoardView>) {
  const { position, orientation, mayMove, marks = NO_MARKS, wide = true, label } = props;
  const scene = useMemo(() => readScene(position, orientation), [position, orientation]);
  const { size, colours, toMove } = scene;
  const layout = useMemo(
    () => layoutOf(size, colours.length, shapeOf({ wide, preview: false })),
    [size, colours.length, wide],
  );
  const legal = mayMove ? position.legal : NO_MOVES;
  const choices = useMemo(() => readChoices(legal, scene), [legal, scene]);
  const placing = usePlacement({ position, mayMove, onMove: props.onMove, scene, choices });
  const { held, placement, pending } = placing;
  const { beside, surfaceProps } = usePointers(placing, size);
  const ownMove = useRef<MoveView | null>(null);
  if (pending) ownMove.current = pending.move;

  const main = mainColour(scene, mayMove, orientation);
  const order = main ? [main, ...colours.filter((colour) => colour !== main)] : colours;
  const isChoosing = mayMove && pending === null && legal.length > 0;
  const focus = useFocus(scene, layout.trays[0]?.places, isChoosing ? main?.held : undefined);
  const svg = useRef<SVGSVGElement | null>(null);
  usePlacementKeys(placing, placing.putBack);
  useFocusBack(held?.byKeyboard === true, isChoosing, svg);

  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>) => {
    const piece = event.target instanceof Element ? event.target.getAttribute('data-piece') : null;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (piece !== null && (event.key === 'Enter' || event.key === ' ')) {
      placing.pick(piece, { by: 'keyboard' });
    } else if (!focus.walk(event)) return;
    // The page must neither scroll nor step through the moves while someone walks over the board.
    event.preventDefault();
    event.stopPropagation();
  };
  const names = held ? coveredNames(held, scene) : [];
  const said = held ? `${held.piece} on ${names.join(', ')}: ${placement ? 'fits' : 'does not fit'}.` : '';
  const worth = placement && props.targetLabels?.(placement.move);
  return (
    <div className={styles.surface}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset. */}
      <svg
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="group"
        aria-label={label}
        className={boardClass(styles.blokus)}
        data-choosing={isChoosing ? 'now' : undefined}
        data-holding={held?.stage}
        {...surfaceProps}
        ref={(element) => {
          svg.current = element;
          return surfaceProps.ref(element);
        }}
        onKeyDown={onKeyDown}
        onPointerDownCapture={focus.onPress}
      >
        <Squares
          scene={scene}
          position={position}
          coordinates={props.coordinates ?? true}
          squareProps={focus.squareProps}
        />
        <OpenSigns scene={scene} colour={mayMove && toMove ? toMove.number : null} />
        <PlacedPieces
          scene={scene}
          position={position}
          layout={layout}
          trays={order}
          animate={props.animate}
          ownMove={ownMove.current}
        />
        {order.map((colour, index) => {
          const tray = layout.trays[index];
          return (
            tray && (
              <Tray
                key={colour.number}
                colour={colour}
                layout={tray}
                isMain={index === 0}
                isToMove={colour === toMove}
                choices={index === 0 && isChoosing ? choices : null}
                taken={index === 0 ? (held?.piece ?? pending?.ghost.piece) : undefined}
                reachable={focus.squareProps.reachable}
                pieceProps={(name) => ({
                  ...focus.pieceProps(name),
                  // Screen readers click without a pointer.
                  onClick: (event: { detail: number }) =>
                    event.detail === 0 && placing.pick(name, { by: 'keyboard' }),
                })}
              />
            )
          );
        })}
        <MarkOutlines scene={scene} marks={pending ? NO_MARKS : marks} onlyPointed={held !== null} />
        {toMove && (held ?? pending) && (
          <GhostPiece
            key={placing.refusals}
            colour={toMove.name}
            ghost={held ?? pending?.ghost ?? null}
            size={size}
            state={pending ? 'placed' : placement ? 'fits' : 'wrong'}
            shakes={placing.refusals > 0}
            beside={beside}
            worth={worth || undefined}
            name={
              held?.stage === 'set'
                ? `${said} Arrow keys move it, R turns, F flips, Enter places.`
                : undefined
            }
            takesFocus={held?.byKeyboard === true}
          />
        )}
      </svg>
      <Bar
        layout={layout}
        placing={placing}
        words={<Words position={position} scene={scene} mayMove={mayMove} pass={choices.pass} />}
        pass={isChoosing ? choices.pass : null}
        onPass={(move) => props.onMove?.(move)}
        onPutBack={placing.putBack}
      />
      <p className={styles.said} aria-live="polite">
        {said}
      </p>
    </div>
  );
}

/** A key that gets the focus so soon after a press got it by the press. */
const PRESS_MS = 500;

/** Walking over the squares and the pieces of the main tray with the arrow keys; one of them can be tabbed to. */
function useFocus(
  scene: Scene,
  tray: ReadonlyMap<string, Point> | undefined,
  held: ReadonlySet<string> | undefined,
) {
  const [focused, setFocused] = useState<string | null>(null);
  const byPointer = useRef(false);
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const places = useMemo(() => {
    const all = new Map<string, Point>();
    for (const { name, squares } of PIECES.toReversed()) {
      const at = tray?.get(name);
      const { width, height } = sizeOf(squares);
      if (at && held?.has(name)) all.set(`piece ${name}`, { x: at.x + width * 8, y: at.y + height * 8 });
    }
    for (const square of scene.squares) {
      const { x, y } = squareAt(square);
      all.set(`cell ${square.name}`, { x: x + CELL / 2, y: y + CELL / 2 });
    }
    return all;
  }, [scene.squares, tray, held]);
  const reachable = focused !== null && places.has(focused) ? focused : places.keys().next().value;
  const onFocus = (id: string) => () => {
    byPointer.current = performance.now() - pressedAt.current < PRESS_MS;
    setFocused(id);
  };
  const propsOf = (id: string) => ({
    tabIndex: id === reachable ? 0 : -1,
    'data-focus': id,
    onFocus: onFocus(id),
  });
  return {
    pieceProps: (name: string) => propsOf(`piece ${name}`),
    squareProps: { reachable, onFocus, prefix: 'cell ' },
    onPress: () => {
      pressedAt.current = performance.now();
      byPointer.current = true;
    },
    /** Steps to the neighbour; whether the key was meant for that. */
    walk: (event: KeyboardEvent<SVGSVGElement>): boolean => {
      const from = event.target instanceof Element ? event.target.getAttribute('data-focus') : null;
      // Who plays with the mouse means the moves of the game, not a walk over the board.
      if (from === null || !event.key.startsWith('Arrow') || byPointer.current) return false;
      const next = neighbour(places, from, event.key);
      const found = next && event.currentTarget.querySelector<SVGElement>(`[data-focus="${next}"]`);
      if (found) found.focus();
      return true;
    },
  };
}

/**
 * Gives the focus back to the board when the piece that had it is no longer in hand, and leads it to the tray
 * when the turn comes again, unless the person has gone elsewhere.
 */
function useFocusBack(hasFocus: boolean, isChoosing: boolean, svg: { current: SVGSVGElement | null }): void {
  const had = useRef(false);
  const waits = useRef(false);
  useEffect(() => {
    const isHere = () => svg.current?.contains(document.activeElement) ?? false;
    if (had.current && !hasFocus) {
      svg.current?.querySelector<SVGElement>('[tabindex="0"]')?.focus();
      waits.current = !isChoosing;
    } else if (waits.current && isChoosing) {
      waits.current = false;
      if (isHere()) svg.current?.querySelector<SVGElement>('[data-piece]')?.focus();
    }
    had.current = hasFocus;
  }, [hasFocus, isChoosing, svg]);
}
