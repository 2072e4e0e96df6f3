// The plain board, and with it how moves are chosen by pointer and by keyboard.

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PositionView } from '../api/types';
import { CellBoard } from './CellBoard';
import { GameBoard } from './GameBoard';
import { cell, move, position, squareCells } from './testing';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const cells = [
  ...squareCells(3, 3).map((each) =>
    each.name === 'b3'
      ? { ...each, text: 'P', label: 'Pawn', owner: 0 }
      : each.name === 'b2'
        ? { ...each, text: 'q', label: 'Queen', owner: 1 }
        : each,
  ),
  cell('hand', 0, 0, { hand: 0, text: 'N', label: 'Knight', owner: 0 }),
];
const legal = [
  move('b3xb2', 'b3 b2', 'capture'),
  move('b3-a2', 'b3 a2'),
  move('N*c1', 'hand c1', 'drop'),
  move('N*c1+', 'hand c1', 'drop'),
  move('pass', ''),
];
const start = position(cells, legal, { threats: ['b3'] });

function show(shown: PositionView = start, mayMove = true) {
  const onMove = vi.fn();
  const board = (next: PositionView, may: boolean) => (
    <CellBoard
      position={next}
      orientation={0}
      seatNames={['Red', 'Blue']}
      mayMove={may}
      onMove={onMove}
      animate={false}
      label="Board"
    />
  );
  const { rerender, container } = render(board(shown, mayMove));
  return {
    onMove,
    container,
    update: (next: PositionView, may: boolean = mayMove) => rerender(board(next, may)),
  };
}

function button(name: string): Element {
  const found = document.querySelector(`[data-cell="${name}"]`);
  if (!found) throw new Error(`no cell ${name}`);
  return found;
}

function targets(): (string | null)[] {
  return [...document.querySelectorAll('[data-target]')].map((sign) => sign.getAttribute('data-target'));
}

describe('choosing in advance', () => {
  const waiting = position(cells, [], { ply: 3, to_move: 1 });
  const turn = position(cells, legal, { ply: 4, text: 'turn' });

  function showPremoves() {
    const [onMove, onChange] = [vi.fn(), vi.fn()];
    const board = (shown: PositionView, mayMove: boolean, isAllowed: boolean) => (
      <CellBoard
        position={shown}
        orientation={0}
        seatNames={['Red', 'Blue']}
        mayMove={mayMove}
        onMove={onMove}
        premoves={isAllowed ? { seats: [0], onChange } : undefined}
        animate={false}
        label="Board"
      />
    );
    const { rerender } = render(board(waiting, false, true));
    const update = (shown: PositionView, mayMove = false, isAllowed = true) =>
      rerender(board(shown, mayMove, isAllowed));
    return { onMove, onChange, update };
  }
  const premove = () =>
    [...document.querySelectorAll('[data-premove]')].map((sign) => sign.getAttribute('data-premove'));
  const choose = (...names: string[]) => {
    for (const name of names) fireEvent.click(button(name));
  };

  it('shows and says what was chosen, and plays it when the turn comes', () => {
    const { onMove, onChange, update } = showPremoves();
    choose('b3', 'a2');
    expect(premove()).toEqual(['b3', 'a2']);
    const choosing = () => screen.getByRole('group', { name: 'Board' }).dataset.choosing;
    expect(choosing()).toBe('ahead');
    expect(button('b3').getAttribute('aria-label')).toBe('b3, pawn of Red, premove from here');
    expect(button('a2').getAttribute('aria-label')).toBe('a2, empty, premove to here');
    expect(button('a2').getAttribute('aria-pressed')).toBe('true');
    expect(onChange).toHaveBeenCalledExactlyOnceWith({
      kind: 'chosen',
      touches: ['b3', 'a2'],
      from: 'b3, pawn of Red',
    });
    update(turn, true);
    expect(onMove).toHaveBeenCalledExactlyOnceWith(legal[1]);
    expect(premove()).toEqual([]);
    expect(choosing()).toBeUndefined();
    update({ ...turn, ply: 6, text: 'again' }, true);
    expect(choosing()).toBe('now');
  });

  it('waits while several others move', () => {
    const { onMove, update } = showPremoves();
    choose('b3', 'a2');
    update({ ...waiting, ply: 4, text: 'later' });
    expect(premove()).toEqual(['b3', 'a2']);
    update({ ...turn, ply: 5 }, true);
    expect(onMove).toHaveBeenCalledOnce();
  });

  it('drops what is not possible, or is not the only move with these touches', () => {
    for (const [from, to] of [
      ['b3', 'c3'],
      ['hand', 'c1'],
    ] as const) {
      const { onMove, onChange, update } = showPremoves();
      choose(from, to);
      update(turn, true);
      expect(onMove).not.toHaveBeenCalled();
      expect(onChange).toHaveBeenLastCalledWith({ kind: 'dropped' });
      expect(premove()).toEqual([]);
      cleanup();
    }
  });

  it('is cancelled by its cell, by Escape anywhere and by the other mouse button', () => {
    const { onChange } = showPremoves();
    for (const cancel of [
      () => choose('a2'),
      () => fireEvent.keyDown(document.body, { key: 'Escape' }),
      () => fireEvent.keyDown(button('a2'), { key: 'Escape' }),
      () => fireEvent.contextMenu(button('c3')),
    ]) {
      choose('b3', 'a2');
      expect(premove()).toHaveLength(2);
      onChange.mockClear();
      cancel();
      expect(premove()).toEqual([]);
      expect(onChange).toHaveBeenCalledExactlyOnceWith({ kind: 'cancelled' });
    }
    expect(fireEvent.contextMenu(button('c3'))).toBe(true);
  });

  it('is chosen by keyboard and by dragging as well', () => {
    showPremoves();
    fireEvent.keyDown(button('b3'), { key: 'Enter' });
    expect(premove()).toEqual(['b3']);
    fireEvent.keyDown(button('c3'), { key: ' ' });
    expect(premove()).toEqual(['b3', 'c3']);
    document.elementFromPoint = () => button('a1');
    const mouse = { button: 0, isPrimary: true, pointerId: 1, pointerType: 'mouse' };
    fireEvent.pointerDown(button('hand'), { ...mouse, clientX: 0, clientY: 0 });
    fireEvent.pointerMove(button('hand'), { ...mouse, clientX: 50, clientY: 0 });
    expect(premove()).toEqual(['hand', 'a1']);
    fireEvent.pointerUp(button('hand'), { ...mouse, clientX: 50, clientY: 0 });
    expect(premove()).toEqual(['hand', 'a1']);
  });

  it('is forgotten when moves are taken back and when it is not allowed any more', () => {
    const { onMove, update } = showPremoves();
    choose('b3', 'a2');
    update({ ...turn, ply: 2 }, true);
    expect(premove()).toEqual([]);
    update(waiting);
    choose('b3', 'a2');
    update(waiting, false, false);
    update(waiting);
    expect(premove()).toEqual([]);
    expect(onMove).not.toHaveBeenCalled();
  });

  it('keeps what is in the hand when the turn comes', () => {
    const { onMove, update } = showPremoves();
    choose('b3');
    update(turn, true);
    expect(targets().sort()).toEqual(['capture', 'move']);
    choose('b2');
    expect(onMove).toHaveBeenCalledExactlyOnceWith(legal[0]);
  });

  it('is not for one’s own turn, for the end or for onlookers', () => {
    const { update } = showPremoves();
    for (const shown of [turn, { ...waiting, to_move: null }]) {
      update(shown);
      choose('b3', 'a2');
      expect(premove()).toEqual([]);
    }
    update(waiting, false, false);
    choose('b3', 'a2');
    expect(premove()).toEqual([]);
  });
});

describe('values of targets', () => {
  it('are written and said where the moves lead, and the arrows make room', () => {
    const only = legal[0];
    if (!only) throw new Error('no move');
    const { container } = render(
      <CellBoard
        position={start}
        orientation={0}
        seatNames={['Red', 'Blue']}
        mayMove
        marks={[{ move: only, tone: 'best', label: '+9' }]}
        targetLabels={({ move }) => ({ b3xb2: '+1.5', 'N*c1': 'W7', 'N*c1+': 'L2' })[move]}
        animate={false}
        label="Board"
      />,
    );
    const labels = () => [...container.querySelectorAll('.label')].map((label) => label.textContent);
    expect(labels()).toEqual(['+9']);
    fireEvent.click(button('b3'));
    expect(labels()).toEqual(['+1.5']);
    expect(button('b2').getAttribute('aria-label')).toBe('b2, queen of Blue, can capture, worth +1.5');
    fireEvent.click(button('hand'));
    expect(labels()).toEqual(['W7…']);
  });
});

describe('clicking', () => {
  it('shows the targets of a start and plays the move', () => {
    const { onMove } = show();
    fireEvent.click(button('b3'));
    expect(targets().sort()).toEqual(['capture', 'move']);
    fireEvent.click(button('b2'));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(legal[0]);
  });

  it('does nothing for whoever may not move', () => {
    const { onMove } = show(start, false);
    fireEvent.click(button('b3'));
    fireEvent.click(button('b2'));
    expect(targets()).toEqual([]);
    expect(onMove).not.toHaveBeenCalled();
  });

  it('asks where two moves have the same touches', () => {
    const { onMove } = show();
    fireEvent.click(button('hand'));
    fireEvent.click(button('c1'));
    expect(onMove).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'N*c1+' }));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(legal[3]);
    expect(screen.queryByText('Which move?')).toBeNull();
  });

  it('gives the focus back after asking', () => {
    show();
    (button('c1') as SVGElement).focus();
    fireEvent.click(button('hand'));
    fireEvent.click(button('c1'));
    expect(document.activeElement?.textContent).toBe('N*c1');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(button('c1'));
  });

  it('sends one move only, until the position or the right to move changes', () => {
    const { onMove, update } = show();
    fireEvent.click(button('b3'));
    fireEvent.click(button('a2'));
    fireEvent.click(button('b3'));
    fireEvent.click(button('b2'));
    expect(onMove).toHaveBeenCalledTimes(1);
    update(start, false);
    update(start, true);
    fireEvent.click(button('b3'));
    fireEvent.click(button('b2'));
    expect(onMove).toHaveBeenCalledTimes(2);
  });

  it('gives the board back when no answer comes', () => {
    vi.useFakeTimers();
    const { onMove } = show();
    fireEvent.click(button('b3'));
    fireEvent.click(button('a2'));
    act(() => vi.advanceTimersByTime(5000));
    fireEvent.click(button('b3'));
    fireEvent.click(button('a2'));
    expect(onMove).toHaveBeenCalledTimes(2);
  });

  it('forgets the choice at another position and keeps it at a copy of the same', () => {
    const { update } = show();
    fireEvent.click(button('b3'));
    update({ ...start, cells: [...cells] });
    expect(targets()).toHaveLength(2);
    update({ ...start, ply: 1 });
    expect(targets()).toEqual([]);
  });
});

describe('a forced pass', () => {
  it('has a button on the board', () => {
    const pass = move('pass', '');
    const { onMove } = show(position(cells, [pass]));
    fireEvent.click(screen.getByRole('button', { name: 'Pass' }));
    expect(onMove).toHaveBeenCalledExactlyOnceWith(pass);
  });

  it('is not offered where something else can be done, or to onlookers', () => {
    show();
    expect(screen.queryByRole('button', { name: 'Pass' })).toBeNull();
    cleanup();
    show(position(cells, [move('pass', '')]), false);
    expect(screen.queryByRole('button', { name: 'Pass' })).toBeNull();
  });
});

describe('dragging', () => {
  function drag(from: string, to: string | null, distance = 60) {
    document.elementFromPoint = () => (to === null ? null : button(to));
    const pointer = { pointerId: 1, isPrimary: true, button: 0, pointerType: 'mouse' };
    fireEvent.pointerDown(button(from), { ...pointer, clientX: 10, clientY: 10 });
    fireEvent.pointerMove(button(from), { ...pointer, clientX: 10 + distance, clientY: 10 });
    fireEvent.pointerUp(button(from), { ...pointer, clientX: 10 + distance, clientY: 10 });
  }

  it('plays the move on whose target it ends', () => {
    const { onMove } = show();
    drag('b3', 'a2');
    expect(onMove).toHaveBeenCalledExactlyOnceWith(legal[1]);
  });

  it('plays nothing when it ends elsewhere, and forgets the choice', () => {
    const { onMove } = show();
    drag('b3', 'c3');
    drag('b3', null);
    expect(onMove).not.toHaveBeenCalled();
    expect(targets()).toEqual([]);
  });

  it('keeps the choice when it ends where it began', () => {
    show();
    drag('b3', 'b3');
    expect(targets()).toHaveLength(2);
  });

  it('takes a trembling hand for a click', () => {
    const { onMove } = show();
    drag('b3', 'a2', 2);
    expect(onMove).not.toHaveBeenCalled();
    expect(targets()).toEqual([]);
  });

  it('asks after a drag, too', () => {
    const { onMove } = show();
    drag('hand', 'c1');
    expect(onMove).not.toHaveBeenCalled();
    expect(screen.getByText('Which move?')).toBeDefined();
  });

  it('does not start from what cannot move', () => {
    const { onMove } = show();
    drag('b2', 'a2');
    expect(onMove).not.toHaveBeenCalled();
  });
});

describe('the keyboard', () => {
  it('has one cell in the tab order, first one that can move', () => {
    show();
    const tabbable = [...document.querySelectorAll('[data-cell][tabindex="0"]')];
    expect(tabbable.map((each) => each.getAttribute('data-cell'))).toEqual(['b3']);
  });

  it('walks, chooses and clears', () => {
    const { onMove } = show();
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    (button('b3') as SVGElement).focus();
    press('Enter');
    expect(targets()).toHaveLength(2);
    press('Escape');
    expect(targets()).toEqual([]);
    press(' ');
    press('ArrowUp');
    expect(document.activeElement).toBe(button('b2'));
    press('Enter');
    expect(onMove).toHaveBeenCalledExactlyOnceWith(legal[0]);
  });
});

describe('names for screen readers', () => {
  it('say what is there and what can be done', () => {
    show();
    expect(button('b3').getAttribute('aria-label')).toBe('b3, pawn of Red, threatened');
    expect(button('a1').getAttribute('aria-label')).toBe('a1, empty');
    expect(button('hand').getAttribute('aria-label')).toBe('hand of Red, knight');
    fireEvent.click(button('b3'));
    expect(button('b2').getAttribute('aria-label')).toBe('b2, queen of Blue, can capture');
    expect(button('a2').getAttribute('aria-label')).toBe('a2, empty, can move here');
    expect(button('b3').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('GameBoard', () => {
  const props = {
    position: start,
    orientation: 0,
    seatNames: ['Red', 'Blue'],
    mayMove: false,
    animate: false,
  };

  it('draws a game without a board of its own', () => {
    const { container } = render(<GameBoard game="no-such-game" label="Some game" {...props} />);
    expect(screen.getByRole('group', { name: 'Some game' })).toBeDefined();
    expect(container.querySelector('div')?.getAttribute('style')).toContain('--board-aspect');
  });

  it('is one image in a preview, with nothing to focus', () => {
    render(<GameBoard game="no-such-game" label="Some game" preview {...props} />);
    expect(screen.getByRole('img', { name: 'Some game' })).toBeDefined();
    expect(document.querySelectorAll('[tabindex], [data-cell]')).toHaveLength(0);
  });
});
