// Moves by what somebody types.
import { describe, expect, it } from 'vitest';
import type { MoveView } from '../api/types';
import { findMove, suggestions } from './findMove';

const STEP: MoveView = { move: 'Lb4-a3', touches: ['b4', 'a3'], kind: 'move' };
const pass: MoveView = { move: 'pass', touches: [], kind: 'other' };

describe('moves by text', () => {
  it('finds what is meant', () => {
    expect(findMove([STEP, pass], 'Lb4-a3')).toBe(STEP);
    expect(findMove([STEP, pass], ' lb4a3 ')).toBe(STEP);
    expect(findMove([STEP, pass], 'b4')).toBeNull();
    expect(findMove([STEP, pass], '')).toBeNull();
    const hexes = ['MOVE -3,1 -2,1', 'MOVE 3,-1 2,-1'].map((move): MoveView => ({ ...STEP, move }));
    expect(findMove(hexes, 'move -3,1 -2,1')).toBe(hexes[0]);
    expect(findMove(hexes, 'move 3,1 2,1')).toBeNull();
  });

  it('suggests all of a few moves, and what begins like the text of many', () => {
    expect(suggestions([STEP, pass], 'x')).toHaveLength(2);
    const many = Array.from({ length: 500 }, (_, index): MoveView => ({ ...pass, move: `m${index}` }));
    expect(suggestions(many, '')).toHaveLength(200);
    expect(suggestions(many, 'M12').map(({ move }) => move)).toContain('m123');
    expect(suggestions(many, 'M12')).toHaveLength(11);
  });
});
