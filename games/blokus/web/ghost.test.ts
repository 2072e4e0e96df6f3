// A piece in hand covers what it seems to cover, stays on the board, and fits where a legal move says so.

import { describe, expect, it } from 'vitest';
import {
  changed,
  coveredNames,
  type Ghost,
  ghostOf,
  ghostSquares,
  nextPlace,
  placementOf,
  suggestedGhost,
} from './ghost';
import { N_TURNS, PIECES } from './pieces';
import { readChoices, readScene } from './position';
import { position, SMALL } from './testing';

const small = position(SMALL);
const scene = readScene(small, 0);
const choices = readChoices(small.legal, scene);
const ghost = (piece: string, x: number, y: number, turn = 0): Ghost => ({ piece, turn, middle: { x, y } });

describe('a piece in hand', () => {
  it('covers squares around its middle', () => {
    expect(coveredNames(ghost('I3', 2.5, 2.5), scene)).toEqual(['b4', 'c4', 'd4']);
    expect(coveredNames(ghost('I3', 2.5, 2.5, 1), scene)).toEqual(['c5', 'c4', 'c3']);
  });

  it('stays on the board, wherever it is carried and however it is turned', () => {
    for (const { name, squares } of PIECES) {
      for (let turn = 0; turn < N_TURNS; turn++) {
        for (const [x, y] of [
          [-9, -9],
          [99, 3],
          [0, 99],
          [3, 3],
        ] as const) {
          const covered = ghostSquares(ghost(name, x, y, turn), 6);
          expect(covered).toHaveLength(squares.length);
          expect(
            covered.every((square) => square.x >= 0 && square.y >= 0 && square.x < 6 && square.y < 6),
          ).toBe(true);
        }
      }
    }
  });

  it('comes back to where it was after four turns and after two flips', () => {
    for (const { name } of PIECES) {
      let turned = ghost(name, 3, 3);
      for (let n = 0; n < 4; n++) turned = changed(turned, { kind: 'rotate', quarters: 1 }, 6);
      const twice = changed(changed(turned, { kind: 'flip' }, 6), { kind: 'flip' }, 6);
      expect(coveredNames(twice, scene)).toEqual(coveredNames(ghost(name, 3, 3), scene));
    }
  });

  it('steps by one square, also back from the edge', () => {
    const step = (from: Ghost, x: number, y: number) => changed(from, { kind: 'step', x, y }, 6);
    const edge = step(step(ghost('2', 99, 99), 1, 0), 0, 1);
    expect(coveredNames(edge, scene)).toEqual(['e1', 'f1']);
    expect(coveredNames(step(edge, -1, 0), scene)).toEqual(['d1', 'e1']);
  });
});

describe('fitting', () => {
  it('is a question of the legal moves alone', () => {
    expect(placementOf(ghost('2', 0, 0), scene, choices)?.move.move).toBe('a6,b6');
    expect(placementOf(ghost('2', 0, 0, 1), scene, choices)?.move.move).toBe('a5,a6');
    expect(placementOf(ghost('2', 3, 3), scene, choices)).toBeNull();
    expect(placementOf(ghost('V3', 0, 0), scene, choices)?.move.move).toBe('a6,b6,b5');
  });

  it('is found for a piece that is only tapped, as it lies or turned', () => {
    const found = suggestedGhost('2', 0, { x: 3, y: 3 }, choices);
    expect(placementOf(found, scene, choices)?.move.move).toBe('a6,b6');
    const turned = suggestedGhost('V3', 2, { x: 3, y: 3 }, choices);
    expect(placementOf(turned, scene, choices)?.move.move).toBe('a6,b6,b5');
    expect(suggestedGhost('X', 0, { x: 3, y: 3 }, choices)).toEqual(ghost('X', 3, 3));
  });

  it('is walked through, round and round', () => {
    const moves = [];
    let at = ghost('2', 3, 3);
    for (let n = 0; n < 3; n++) {
      at = nextPlace(at, scene, choices, 1);
      moves.push(placementOf(at, scene, choices)?.move.move);
    }
    expect(moves).toEqual(['a6,b6', 'a5,a6', 'a6,b6']);
    expect(placementOf(nextPlace(at, scene, choices, -1), scene, choices)?.move.move).toBe('a5,a6');
  });

  it('is the same seen from the other side', () => {
    const turned = readScene(small, 1);
    const turnedChoices = readChoices(small.legal, turned);
    expect(turned.byName.get('a6')).toMatchObject({ x: 5, y: 5 });
    for (const placement of turnedChoices.byCover.values()) {
      expect(placementOf(ghostOf(placement), turned, turnedChoices)).toBe(placement);
    }
  });
});
