// A drawing taken out of the page carries its looks along and leaves the page's business behind.

import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CellBoard } from './CellBoard';
import { boardSvg } from './exportSvg';
import { move, position, squareCells } from './testing';

afterEach(cleanup);

function exported(): Document {
  const cells = squareCells(2, 2).map((each) =>
    each.name === 'a1' ? { ...each, text: '<P', label: 'Pawn', owner: 0 } : each,
  );
  const { container } = render(
    <CellBoard
      position={position(cells, [move('a1-a2', 'a1 a2')])}
      orientation={0}
      seatNames={['Red', 'Blue']}
      mayMove
      animate={false}
      label="A & B"
    />,
  );
  const svg = container.querySelector('svg');
  if (!svg) throw new Error('no drawing');
  const text = boardSvg(svg);
  return new DOMParser().parseFromString(text, 'image/svg+xml');
}

it('has a size, a name and the pieces', () => {
  const root = exported().documentElement;
  expect(root.getAttribute('xmlns')).toBe('http://www.w3.org/2000/svg');
  expect(Number(root.getAttribute('width'))).toBeGreaterThan(200);
  expect(root.querySelector('title')?.textContent).toBe('A & B');
  expect(root.textContent).toContain('<P');
});

it('has no classes, handlers, roles or areas to click on', () => {
  const elements = [...exported().querySelectorAll('*')];
  for (const element of elements) {
    for (const { name } of [...element.attributes]) {
      expect(name).not.toMatch(/^(class|style|role|tabindex|aria-.*|data-.*|on.*)$/);
    }
  }
});

it('writes down what stylesheets say', () => {
  const style = document.createElement('style');
  style.textContent = '.piece text { fill: rgb(1, 2, 3); }';
  document.head.append(style);
  const text = exported().querySelector('text');
  style.remove();
  expect(text?.getAttribute('fill')).toBe('rgb(1, 2, 3)');
});
