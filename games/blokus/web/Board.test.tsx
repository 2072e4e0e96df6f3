// The board: what it shows, and how pieces are picked, turned and placed by mouse, finger and keyboard.

import type { BoardProps, Position } from '@ludwerk/web/board';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Board from './Board';
import type { BoardView } from './board.types';
import { EDGE } from './layout';
import Rules from './Rules';
import { labelSquare } from './Signs';
import { DUO_SEATS, move, position, SMALL } from './testing';

afterEach(cleanup);

function show(shown: Position<BoardView> = position(SMALL), rest: Partial<BoardProps<BoardView>> = {}) {
  const onMove = vi.fn();
  const board = (next: Position<BoardView>, more: Partial<BoardProps<BoardView>>) => (
    <Board
      position={next}
      orientation={0}
      seatNames={DUO_SEATS}
      mayMove
      onMove={onMove}
      animate={false}
      label="Board"
      {...rest}
      {...more}
    />
  );
  const { rerender, container } = render(board(shown, {}));
  const update = (next: Position<BoardView>, more: Partial<BoardProps<BoardView>> = {}) =>
    rerender(board(next, more));
  return { onMove, container, update };
}

const svg = () => screen.getByRole('group', { name: 'Board' });
const piece = (name: string) => screen.getByRole('button', { name: new RegExp(`^Piece ${name},`) });
const ghost = () => document.querySelector('[data-ghost]')?.getAttribute('data-ghost') ?? null;
/** Without a layout, a pixel is a unit of the drawing. */
const at = (column: number, row: number) => ({ clientX: EDGE + column * 40, clientY: EDGE + row * 40 });
const MOUSE = { pointerId: 1, isPrimary: true, button: 0, pointerType: 'mouse' };
const FINGER = { ...MOUSE, pointerType: 'touch' };

function press(target: Element, pointer: typeof MOUSE, place = at(9, 9)) {
  fireEvent.pointerDown(target, { ...pointer, ...place });
  fireEvent.pointerUp(target, { ...pointer, ...place });
}

describe('what is shown', () => {
  it('names every square with what lies there', () => {
    show(position({ rows: ['B..', '...', '..W'], corners: { b2: [0] } }, { ply: 1, last: move('a3') }));
    expect(screen.getByRole('img', { name: 'a3, Black, last move' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'b2, empty, corner of Black' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'c3, empty' })).toBeTruthy();
    expect(document.querySelectorAll('[data-corner]')).toHaveLength(1);
  });

  it('has a tray for every colour with its points, and marks what fits nowhere', () => {
    show();
    expect(
      [...document.querySelectorAll('[data-tray]')].map((tray) => tray.getAttribute('data-tray')),
    ).toEqual(['black', 'white']);
    expect(svg().textContent).toContain('3 points');
    expect(screen.getByRole('group', { name: /^Black, 3 points, holds X F Z5 / })).toBeTruthy();
    expect(screen.getByRole('img', { name: /^White, 4 points, holds X / })).toBeTruthy();
    expect(piece('X').getAttribute('aria-disabled')).toBe('true');
    expect(piece('2').getAttribute('aria-disabled')).toBe('false');
    expect(piece('X').getAttribute('aria-label')).toContain('fits nowhere');
  });

  it('outlines recommended moves, and only what is pointed at while a piece is in hand', () => {
    const legal = position(SMALL).legal;
    const marks = legal.slice(0, 2).map((each, index) => ({
      move: each,
      tone: 'best' as const,
      label: `+${index}`,
      pointed: index === 1,
    }));
    show(position(SMALL), { marks });
    const shown = () =>
      [...document.querySelectorAll('[data-mark]')].map((mark) => mark.getAttribute('data-mark'));
    expect(shown()).toEqual(['a6,b6', 'a6']);
    press(piece('2'), MOUSE);
    expect(shown()).toEqual(['a6,b6']);
  });

  it('is one image without buttons as a preview', () => {
    show(position(SMALL), { preview: true });
    expect(screen.getByRole('img', { name: 'Board' })).toBeTruthy();
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(document.querySelectorAll('[data-start]')).toHaveLength(2);
  });

  it('says whose colour it is, in the game for three as well', () => {
    const rows = SMALL.rows;
    show(position({ rows, colours: 4, seats: 3, toMove: 3, legal: ['a6'] }));
    expect(screen.getByText(/which all share/).textContent).toContain('Green');
    cleanup();
    show(position({ rows, colours: 4, seats: 2, toMove: 2 }, {}), { mayMove: false });
    expect(screen.getByText(/is to move/).textContent).toBe('Red is to move.');
  });
});

describe('passing', () => {
  it('is one button where nothing fits, and the pass of another is told', () => {
    const pass = position({ rows: SMALL.rows, legal: ['pass'] }, { ply: 9, last: move('pass') });
    const { onMove } = show(pass);
    expect(screen.getByText(/White passes/).textContent).toContain('No piece of Black fits any more.');
    fireEvent.click(screen.getByRole('button', { name: 'Pass' }));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(pass.legal[0]);
  });

  it('is not offered to onlookers', () => {
    show(position({ rows: SMALL.rows, legal: ['pass'] }), { mayMove: false });
    expect(screen.queryByRole('button', { name: 'Pass' })).toBeNull();
  });
});

describe('with the mouse', () => {
  it('a click picks, the piece follows and says whether it fits, a click places', () => {
    const { onMove } = show();
    press(piece('2'), MOUSE);
    fireEvent.pointerMove(svg(), { ...MOUSE, ...at(4, 4) });
    expect(ghost()).toBe('wrong');
    press(svg(), MOUSE, at(4, 4));
    expect(onMove).not.toHaveBeenCalled();
    fireEvent.pointerMove(svg(), { ...MOUSE, ...at(1, 0.5) });
    expect(ghost()).toBe('fits');
    press(svg(), MOUSE, at(1, 0.5));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(move('a6,b6'));
    expect(ghost()).toBe('placed');
  });

  it('a drag places at its end, waits where it does not fit, and goes back when it ends elsewhere', () => {
    const { onMove } = show();
    const drag = (to: { clientX: number; clientY: number }) => {
      fireEvent.pointerDown(piece('I3'), { ...MOUSE, ...at(12, 5) });
      fireEvent.pointerMove(svg(), { ...MOUSE, ...at(11, 5) });
      fireEvent.pointerMove(svg(), { ...MOUSE, ...to });
      fireEvent.pointerUp(svg(), { ...MOUSE, ...to });
    };
    drag(at(12, 3));
    expect(ghost()).toBeNull();
    drag(at(3.5, 3.5));
    expect(ghost()).toBe('wrong');
    expect(svg().dataset.holding).toBe('set');
    fireEvent.keyDown(window, { key: 'Escape' });
    drag(at(1.5, 0.5));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(move('a6,b6,c6'));
  });

  it('the wheel turns and the other button flips', () => {
    show();
    press(piece('2'), MOUSE);
    fireEvent.pointerMove(svg(), { ...MOUSE, ...at(0.5, 1) });
    expect(ghost()).toBe('wrong');
    svg().dispatchEvent(Object.assign(new WheelEvent('wheel', { deltaY: 120, cancelable: true }), {}));
    fireEvent.pointerMove(svg(), { ...MOUSE, ...at(0.5, 1) });
    expect(ghost()).toBe('fits');
    expect(fireEvent.contextMenu(svg())).toBe(false);
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(fireEvent.contextMenu(svg())).toBe(true);
  });

  it('sends one move only, until the position or the right to move changes', () => {
    const { onMove, update } = show();
    const play = () => {
      press(piece('2'), MOUSE);
      fireEvent.pointerMove(svg(), { ...MOUSE, ...at(1, 0.5) });
      press(svg(), MOUSE, at(1, 0.5));
    };
    play();
    expect(screen.queryAllByRole('button', { name: /^Piece/ })).toEqual([]);
    update(position(SMALL), { mayMove: false });
    update(position(SMALL));
    play();
    expect(onMove).toHaveBeenCalledTimes(2);
    update(position(SMALL, { ply: 1, text: 'next W' }));
    expect(ghost()).toBeNull();
  });
});

describe('with a finger', () => {
  it('a tap sets the piece down where it fits, and it is placed when one says so', () => {
    const { onMove } = show();
    press(piece('2'), FINGER);
    expect(ghost()).toBe('fits');
    expect(onMove).not.toHaveBeenCalled();
    press(svg(), FINGER, at(4, 4));
    expect(ghost()).toBe('wrong');
    fireEvent.click(screen.getByRole('button', { name: 'No fit' }));
    expect(onMove).not.toHaveBeenCalled();
    press(svg(), FINGER, at(1, 0.5));
    fireEvent.click(screen.getByRole('button', { name: 'Place' }));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(move('a6,b6'));
  });

  it('a drag moves the piece that is set down, wherever the finger is, and a tap on it turns it', () => {
    const { onMove } = show();
    press(piece('2'), FINGER);
    fireEvent.pointerDown(svg(), { ...FINGER, ...at(4, 4) });
    fireEvent.pointerMove(svg(), { ...FINGER, ...at(5, 5) });
    fireEvent.pointerUp(svg(), { ...FINGER, ...at(5, 5) });
    expect(ghost()).toBe('wrong');
    fireEvent.pointerDown(svg(), { ...FINGER, ...at(4, 4) });
    fireEvent.pointerMove(svg(), { ...FINGER, ...at(3, 3) });
    fireEvent.pointerUp(svg(), { ...FINGER, ...at(3, 3) });
    expect(ghost()).toBe('fits');
    press(svg(), FINGER, at(0.5, 0.5));
    press(svg(), FINGER, at(0.5, 1));
    fireEvent.click(screen.getByRole('button', { name: 'Place' }));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(move('a5,a6'));
  });

  it('two fingers that twist turn it, and two that tap flip it', () => {
    const { onMove } = show();
    press(piece('2'), FINGER);
    const second = { ...FINGER, pointerId: 2, isPrimary: false };
    fireEvent.pointerDown(svg(), { ...FINGER, ...at(2, 2) });
    fireEvent.pointerDown(svg(), { ...second, ...at(4, 2) });
    fireEvent.pointerMove(svg(), { ...second, ...at(2, 4) });
    fireEvent.pointerUp(svg(), { ...second, ...at(2, 4) });
    fireEvent.pointerUp(svg(), { ...FINGER, ...at(2, 2) });
    press(svg(), FINGER, at(0.5, 1));
    fireEvent.click(screen.getByRole('button', { name: 'Place' }));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(move('a5,a6'));
    cleanup();

    show();
    press(piece('V3'), FINGER);
    expect(ghost()).toBe('fits');
    fireEvent.pointerDown(svg(), { ...FINGER, ...at(2, 2) });
    fireEvent.pointerDown(svg(), { ...second, ...at(4, 2) });
    fireEvent.pointerUp(svg(), { ...second, ...at(4, 2) });
    fireEvent.pointerUp(svg(), { ...FINGER, ...at(2, 2) });
    expect(ghost()).toBe('wrong');
  });
});

describe('with the keyboard', () => {
  it('plays without a pointer: walk, take up, move, turn, place', () => {
    const { onMove } = show();
    const first = document.querySelector<SVGElement>('[tabindex="0"]');
    expect(first?.getAttribute('aria-label')).toMatch(/^Piece/);
    fireEvent.keyDown(piece('2'), { key: 'Enter' });
    expect(document.activeElement?.getAttribute('data-ghost')).toBe('fits');
    expect(screen.getByText('2 on a6, b6: fits.')).toBeTruthy();
    const key = (name: string) => fireEvent.keyDown(document.activeElement ?? window, { key: name });
    key('ArrowRight');
    expect(ghost()).toBe('wrong');
    key('Enter');
    expect(onMove).not.toHaveBeenCalled();
    key('ArrowLeft');
    key('r');
    key('ArrowLeft');
    expect(screen.getByText('2 on a6, a5: fits.')).toBeTruthy();
    key('n');
    key('Enter');
    expect(onMove).toHaveBeenCalledExactlyOnceWith(move('a6,b6'));
  });

  it('puts the piece back with Escape, and the focus with it', () => {
    show();
    piece('2').focus();
    fireEvent.keyDown(piece('2'), { key: ' ' });
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(ghost()).toBeNull();
    expect(document.activeElement).toBe(piece('2'));
  });

  it('comes back to the tray when the turn does', () => {
    const { update } = show();
    piece('2').focus();
    fireEvent.keyDown(piece('2'), { key: 'Enter' });
    fireEvent.keyDown(document.activeElement ?? window, { key: 'Enter' });
    update(position(SMALL, { ply: 1, text: 'other W', to_move: 1 }), { mayMove: false });
    expect(document.activeElement?.hasAttribute('data-cell')).toBe(true);
    update(position(SMALL, { ply: 2, text: 'again B' }));
    expect(document.activeElement?.hasAttribute('data-piece')).toBe(true);
  });

  it('leaves keys alone while nothing is in hand, and where one types', () => {
    show();
    expect(fireEvent.keyDown(window, { key: 'r' })).toBe(true);
    press(piece('2'), MOUSE);
    expect(fireEvent.keyDown(window, { key: 'r' })).toBe(false);
    const field = document.body.appendChild(document.createElement('input'));
    expect(fireEvent.keyDown(field, { key: 'r' })).toBe(true);
    field.remove();
  });

  it('walks from square to square with the arrow keys', () => {
    show(position(SMALL), { mayMove: false });
    const square = screen.getByRole('img', { name: /^a6,/ });
    square.focus();
    fireEvent.keyDown(square, { key: 'ArrowRight' });
    expect(document.activeElement?.getAttribute('data-cell')).toBe('b6');
    fireEvent.keyDown(screen.getByRole('img', { name: /^b6,/ }), { key: 'ArrowDown' });
    expect(document.activeElement?.getAttribute('data-cell')).toBe('b5');
  });
});

describe('labels of recommended moves', () => {
  it('keep out of each other’s way where there is room', () => {
    const row = [0, 1, 2, 3, 4].map((x) => ({ x, y: 0 }));
    expect(labelSquare(row, [])).toEqual({ x: 2, y: 0 });
    expect(labelSquare(row, [{ x: 2, y: 0 }])).toEqual({ x: 0, y: 0 });
    expect(labelSquare([{ x: 2, y: 0 }], [{ x: 2, y: 0 }])).toEqual({ x: 2, y: 0 });
  });
});

describe('the rules', () => {
  it('say what differs between the variants', () => {
    for (const [variant, words] of [
      ['duo', 'the ring on e10'],
      ['duo-free', 'whichever Black likes'],
      ['classic', 'Four play'],
      ['classic-2', 'are added'],
      ['classic-3', 'count for nobody'],
      ['thesis', 'upper left corner of the board, White’s the lower right one'],
      ['thesis-free', 'upper left or the lower right corner'],
    ] as const) {
      render(<Rules variant={variant} />);
      expect(document.body.textContent).toContain(words);
      cleanup();
    }
  });
});
