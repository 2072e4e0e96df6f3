// Who has captured what, who has the most of each kind, what is set aside, and how many tiles everyone holds.

import styles from './Panels.module.css';
import { majorityOf, type Scene, sizeOf, standingOf, totalOf } from './position';
import { KindIcon, SeatIcon } from './Symbols';
import { KINDS } from './tiles';

/** So many figures set aside end the game. */
export const MOST_ASIDE = 4;

interface ScoreTableProps {
  scene: Scene;
  seatNames: readonly string[];
  toMove: number | null;
  /** Whether figures that are set aside end the game when there are enough of them. */
  endsByTies: boolean;
}

export function ScoreTable({ scene, seatNames, toMove, endsByTies }: ScoreTableProps) {
  const majorities = new Map(KINDS.map((kind) => [kind, majorityOf(scene, kind)]));
  return (
    <table className={styles.table} aria-label="Captured figures and tiles">
      <thead>
        <tr>
          <td />
          {KINDS.map((kind) => (
            <th key={kind} scope="col">
              <KindIcon kind={kind} />
              <span className={styles.hidden}>{kind}</span>
            </th>
          ))}
          <th scope="col" title="Tiles in hand">
            <HandIcon />
            <span className={styles.hidden}>tiles in hand</span>
          </th>
          <th scope="col" title="Tiles left to draw">
            <PileIcon />
            <span className={styles.hidden}>tiles left to draw</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {scene.captured.map((counts, seat) => (
          <tr key={seatNames[seat]} data-to-move={toMove === seat || undefined}>
            <th scope="row">
              <SeatIcon seat={seat} /> {seatNames[seat]}
            </th>
            {KINDS.map((kind) => (
              <td key={kind} data-most={majorities.get(kind) === seat || undefined}>
                {counts[kind]}
                {majorities.get(kind) === seat && <span className={styles.hidden}>, the most</span>}
              </td>
            ))}
            <td className={styles.faint}>{sizeOf(scene.hands[seat] ?? 0)}</td>
            <td className={styles.faint}>{scene.piles[seat]}</td>
          </tr>
        ))}
        <tr className={styles.rest}>
          <th scope="row">Set aside</th>
          {KINDS.map((kind) => (
            <td key={kind}>{scene.aside[kind]}</td>
          ))}
          <td colSpan={2} data-near={(endsByTies && totalOf(scene.aside) === MOST_ASIDE - 1) || undefined}>
            {totalOf(scene.aside)}
            {endsByTies && ` of ${MOST_ASIDE}`}
          </td>
        </tr>
        <tr className={styles.rest}>
          <th scope="row">On the board</th>
          {KINDS.map((kind) => (
            <td key={kind} data-near={standingOf(scene, kind) === 1 || undefined}>
              {standingOf(scene, kind)}
            </td>
          ))}
          <td colSpan={2} />
        </tr>
      </tbody>
    </table>
  );
}

function HandIcon() {
  return (
    <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true">
      <path d="M8 4l7-1 2 13-7 1zM5 7l-1.500 1 3 11 7-1" />
    </svg>
  );
}

function PileIcon() {
  return (
    <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true">
      <path d="M3 8l9-4 9 4-9 4zM3 12l9 4 9-4M3 16l9 4 9-4" />
    </svg>
  );
}
