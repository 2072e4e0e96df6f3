// The editor's text: reading and writing it are inverse to each other.

import { describe, expect, it } from 'vitest';
import {
  arrangementText,
  emptyArrangement,
  parseArrangement,
  put,
  START_TEXT,
  withHeld,
  withSquare,
} from './arrangement';
import { squareName } from './cells';

const TEXTS = [
  START_TEXT,
  'gle.C....ELG C - G',
  '.l..h....L.. CEG ceg S',
  '............ CC ee G',
  'H.l......L.. - gg S',
];

function parsed(text: string) {
  const arrangement = parseArrangement(text);
  if (!arrangement) throw new Error(`not a position: ${text}`);
  return arrangement;
}

describe('the text of a position', () => {
  it('survives reading and writing', () => {
    for (const text of TEXTS) expect(arrangementText(parsed(text))).toBe(text);
  });

  it('may be written loosely', () => {
    expect(arrangementText(parsed('gle.c..C.ELG,-,-,s'))).toBe(START_TEXT);
    expect(arrangementText(parsed('  .l.......L..  GEC  -  G  try '))).toBe('.l.......L.. CEG - G');
  });

  it('is refused where it is not whole', () => {
    const broken = [
      '',
      'gle',
      'gle.c..C.ELG - -',
      'gle.c..C.ELX - - S',
      'gle.c..C.ELG c - S',
      'gle.c..C.ELG L - S',
    ];
    for (const text of [...broken, 'gle.c..C.ELG - - X', 'gle.c..C.ELGG - - S']) {
      expect(parseArrangement(text)).toBeNull();
    }
  });
});

describe('arranging', () => {
  it('puts and takes away', () => {
    const one = withSquare(emptyArrangement(1), 7, { animal: 'C', owner: 0 });
    expect(arrangementText(one)).toBe('.......C.... - - G');
    expect(arrangementText(withSquare(one, 7, null))).toBe('............ - - G');
    expect(squareName(7)).toBe('b3');
  });

  it('keeps hands between none and two', () => {
    let arrangement = emptyArrangement(0);
    for (let count = 0; count < 3; count++) arrangement = withHeld(arrangement, 1, 2, 1);
    expect(arrangementText(arrangement)).toBe('............ - gg S');
    for (let count = 0; count < 3; count++) arrangement = withHeld(arrangement, 1, 2, -1);
    expect(arrangementText(arrangement)).toBe('............ - - S');
  });

  it('puts into a hand what can be there, and changes its side', () => {
    const empty = emptyArrangement(0);
    expect(arrangementText(put(empty, { animal: 'H', owner: 0 }, { hand: 1 }))).toBe('............ - c S');
    expect(put(empty, { animal: 'L', owner: 0 }, { hand: 1 })).toBe(empty);
    expect(arrangementText(put(empty, { animal: 'L', owner: 1 }, { square: 0 }))).toBe('l........... - - S');
  });
});
