// The board shows what the position says: pieces, counts, targets by kind, threats, names, marks.

import { boardSvg, GameBoard, gameSets, type Position } from '@ludwerk/web/board';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Board from './Board';
import type { BoardView } from './board.types';
import { cellPlaces } from './geometry';
import SETS from './sets';
import { move, position, SEAT_NAMES } from './testing';

afterEach(cleanup);

const middle = position('g.e.lc.L.E.G CC e S', {
  threats: ['b3'],
  legal: [
    move('Lb3xb2', 'b3', 'b2', 'capture'),
    move('Lb3xc2', 'b3', 'c2', 'capture'),
    move('Lb3-a2', 'b3', 'a2'),
    move('Lb3-b4', 'b3', 'b4'),
    move('C*b1', 'S:C', 'b1', 'drop'),
    move('C*a3', 'S:C', 'a3', 'drop'),
  ],
});

function show(shown: Position<BoardView> = middle, rest: Partial<Parameters<typeof Board>[0]> = {}) {
  const onMove = vi.fn();
  const { container } = render(
    <Board
      position={shown}
      orientation={0}
      seatNames={SEAT_NAMES}
      mayMove
      onMove={onMove}
      animate={false}
      label="Board"
      {...rest}
    />,
  );
  return { onMove, container };
}

function cell(name: string): Element {
  const found = document.querySelector(`[data-cell="${name}"]`);
  if (!found) throw new Error(`no cell ${name}`);
  return found;
}

function signs(): string[] {
  return [...document.querySelectorAll('[data-target]')]
    .map((sign) => `${sign.getAttribute('data-target')} ${sign.getAttribute('transform')}`)
    .sort();
}

describe('targets', () => {
  it('are all shown with their kinds, at their places, in both orientations', () => {
    for (const orientation of [0, 1]) {
      show(middle, { orientation });
      const places = cellPlaces(orientation);
      for (const start of ['b3', 'S:C']) {
        fireEvent.click(cell(start));
        const expected = middle.legal
          .filter(({ touches }) => touches[0] === start)
          .map(({ touches, kind }) => {
            const { x, y } = places.get(touches[1] ?? '') ?? { x: 0, y: 0 };
            return `${kind} translate(${x} ${y})`;
          });
        expect(signs()).toEqual(expected.sort());
      }
      cleanup();
    }
  });

  it('are played by touching them', () => {
    const { onMove } = show();
    fireEvent.click(cell('S:C'));
    fireEvent.click(cell('a3'));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(middle.legal[5]);
  });
});

describe('names', () => {
  it('say the piece, its side and what can be done', () => {
    show();
    const name = (which: string) => cell(which).getAttribute('aria-label');
    expect(name('b3')).toBe('b3, lion of Forest, threatened');
    expect(name('a3')).toBe('a3, empty');
    expect(name('S:C')).toBe('2 chicks in hand of Forest');
    expect(name('G:E')).toBe('1 elephant in hand of Sky');
    expect(name('G:G')).toBe('no giraffe in hand of Sky');
    fireEvent.click(cell('b3'));
    expect(name('c2')).toBe('c2, chick of Sky, can capture');
  });

  it('make the board one group of buttons', () => {
    show();
    expect(screen.getByRole('group', { name: 'Board' })).toBeDefined();
    expect(screen.getAllByRole('button')).toHaveLength(18);
  });
});

describe('pictures', () => {
  it('show how many pieces a hand holds', () => {
    const { container } = show();
    const counts = [...container.querySelectorAll('.badge text')].map((text) => text.textContent);
    expect(counts).toEqual(['2', '1']);
  });

  it('take a dropped piece out of the hand before the server answers', () => {
    const { container } = show();
    fireEvent.click(cell('S:C'));
    fireEvent.click(cell('b1'));
    const counts = [...container.querySelectorAll('.badge text')].map((text) => text.textContent);
    expect(counts).toEqual(['1', '1']);
  });

  it('light the last move and what is selected', () => {
    const { container } = show({ ...middle, last: move('Ga1-a2', 'c2', 'c1') });
    expect(container.querySelectorAll('[data-kind="last"]')).toHaveLength(2);
    fireEvent.click(cell('b3'));
    expect(container.querySelectorAll('[data-kind="selected"]')).toHaveLength(1);
  });

  it('draw marks as arrows with their rank or label, hands included', () => {
    const [first, second] = [middle.legal[0], middle.legal[4]];
    if (!first || !second) throw new Error('moves');
    const { container } = show(middle, {
      marks: [
        { move: first, tone: 'best', label: '+2' },
        { move: second, tone: 'good' },
      ],
    });
    expect(
      [...container.querySelectorAll('path[data-tone]')].map((arrow) => arrow.getAttribute('data-tone')),
    ).toEqual(['good', 'best']);
    expect([...container.querySelectorAll('.label')].map((label) => label.textContent)).toEqual(['2', '+2']);
  });

  it('are one image in a preview', () => {
    const { container } = show(middle, { preview: true });
    expect(screen.getByRole('img', { name: 'Board' })).toBeDefined();
    expect(container.querySelectorAll('[tabindex], [role="button"]')).toHaveLength(0);
  });
});

describe('piece sets', () => {
  const words = (container: Element) =>
    [...container.querySelectorAll('.pieces text')].map((t) => t.textContent);

  it('write names or letters instead of animals, upright for both sides', () => {
    const shown = position('.l..h....C.L - e S');
    expect(words(show(shown).container)).toEqual(['1']);
    cleanup();
    expect(words(show(shown, { pieceSet: 'signs' }).container)).toEqual(['L', 'H', 'C', 'L', 'E', '1']);
    cleanup();
    const { container } = show(shown, { pieceSet: 'words' });
    expect(words(container)).toEqual(['Lion', 'Hen', 'Chick', 'Lion', 'Ele-', 'phant', '1']);
    const turned = [...container.querySelectorAll('.pieces text')].map((text) =>
      [...ancestors(text)].map((group) => Number(/rotate\((-?\d+)\)/.exec(group)?.[1] ?? 0)),
    );
    for (const angles of turned) expect(Math.abs(angles.reduce((sum, angle) => sum + angle, 0))).toBe(0);
  });

  it('have a dot for each step in every set', () => {
    for (const { id } of SETS) {
      const { container } = show(position('.l.......L.. - - S'), { pieceSet: id });
      expect(container.querySelectorAll('.pieces circle[r="5.5"]')).toHaveLength(16);
      cleanup();
    }
  });

  it('are all found by the page, and one that is unknown means the animals', () => {
    expect(gameSets('dobutsu')).toBe(SETS);
    expect(gameSets('no-such-game')).toEqual([]);
    expect(words(show(middle, { pieceSet: 'marble' }).container)).toEqual(['2', '1']);
  });

  it('are in a drawing that is taken out of the page', () => {
    const { container } = show(middle, { pieceSet: 'words' });
    const svg = container.querySelector('svg');
    if (!svg) throw new Error('no drawing');
    expect(boardSvg(svg)).toMatch(/<text[^>]*textLength="66"[^>]*>phant</);
  });
});

describe('coordinates', () => {
  it('are there unless they are not wanted, and never in a preview', () => {
    expect(show().container.querySelectorAll('.coordinates text')).toHaveLength(7);
    cleanup();
    expect(show(middle, { coordinates: false }).container.querySelector('.coordinates')).toBeNull();
    cleanup();
    expect(show(middle, { preview: true }).container.querySelector('.coordinates')).toBeNull();
  });
});

describe('a caught lion', () => {
  it('fades where things may move, and is gone at once elsewhere', () => {
    const before = position('.l..G....L.. - - S', { ply: 8 });
    const after = position('.G.......L.. - - G', { ply: 9 });
    for (const animate of [true, false]) {
      const board = (shown: Position<BoardView>) => (
        <Board
          position={shown}
          orientation={0}
          seatNames={SEAT_NAMES}
          mayMove={false}
          animate={animate}
          label="Board"
        />
      );
      const { container, rerender } = render(board(before));
      rerender(board(after));
      expect(container.querySelectorAll('.gone')).toHaveLength(animate ? 1 : 0);
      cleanup();
    }
  });
});

/** The transforms around an element, from the inside out. */
function* ancestors(element: Element): Generator<string> {
  for (let group = element.parentElement; group; group = group.parentElement) {
    yield group.getAttribute('transform') ?? '';
  }
}

describe('the lookup', () => {
  it('finds this board by the name of its folder', async () => {
    render(
      <GameBoard
        game="dobutsu"
        position={middle}
        orientation={0}
        seatNames={SEAT_NAMES}
        mayMove={false}
        animate={false}
        label="Found"
      />,
    );
    expect(await screen.findByRole('group', { name: 'Found' })).toBeDefined();
    expect(cell('G:G').getAttribute('aria-label')).toBe('no giraffe in hand of Sky');
  });
});
