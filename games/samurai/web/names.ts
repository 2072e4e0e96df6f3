// What the cells of this board are called by a screen reader.

import { figureOf, handTile, settlementName, supplyKind } from './choices';
import { settlementWords } from './Inspector';
import type { Scene } from './position';
import { tileOf, tileWords } from './tiles';

/** `17, land, empty`, `Kyoto, city, rice, Red 4, now to Red; …`, `55, sea, ship 2 of Red`, `hand of Red, rice 4`. */
export function cellNameOf(cell: string, scene: Scene, seatNames: readonly string[]): string {
  const figure = figureOf(cell);
  if (figure) return `${figure.kind} of ${settlementName(figure.settlement)}`;
  const seat = Number(cell.split(':')[0]);
  const tile = tileOf(handTile(cell) ?? '');
  if (tile) return `hand of ${seatNames[seat]}, ${tileWords(tile)}`;
  const kind = supplyKind(cell);
  if (kind) return `a figure of ${kind}`;
  const space = scene.spaces[seat];
  if (!space) return cell;
  if (space.terrain === 'land' || space.terrain === 'sea') {
    const placed = scene.tiles.get(space.id);
    const what = placed ? `${tileWords(placed.tile)} of ${seatNames[placed.seat]}` : 'empty';
    return `${space.id}, ${space.terrain}, ${what}`;
  }
  const name = settlementName(space.id);
  const sort = space.terrain === 'city' ? `${name}, city` : name;
  return `${sort}, ${settlementWords(scene, space.id, seatNames)}`;
}
