// The position editor: take an animal from the palette, put it on squares by clicking or dragging, fill the
// hands, say who is to move. The text below says the same and can be edited too.

import { type EditorProps, useDrag } from '@ludwerk/web/board';
import { useId, useState } from 'react';
import {
  type Arrangement,
  arrangementText,
  emptyArrangement,
  parseArrangement,
  put,
  type Spot,
  START_TEXT,
  withSquare,
} from './arrangement';
import type { Animal, PieceView } from './board.types';
import styles from './Editor.module.css';
import { EditorBoard, EditorHand } from './EditorBoard';
import { PieceIcon } from './PieceIcon';
import { ANIMAL_NAMES } from './pieces';

const PALETTE: readonly Animal[] = ['L', 'G', 'E', 'C', 'H'];
const SEATS = [0, 1];

export default function Editor({ position, onChange, seatNames, pieceSet }: EditorProps) {
  const id = useId();
  const parsed = parseArrangement(position);
  // While a text is being typed it may not be a whole position; the board then keeps what it showed.
  const [shown, setShown] = useState<Arrangement>(() => parsed ?? emptyArrangement(0));
  if (parsed && arrangementText(parsed) !== arrangementText(shown)) setShown(parsed);
  const [tool, setTool] = useState<PieceView | null>({ animal: 'L', owner: 0 });
  const change = (next: Arrangement) => {
    setShown(next);
    onChange(arrangementText(next));
  };

  const { drag, suppressClick, begin, handlers } = useDrag({
    canDrag: (place) => taken(shown, place) !== null,
    onStart: () => {},
    onDrop: (place, over) => {
      const occupant = taken(shown, place);
      if (!occupant || over === place) return;
      const square = squareOf(place);
      const lifted = square === null ? shown : withSquare(shown, square, null);
      const spot = spotOf(over);
      if (spot) change(put(lifted, occupant, spot));
      else if (square !== null) change(lifted);
    },
    resetKey: '',
  });
  const held = drag && taken(shown, drag.cell);

  const touchSquare = (square: number) => {
    if (suppressClick()) return;
    const present = shown.squares[square] ?? null;
    change(withSquare(shown, square, tool && !same(present, tool) ? tool : null));
  };
  const hand = (seat: number) => (
    <EditorHand
      seat={seat}
      name={seatNames[seat] ?? ''}
      arrangement={shown}
      onChange={change}
      pieceSet={pieceSet}
    />
  );

  return (
    <div className={styles.surface} {...handlers}>
      <div className={styles.frame}>
        <div className={styles.editor}>
          <div className={styles.table}>
            {hand(1)}
            <EditorBoard
              arrangement={shown}
              seatNames={seatNames}
              lifted={drag ? squareOf(drag.cell) : null}
              over={drag ? drag.over : null}
              onTouch={touchSquare}
              onPress={begin}
              pieceSet={pieceSet}
            />
            {hand(0)}
          </div>
          <fieldset className={`${styles.group} ${styles.put}`}>
            <legend>Put</legend>
            <div className={styles.palette}>
              {SEATS.toReversed().map((owner) =>
                PALETTE.map((animal) => (
                  <label
                    key={`${animal}${owner}`}
                    className={styles.tool}
                    data-cell={`put ${animal}${owner}`}
                    onPointerDown={(event) => begin(event, `put ${animal}${owner}`)}
                  >
                    <input
                      type="radio"
                      name={`${id} tool`}
                      checked={same(tool, { animal, owner })}
                      onChange={() => setTool({ animal, owner })}
                      aria-label={`${ANIMAL_NAMES[animal]} of ${seatNames[owner] ?? ''}`}
                    />
                    <PieceIcon animal={animal} owner={owner} pieceSet={pieceSet} />
                  </label>
                )),
              )}
              <label className={`${styles.tool} ${styles.remove}`}>
                <input
                  type="radio"
                  name={`${id} tool`}
                  checked={tool === null}
                  onChange={() => setTool(null)}
                  aria-label="Remove"
                />
                <span aria-hidden="true">Remove</span>
              </label>
            </div>
            <p className={styles.help}>
              Click a square to put the chosen animal there, and again to take it away. You can drag, too.
            </p>
          </fieldset>
          <div className={styles.tools}>
            <fieldset className={styles.group}>
              <legend>To move</legend>
              <div className={styles.row}>
                {SEATS.map((seat) => (
                  <label key={seat} className={styles.side}>
                    <input
                      type="radio"
                      name={`${id} side`}
                      checked={shown.toMove === seat}
                      onChange={() => change({ ...shown, toMove: seat })}
                    />
                    <span>{seatNames[seat]}</span>
                  </label>
                ))}
              </div>
            </fieldset>
            <div className={styles.row}>
              <button type="button" className={styles.button} onClick={() => onChange(START_TEXT)}>
                Start position
              </button>
              <button
                type="button"
                className={styles.button}
                onClick={() => change(emptyArrangement(shown.toMove))}
              >
                Clear
              </button>
            </div>
            <div className={styles.group}>
              <label htmlFor={`${id} text`}>Position as text</label>
              <input
                id={`${id} text`}
                className={styles.text}
                value={position}
                spellCheck={false}
                autoCapitalize="off"
                autoComplete="off"
                aria-describedby={`${id} help`}
                onChange={(event) => onChange(event.target.value)}
              />
              <p id={`${id} help`} className={styles.help}>
                {parsed
                  ? 'Squares from a1 to c4, both hands, and S or G to move.'
                  : 'This is not a whole position yet; the board shows the last one.'}
              </p>
            </div>
          </div>
        </div>
      </div>
      {drag && held && (
        <div className={styles.held} style={{ left: drag.point.x, top: drag.point.y }}>
          <PieceIcon {...held} pieceSet={pieceSet} />
        </div>
      )}
    </div>
  );
}

/** What is dragged from a place: a square's occupant, or an animal of the palette. */
function taken(arrangement: Arrangement, place: string): PieceView | null {
  const square = squareOf(place);
  if (square !== null) return arrangement.squares[square] ?? null;
  const match = /^put ([CEGHL])([01])$/.exec(place);
  return match ? { animal: match[1] as Animal, owner: Number(match[2]) } : null;
}

function squareOf(place: string): number | null {
  const match = /^square (\d+)$/.exec(place);
  return match ? Number(match[1]) : null;
}

function spotOf(place: string | null): Spot | null {
  if (place === null) return null;
  const square = squareOf(place);
  if (square !== null) return { square };
  const match = /^hand ([01])$/.exec(place);
  return match ? { hand: Number(match[1]) } : null;
}

function same(one: PieceView | null, other: PieceView | null): boolean {
  return one !== null && other !== null && one.animal === other.animal && one.owner === other.owner;
}
