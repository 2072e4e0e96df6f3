// The editor: squares, hands, side and text always say the same.

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { START_TEXT } from './arrangement';
import Editor from './Editor';
import Rules from './Rules';
import { SEAT_NAMES } from './testing';

afterEach(cleanup);

function Page({ start }: { start: string }) {
  const [text, setText] = useState(start);
  return <Editor position={text} onChange={setText} seatNames={SEAT_NAMES} />;
}

function text(): string {
  return (screen.getByLabelText('Position as text') as HTMLInputElement).value;
}

function press(name: string | RegExp): void {
  fireEvent.click(screen.getByRole('button', { name }));
}

describe('the editor', () => {
  it('puts the chosen animal, replaces, and takes away at the second click', () => {
    render(<Page start="............ - - S" />);
    fireEvent.click(screen.getByRole('radio', { name: 'elephant of Sky' }));
    press('b1, empty');
    expect(text()).toBe('.e.......... - - S');
    fireEvent.click(screen.getByRole('radio', { name: 'hen of Forest' }));
    press('b1, elephant of Sky');
    expect(text()).toBe('.H.......... - - S');
    press('b1, hen of Forest');
    expect(text()).toBe('............ - - S');
  });

  it('removes with the remover', () => {
    render(<Page start={START_TEXT} />);
    fireEvent.click(screen.getByRole('radio', { name: 'Remove' }));
    press('b3, chick of Forest');
    expect(text()).toBe('gle.c....ELG - - S');
  });

  it('fills hands, changes the side, clears and starts again', () => {
    render(<Page start={START_TEXT} />);
    press('One chick in hand of Sky more');
    press('One giraffe in hand of Forest more');
    fireEvent.click(screen.getByRole('radio', { name: 'Sky' }));
    expect(text()).toBe('gle.c..C.ELG G c G');
    press('Clear');
    expect(text()).toBe('............ - - G');
    press('Start position');
    expect(text()).toBe(START_TEXT);
  });

  it('follows the text, and keeps the board while the text is unfinished', () => {
    render(<Page start={START_TEXT} />);
    const field = screen.getByLabelText('Position as text');
    fireEvent.change(field, { target: { value: '.l.......... - c G' } });
    expect(screen.getByRole('button', { name: 'b1, lion of Sky' })).toBeDefined();
    fireEvent.change(field, { target: { value: '.l...' } });
    expect(text()).toBe('.l...');
    expect(screen.getByRole('button', { name: 'b1, lion of Sky' })).toBeDefined();
    expect(screen.getByText(/not a whole position/)).toBeDefined();
  });

  it('drags from the palette, from square to square, into a hand and away', () => {
    const { container } = render(<Page start="............ - - S" />);
    const drag = (from: string, to: string | null) => {
      const at = (place: string) => container.querySelector(`[data-cell="${place}"]`) as Element;
      document.elementFromPoint = () => (to === null ? null : at(to));
      const pointer = { pointerId: 1, isPrimary: true, button: 0, pointerType: 'mouse' };
      fireEvent.pointerDown(at(from), { ...pointer, clientX: 0, clientY: 0 });
      fireEvent.pointerMove(at(from), { ...pointer, clientX: 50, clientY: 50 });
      fireEvent.pointerUp(at(from), { ...pointer, clientX: 50, clientY: 50 });
    };
    drag('put G0', 'square 4');
    expect(text()).toBe('....G....... - - S');
    drag('square 4', 'square 0');
    expect(text()).toBe('G........... - - S');
    drag('square 0', 'hand 1');
    expect(text()).toBe('............ - g S');
    drag('put L1', 'square 1');
    drag('square 1', null);
    expect(text()).toBe('............ - g S');
  });

  it('walks over the squares with the arrow keys', () => {
    render(<Page start={START_TEXT} />);
    const walk = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    screen.getByRole('button', { name: /^a1/ }).focus();
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowDown']) walk(key);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('b3, chick of Forest');
  });
});

describe('the rules', () => {
  it('say what differs between the variants', () => {
    const said = ['official', 'lishogi', 'thesis', 'some other'].map((variant) => {
      const { container, unmount } = render(<Rules variant={variant} />);
      const { textContent } = container;
      unmount();
      return textContent;
    });
    expect(new Set(said).size).toBe(3);
    expect(said[3]).toBe(said[0]);
    expect(said[2]).toContain('nine moves');
  });
});
