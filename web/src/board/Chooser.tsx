// Asks which move is meant where touching cells does not tell, and offers the moves that touch none where
// there are no others.

import { useEffect, useRef } from 'react';
import styles from './Chooser.module.css';
import type { CellLayout } from './layout';
import type { Selection } from './useSelection';

/** A little list beside the cell touched last; nothing while nothing is to be asked. */
export function Chooser({
  selection,
  layout,
}: {
  selection: Selection;
  layout: Pick<CellLayout, 'width' | 'height' | 'places'>;
}) {
  const list = useRef<HTMLFieldSetElement>(null);
  const { choices, passes, selected, choose, clear } = selection;
  const asked = choices.map(({ move }) => move).join(' ');
  useEffect(() => {
    if (!asked) return;
    const before = document.activeElement;
    list.current?.querySelector('button')?.focus();
    // Whoever came with the keyboard goes on where they were.
    return () => {
      if (before instanceof SVGElement) before.focus();
    };
  }, [asked]);
  if (choices.length === 0) {
    if (passes.length === 0) return null;
    return (
      <fieldset className={styles.chooser} data-alone="">
        <legend className={styles.legend}>There is nothing else to do.</legend>
        {passes.map((move) => (
          <button key={move.move} type="button" className={styles.choice} onClick={() => choose(move)}>
            {move.move.charAt(0).toUpperCase() + move.move.slice(1)}
          </button>
        ))}
      </fieldset>
    );
  }
  const place = layout.places.get(selected.at(-1) ?? '') ?? { x: layout.width / 2, y: layout.height / 2 };
  const [left, top] = [place.x / layout.width, place.y / layout.height];
  return (
    <fieldset
      ref={list}
      className={styles.chooser}
      style={{
        left: `${left * 100}%`,
        top: `${top * 100}%`,
        transform: `translate(${-left * 100}%, ${top < 0.5 ? '2rem' : 'calc(-100% - 2rem)'})`,
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') clear();
        event.stopPropagation();
      }}
    >
      <legend className={styles.legend}>Which move?</legend>
      {choices.map((move) => (
        <button key={move.move} type="button" className={styles.choice} onClick={() => choose(move)}>
          {move.move}
        </button>
      ))}
      <button type="button" className={styles.choice} onClick={clear}>
        Cancel
      </button>
    </fieldset>
  );
}
