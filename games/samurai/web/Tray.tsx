// The hand below the map: the tiles of the person at the screen, the backs of others, or the figures to be placed.

import { Decoration, type Point, type Selection } from '@ludwerk/web/board';
import styles from './Board.module.css';
import type { Kind } from './board.types';
import { type BoardLayout, trayPoints } from './layout';
import { type Scene, standingOf } from './position';
import { Figure } from './Symbols';
import { Token, TokenBack } from './Token';
import { KINDS, type Tile } from './tiles';

/** Something in the tray. */
type Item =
  | { what: 'tile'; cell: string; tile: Tile; count: number; at: Point }
  | { what: 'figure'; cell: string; kind: Kind; count: number; at: Point }
  | { what: 'back'; cell: null; at: Point };

export interface TrayContent {
  /** Whose it is. */
  seat: number;
  items: readonly Item[];
  /** The corner radius of its tiles. */
  tile: number;
  /** What can be touched. */
  places: ReadonlyMap<string, Point>;
}

/** So many figures of each kind are there, by the number of players. */
const FIGURES: Readonly<Record<number, number>> = { 2: 7, 3: 10, 4: 13 };

/** What lies in the tray: the hand that can be seen, the own one first; backs if none can. */
export function trayOf(
  scene: Scene,
  layout: BoardLayout,
  orientation: number,
  toMove: number | null,
): TrayContent {
  const isKnown = (seat: number | null) => seat !== null && Array.isArray(scene.hands[seat]);
  const known = scene.hands.findIndex((_, index) => isKnown(index));
  const seen = [orientation, toMove].find(
    (seat) => isKnown(seat) && (scene.hands[seat ?? -1] as Tile[]).length > 0,
  );
  const seat = seen ?? (known >= 0 ? known : orientation);
  const hand = scene.hands[seat] ?? 0;
  if (scene.phase === 'figure' && toMove !== null) {
    const left = (kind: Kind) => (FIGURES[scene.players] ?? 0) - standingOf(scene, kind);
    const kinds = KINDS.map((kind) => ({ kind, cell: `${toMove}:${kind}`, count: left(kind) }));
    return content(
      toMove,
      layout,
      kinds.map((item) => ({ what: 'figure', ...item })),
    );
  }
  if (typeof hand === 'number') {
    return content(
      seat,
      layout,
      Array.from({ length: hand }, () => ({ what: 'back', cell: null })),
    );
  }
  const sorts = [...new Set(hand)];
  return content(
    seat,
    layout,
    sorts.map((tile) => ({
      what: 'tile',
      tile,
      cell: `${seat}:${tile.name}`,
      count: hand.filter((other) => other === tile).length,
    })),
  );
}

type Loose = Item extends infer Each ? (Each extends Item ? Omit<Each, 'at'> : never) : never;

function content(seat: number, layout: BoardLayout, loose: readonly Loose[]): TrayContent {
  const { points, tile } = trayPoints(layout, loose.length);
  const items = loose.map((item, index) => ({ ...item, at: points[index] ?? { x: 0, y: 0 } }) as Item);
  const places = new Map(
    items.flatMap(({ cell, at }): [string, Point][] => (cell === null ? [] : [[cell, at]])),
  );
  return { seat, items, tile, places };
}

interface TrayProps {
  tray: TrayContent;
  layout: BoardLayout;
  scene: Scene;
  selection: Pick<Selection, 'selected' | 'starts' | 'drag' | 'pending'>;
  /** Whether the person at the screen may move. */
  isActive: boolean;
}

export function Tray({ tray, layout, selection, isActive }: TrayProps) {
  const { selected, starts, drag, pending } = selection;
  const { x, y, width, height } = layout.tray;
  const scale = tray.tile / 46;
  return (
    <Decoration>
      <rect
        className={styles.tray}
        x={x + 4}
        y={y + 2}
        width={width - 8}
        height={height - 4}
        rx={height * 0.14}
        data-active={isActive || undefined}
      />
      {tray.items.map((item, index) => {
        const isChosen = item.cell !== null && selected[0] === item.cell;
        const isAway =
          item.cell !== null &&
          item.what === 'tile' &&
          item.count === 1 &&
          (drag?.cell === item.cell || pending?.touches[0] === item.cell);
        const isIdle = isActive && item.cell !== null && !starts.has(item.cell) && !pending;
        const lift = isChosen ? -tray.tile * 0.14 : 0;
        return (
          <g
            key={item.cell ?? `back ${index}`}
            transform={`translate(${item.at.x} ${item.at.y + lift}) scale(${scale * (isChosen ? 1.06 : 1)})`}
            className={styles.held}
            data-state={isAway ? 'away' : isChosen ? 'chosen' : isIdle ? 'idle' : undefined}
          >
            {item.what === 'tile' && <Token seat={tray.seat} tile={item.tile} count={item.count} />}
            {item.what === 'back' && <TokenBack seat={tray.seat} />}
            {item.what === 'figure' && (
              <>
                <g transform="scale(1.25)">
                  <Figure kind={item.kind} />
                </g>
                <g transform="translate(33 -25)">
                  <circle className={styles.badge} r={17} />
                  <text className={styles.left} textAnchor="middle" y={7} fontSize={20}>
                    ×{item.count}
                  </text>
                </g>
              </>
            )}
          </g>
        );
      })}
    </Decoration>
  );
}
