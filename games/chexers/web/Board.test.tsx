// The board shows what the position says, and lets moves be chosen on it: steps, jumps, exits and the pass.

import { GameBoard, type Position } from '@ludwerk/web/board';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Board from './Board';
import type { BoardView } from './board.types';
import Rules from './Rules';
import { move, position, SEAT_NAMES, START, textOf } from './testing';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const TEXT = textOf({ red: '0,0 3,-1 0,-1', green: '1,0 2,-1', blue: '-2,0' }, 'red', '2,0,1');
const middle = position(TEXT, {
  ply: 30,
  occurrences: 2,
  legal: [
    move('MOVE 0,0 0,1'),
    move('JUMP 0,0 2,0'),
    move('JUMP 0,0 0,-2'),
    move('MOVE 3,-1 3,0'),
    move('EXIT 3,-1'),
  ],
});

function element(shown: Position<BoardView>, rest: Partial<Parameters<typeof Board>[0]> = {}) {
  return (
    <Board
      position={shown}
      orientation={0}
      seatNames={SEAT_NAMES}
      mayMove
      animate={false}
      label="Board"
      {...rest}
    />
  );
}

function show(shown: Position<BoardView> = middle, rest: Partial<Parameters<typeof Board>[0]> = {}) {
  const onMove = vi.fn();
  return { onMove, ...render(element(shown, { onMove, ...rest })) };
}

function cell(name: string): Element {
  const found = document.querySelector(`[data-cell="${name}"]`);
  if (!found) throw new Error(`no cell ${name}`);
  return found;
}

const labelOf = (name: string) => cell(name).getAttribute('aria-label');

function discs(container: Element): string[] {
  return [...container.querySelectorAll('[data-piece]')]
    .map((piece) => {
      const colour = piece.querySelector('[data-disc]')?.getAttribute('data-disc');
      return `${colour} ${piece.getAttribute('data-piece')}`;
    })
    .sort();
}

describe('pieces', () => {
  it('stand where the position says, and lie beside the goals once they have left', () => {
    expect(discs(show().container)).toEqual([
      'blue -2,0',
      'blue exit-blue',
      'green 1,0',
      'green 2,-1',
      'red 0,-1',
      'red 0,0',
      'red 3,-1',
      'red exit-red',
      'red exit-red',
    ]);
  });

  it('turn over where things may move, and have turned at once elsewhere', () => {
    const after = position(
      textOf({ red: '2,0 1,0 3,-1 0,-1', green: '2,-1', blue: '-2,0' }, 'green', '2,0,1'),
      {
        ply: 31,
        last: move('JUMP 0,0 2,0'),
      },
    );
    for (const animate of [true, false]) {
      const { container, rerender } = show(middle, { animate });
      rerender(element(after, { animate }));
      const turning = [...container.querySelectorAll('[data-turned]')];
      expect(turning.map((each) => each.getAttribute('data-turned'))).toEqual(animate ? ['1'] : []);
      expect(container.querySelector('[data-piece="1,0"] [data-disc="red"]')).not.toBeNull();
      cleanup();
    }
  });

  it('are where they are sent before the server answers', () => {
    const { container } = show();
    const place = () => container.querySelector('[data-piece="3,-1"]')?.getAttribute('transform');
    const before = place();
    fireEvent.click(cell('3,-1'));
    fireEvent.click(cell('exit-red'));
    expect(place()).not.toBe(before);
    expect(place()).toMatch(/scale\(0\.\d+\)/);
  });
});

describe('moves', () => {
  it('show a dot to step, corners to turn another’s piece, and the goal to leave', () => {
    show();
    const signs = () =>
      [...document.querySelectorAll('[data-target]')].map((sign) => sign.getAttribute('data-target')).sort();
    fireEvent.click(cell('0,0'));
    expect(signs()).toEqual(['capture', 'move', 'move']);
    expect(labelOf('2,0')).toBe('2,0, empty, can capture');
    expect(labelOf('0,-2')).toBe('0,-2, empty, can move here');
    fireEvent.click(cell('3,-1'));
    expect(signs()).toEqual(['move', 'move']);
    expect(labelOf('exit-red')).toBe('exits of Red, 2 of 4, can move here');
  });

  it('are played by touching a piece and where it goes', () => {
    const { onMove } = show();
    fireEvent.click(cell('0,0'));
    fireEvent.click(cell('2,0'));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(middle.legal[1]);
  });

  it('leave the board by its goal, or by a double click where that is possible', () => {
    const { onMove } = show();
    fireEvent.doubleClick(cell('0,0'));
    expect(onMove).not.toHaveBeenCalled();
    fireEvent.click(cell('3,-1'));
    fireEvent.click(cell('exit-red'));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(middle.legal[4]);
    cleanup();
    const other = show();
    for (const event of [fireEvent.click, fireEvent.click, fireEvent.doubleClick]) event(cell('3,-1'));
    expect(other.onMove).toHaveBeenCalledExactlyOnceWith(middle.legal[4]);
    fireEvent.doubleClick(cell('3,-1'));
    expect(other.onMove).toHaveBeenCalledTimes(1);
    cleanup();
    const looking = show(middle, { mayMove: false });
    fireEvent.doubleClick(cell('3,-1'));
    expect(looking.onMove).not.toHaveBeenCalled();
  });

  it('can be chosen ahead, exits included, but nothing is picked up that has left', () => {
    const onChange = vi.fn();
    const waiting = { ...middle, to_move: 1, legal: [] };
    show(waiting, { mayMove: false, premoves: { seats: [0], onChange } });
    fireEvent.click(cell('exit-red'));
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.click(cell('3,-1'));
    fireEvent.click(cell('exit-red'));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({
      kind: 'chosen',
      touches: ['3,-1', 'exit-red'],
      from: '3,-1, piece of Red, goal of Red',
    });
  });

  it('are one button where nothing but to pass is left, with the reason', () => {
    const { onMove } = show({ ...middle, legal: [move('PASS')] });
    screen.getByText('Red has no move.');
    fireEvent.click(screen.getByRole('button', { name: 'Pass' }));
    expect(onMove).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Threats' })).not.toBeNull();
    cleanup();
    show(position(textOf({ green: '0,0' }, 'red'), { legal: [move('PASS')] }));
    screen.getByText('Red has no piece left.');
    cleanup();
    show({ ...middle, last: move('PASS') });
    screen.getByText('Blue passes. Red is to move.');
  });
});

describe('on request', () => {
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const threats = () =>
    [...document.querySelectorAll('[data-threat]')].map((sign) => sign.getAttribute('data-threat')).sort();

  it('threatened pieces of all colours are marked and said', () => {
    show();
    expect(threats()).toEqual([]);
    expect(labelOf('1,0')).toBe('1,0, piece of Green');
    press('Threats');
    expect(threats()).toEqual(['0,0', '1,0', '2,-1']);
    expect(labelOf('1,0')).toBe('1,0, piece of Green, threatened');
  });

  it('it is said how often the position has occurred', () => {
    show();
    expect(screen.queryByText(/This position/)).toBeNull();
    press('Repetition');
    screen.getByText('This position: 2nd of 4 times');
  });

  it('both stay as they were set', () => {
    show();
    press('Threats');
    cleanup();
    show();
    expect(screen.getByRole('button', { name: 'Threats' }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('button', { name: 'Repetition' }).getAttribute('aria-pressed')).toBe('false');
    cleanup();
    show(middle, { preview: true });
    expect(threats()).toEqual([]);
  });
});

describe('the picture', () => {
  it('lights the last move, the way out included', () => {
    const { container } = show({ ...middle, last: move('EXIT 0,-3', 'blue') });
    expect(container.querySelectorAll('[data-state="last"]')).toHaveLength(2);
  });

  it('says whose turn it is, and names hexes only where that is wanted', () => {
    const { container } = show();
    expect(container.querySelector('[data-to-move]')?.getAttribute('data-home-of')).toBe('red');
    expect(container.querySelectorAll('.coordinate')).toHaveLength(37);
    cleanup();
    expect(show(middle, { coordinates: false }).container.querySelector('.coordinate')).toBeNull();
  });

  it('is one image in a preview', () => {
    const { container } = show(position(START), { preview: true });
    screen.getByRole('img', { name: 'Board' });
    expect(container.querySelectorAll('[tabindex], button, [role="button"]')).toHaveLength(0);
  });

  it('is found by the page', async () => {
    render(
      <GameBoard
        game="chexers"
        position={middle}
        orientation={1}
        seatNames={SEAT_NAMES}
        mayMove={false}
        animate={false}
        label="Found"
      />,
    );
    await screen.findByRole('group', { name: 'Found' });
    expect(labelOf('3,-1')).toBe('3,-1, piece of Red, goal of Red');
  });

  it('explains the rules with pictures that are described', () => {
    render(<Rules />);
    const pictures = screen.getAllByRole('img');
    expect(pictures).toHaveLength(6);
    for (const picture of pictures) expect(picture.getAttribute('aria-label')).toMatch(/\w+ \w+/);
  });
});
