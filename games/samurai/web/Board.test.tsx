// The board shows what the position says, and leads through a turn: tiles, exchanges, the end, and the setup.

import { GameBoard, type Position } from '@ludwerk/web/board';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endWords, gainWords, waitingWords } from './Bar';
import Board from './Board';
import type { BoardView } from './board.types';
import { boardMoves, guidance } from './choices';
import { readScene } from './position';
import Rules from './Rules';
import { MIDDLE, move, moves, position, SEAT_NAMES, sceneOf, textOf } from './testing';

afterEach(cleanup);

const start = position(textOf({}), {
  legal: moves('rice4@17 rice4@18 ship2@50 swap:helmet@0,buddha@1 swap:rice@4,rice@5 swap:rice@6,helmet@7'),
});
const middle = position(MIDDLE, {
  ply: 3,
  legal: moves('ship2@50 ship2@51 swap:helmet@0,buddha@1 end'),
  recent: moves('samurai1@33 ship2@77'),
});

function show(shown: Position<BoardView> = start, rest: Partial<Parameters<typeof Board>[0]> = {}) {
  const onMove = vi.fn();
  const props = {
    orientation: 0,
    seatNames: SEAT_NAMES.slice(0, 2),
    mayMove: true,
    animate: false,
    label: 'Board',
  };
  return { onMove, ...render(<Board position={shown} {...props} onMove={onMove} {...rest} />) };
}

function cell(name: string): Element {
  const found = document.querySelector(`[data-cell="${name}"]`);
  if (!found) throw new Error(`no cell ${name}`);
  return found;
}

const touch = (name: string) => fireEvent.click(cell(name));
const said = () => screen.getByRole('status').textContent;
const targets = () =>
  [...document.querySelectorAll('[data-cell]')]
    .filter((each) => /can /.test(each.ariaLabel ?? each.getAttribute('aria-label') ?? ''))
    .map((each) => each.getAttribute('data-cell'));

describe('the board', () => {
  it('has all spaces and the own hand', () => {
    show();
    expect(document.querySelectorAll('[data-cell]')).toHaveLength(91 + 5);
    expect(cell('0:rice4').getAttribute('aria-label')).toBe('hand of Red, rice 4');
    expect(cell('17').getAttribute('aria-label')).toBe('17, land, empty');
  });

  it('names tiles and settlements with all that matters', () => {
    show(middle);
    expect(cell('77').getAttribute('aria-label')).toMatch(/^77, \w+, ship 2, character of Red$/);
    expect(cell('5').getAttribute('aria-label')).toBe(
      'village 5, rice, Blue 3, now to Blue; 2 land spaces empty',
    );
    expect(cell('6').getAttribute('aria-label')).toMatch(
      /^Kyoto, city, rice, Red 3, now to Red; buddha; \d land/,
    );
  });

  it('shows the tiles of the last turn as new', () => {
    show(middle);
    const fresh = [...document.querySelectorAll('[data-fresh]')].map((each) =>
      each.closest('[data-at]')?.getAttribute('data-at'),
    );
    expect(fresh).toEqual(['33', '77']);
  });

  it('hides what others hold: backs, and their number', () => {
    show(position(textOf({ hands: '?5/?4', turn: '1' })), { mayMove: false });
    expect(document.querySelector('[data-cell*=":"]')).toBeNull();
    const row = screen.getByRole('row', { name: /Blue/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((each) => each.textContent),
    ).toEqual(['0', '0', '0', '4', '15']);
  });

  it('tells captured figures, majorities and what is set aside', () => {
    show(middle);
    const row = screen.getByRole('row', { name: /^Red/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((each) => each.textContent),
    ).toEqual(['2, the most', '0', '1, the most', '5', '15']);
    expect(screen.getByRole('row', { name: /Set aside/ }).textContent).toContain('1 of 4');
  });

  it('looks at a settlement closely when it is pointed at, touched or reached by keyboard', () => {
    show(middle);
    expect(screen.queryByRole('region', { name: /Edo/ })).toBeNull();
    touch('12');
    const panel = screen.getByRole('region', { name: /Edo/ });
    expect(within(panel).getAllByRole('row')).toHaveLength(4);
    expect(panel.textContent).toContain('now to');
    fireEvent.focus(cell('5'));
    const other = screen.getByRole('region', { name: /Village 5/ });
    expect(other.textContent).toContain('Blue');
    expect(other.textContent).toContain('2 land spaces');
    fireEvent.focus(cell('17'));
    expect(screen.queryByRole('region', { name: /Village 5/ })).toBeNull();
  });

  it('is one picture as a preview', () => {
    show(middle, { preview: true });
    expect(screen.getByRole('img', { name: 'Board' })).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is found by the page', async () => {
    render(
      <GameBoard
        game="samurai"
        position={start}
        orientation={0}
        seatNames={['Red', 'Blue']}
        mayMove
        animate={false}
        label="Board"
      />,
    );
    expect(await screen.findByRole('group', { name: 'Board' })).toBeTruthy();
  });
});

describe('a turn', () => {
  it('begins with a tile and a space', () => {
    const { onMove } = show();
    expect(said()).toBe('Your turn: pick a tile.');
    touch('0:rice4');
    expect(said()).toBe('Choose a land space for rice 4.');
    expect(targets()).toEqual(expect.arrayContaining(['17', '18']));
    touch('17');
    expect(onMove).toHaveBeenCalledWith(expect.objectContaining({ move: 'rice4@17' }));
  });

  it('lets a settlement be looked at while a tile is in hand', () => {
    show();
    touch('0:ship2');
    touch('12');
    expect(said()).toBe('Choose a sea space for ship 2.');
    expect(screen.getByRole('region', { name: /Edo/ })).toBeTruthy();
  });

  it('ends with a button or a key, once a tile was played', () => {
    const { onMove } = show(middle);
    expect(said()).toBe('Play a character tile, or end your turn.');
    fireEvent.click(screen.getByRole('button', { name: 'End turn' }));
    expect(onMove).toHaveBeenCalledWith(expect.objectContaining({ move: 'end' }));
    cleanup();
    const again = show(middle);
    fireEvent.keyDown(document.body, { key: 'e' });
    expect(again.onMove).toHaveBeenCalledWith(expect.objectContaining({ move: 'end' }));
    cleanup();
    show();
    expect(screen.getByRole('button', { name: 'End turn' }).hasAttribute('disabled')).toBe(true);
  });

  it('can be taken back where the page allows it', () => {
    const onTakeBack = vi.fn();
    show(middle, { onTakeBack });
    fireEvent.click(screen.getByRole('button', { name: 'Take back' }));
    expect(onTakeBack).toHaveBeenCalled();
    cleanup();
    show(middle);
    expect(screen.getByRole('button', { name: 'Take back' }).hasAttribute('disabled')).toBe(true);
  });

  it('of someone else has no buttons', () => {
    show(position(textOf({ turn: '1:c' })), { mayMove: false });
    expect(screen.queryByRole('button', { name: 'End turn' })).toBeNull();
    expect(said()).toBe('Blue is in the middle of a turn.');
  });

  it('passes where nothing can be played', () => {
    const { onMove } = show(position(textOf({}), { legal: [move('pass')] }));
    expect(said()).toBe('You can play none of your tiles.');
    fireEvent.click(screen.getByRole('button', { name: 'Pass' }));
    expect(onMove).toHaveBeenCalledWith(expect.objectContaining({ move: 'pass' }));
  });

  it('shows a hint to end it at the button', () => {
    show(middle, { marks: [{ move: move('end'), tone: 'best' }] });
    expect(screen.getByRole('button', { name: 'End turn' }).hasAttribute('data-hinted')).toBe(true);
  });
});

describe('exchanges', () => {
  it('of figures take two figures, in either order', () => {
    const { onMove } = show();
    touch('0:swap');
    expect(said()).toBe('Choose the first figure to exchange.');
    // Nothing but figures can be chosen, and the settlements give way to them.
    expect(document.querySelector('[data-cell="1"]')).toBeNull();
    touch('figure-1-buddha');
    expect(said()).toBe('Choose the second figure, to change places with the buddha of village 1.');
    touch('figure-0-helmet');
    expect(onMove).toHaveBeenCalledWith(expect.objectContaining({ move: 'swap:helmet@0,buddha@1' }));
  });

  it('of figures can choose one of a city', () => {
    const { onMove } = show();
    touch('0:swap');
    touch('figure-6-rice');
    touch('figure-7-helmet');
    expect(onMove).toHaveBeenCalledWith(expect.objectContaining({ move: 'swap:rice@6,helmet@7' }));
  });

  it('can be broken off', () => {
    show();
    touch('0:swap');
    touch('figure-1-buddha');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(said()).toBe('Your turn: pick a tile.');
    expect(cell('1')).toBeTruthy();
  });

  it('of tiles take one of the own tiles and a space', () => {
    const text = textOf({ tiles: '0:rice3@24,1:rice2@25', hands: 'shift,rice4/?5' });
    const { onMove } = show(position(text, { legal: moves('shift:24>17 shift:24>18 rice4@17') }));
    touch('0:shift');
    expect(said()).toBe('Choose one of your tiles to move.');
    touch('24');
    expect(said()).toBe('Choose an empty land space for it.');
    touch('18');
    expect(onMove).toHaveBeenCalledWith(expect.objectContaining({ move: 'shift:24>18' }));
  });

  it('that change nothing are told apart', () => {
    const [one, two] = boardMoves([move('swap:rice@4,rice@5')]);
    expect([one?.kind, two?.kind]).toEqual(['other', 'other']);
    expect(boardMoves([move('swap:helmet@0,buddha@1')])[0]?.kind).toBe('move');
    expect(guidance([])).toBeNull();
  });
});

describe('the setup', () => {
  it('chooses five tiles for the first hand', () => {
    const hand = 'hand:rice4,samurai1,samurai1,ship2,swap';
    const text = textOf({ figures: Array(17).fill('-').join('/'), hands: '-/-', turn: '0:hand' });
    const { onMove } = show(position(text, { legal: [move(hand)] }));
    const keep = screen.getByRole('button', { name: 'Keep these five' });
    expect(keep.hasAttribute('disabled')).toBe(true);
    const [first, second] = screen.getAllByRole('button', { name: 'samurai 1' });
    for (const button of [first, second]) if (button) fireEvent.click(button);
    for (const name of ['figure exchange, character', 'rice 4', 'ship 2, character']) {
      fireEvent.click(screen.getByRole('button', { name }));
    }
    expect(said()).toBe('5 of 5 chosen');
    expect(screen.getByRole('button', { name: 'rice 2' }).hasAttribute('disabled')).toBe(true);
    fireEvent.click(keep);
    expect(onMove).toHaveBeenCalledWith(expect.objectContaining({ move: hand }));
  });

  it('does not show the choice to the others', () => {
    const text = textOf({ figures: Array(17).fill('-').join('/'), hands: '?0/?0', turn: '1:hand' });
    show(position(text), { mayMove: false });
    expect(screen.queryByRole('region', { name: /first hand/ })).toBeNull();
    expect(said()).toBe('Blue chooses a first hand.');
  });

  it('places figures: a kind, then a settlement', () => {
    const text = textOf({
      figures: [...Array(12).fill('-'), 'rhb', ...Array(4).fill('-')].join('/'),
      turn: '0:figure',
    });
    const { onMove } = show(position(text, { legal: moves('figure:rice@6 figure:helmet@6 figure:rice@10') }));
    expect(said()).toBe('Choose a kind of figure to place.');
    touch('0:rice');
    expect(said()).toBe('Choose a settlement for the rice.');
    touch('10');
    expect(onMove).toHaveBeenCalledWith(expect.objectContaining({ move: 'figure:rice@10' }));
  });
});

describe('words', () => {
  it('say what was captured', () => {
    const gains = [
      { settlement: 6, kind: 'rice', seat: 0 },
      { settlement: 3, kind: 'helmet', seat: null },
    ] as const;
    expect(gainWords(gains, SEAT_NAMES)).toBe(
      'Red captures the rice of Kyoto; the helmet of village 3 is set aside.',
    );
  });

  it('say it on the board after the move', () => {
    const before = position(textOf({ tiles: '0:rice3@17' }), { ply: 4 });
    const figures = textOf({}).split(' ')[0]?.replace('h/b', '-/b') ?? '';
    const after = position(textOf({ figures, tiles: '0:rice3@17,1:samurai1@18', captured: '0.0.0/0.1.0' }), {
      ply: 5,
    });
    const props = {
      orientation: 0,
      seatNames: ['Red', 'Blue'],
      mayMove: false,
      animate: false,
      label: 'Board',
    };
    const { rerender } = render(<Board position={before} {...props} />);
    rerender(<Board position={after} {...props} />);
    expect(said()).toContain('Blue captures the helmet of village 0.');
    // It is still news when the turn has ended, and no more after one's own turn.
    const ended = position(after.text, { ply: 6, recent: moves('samurai1@18 end') });
    rerender(<Board position={ended} {...props} />);
    expect(said()).toContain('Blue captures the helmet of village 0.');
    rerender(<Board position={position(after.text, { ply: 8, recent: moves('end') })} {...props} />);
    expect(said()).not.toContain('captures');
    // What is taken back has not happened.
    rerender(<Board position={after} {...props} />);
    rerender(<Board position={before} {...props} />);
    expect(said()).not.toContain('captures');
  });

  it('say who is to do what', () => {
    const words = (turn: string) => {
      const shown = position(textOf({ turn }));
      return waitingWords(shown, readScene(shown.board), SEAT_NAMES);
    };
    expect(words('1')).toBe('Blue is to move.');
    expect(words('1:figure')).toBe('Blue places a figure.');
    expect(words('over:kind')).toBe('The last figure of a kind is gone.');
    expect(words('over:all')).toBe('No figure is left.');
    const over = sceneOf(textOf({ turn: 'over:ties', captured: '3.2.1/0.1.4' }));
    expect(endWords(over, SEAT_NAMES)).toBe(
      'Four figures are set aside. Red has the most rice and helmet, Blue has the most buddha.',
    );
  });
});

describe('the rules', () => {
  it.each(['official', 'official-full', 'ffg', 'thesis'])('are told for %s', (variant) => {
    render(<Rules variant={variant} />);
    expect(screen.getByRole('heading', { name: 'Capturing' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Before the first turn' }) !== null).toBe(
      variant === 'official-full',
    );
  });

  it('of the thesis know no exchanges, eighteen tiles and no end by ties', () => {
    const told = (variant: string) => {
      const { container } = render(<Rules variant={variant} />);
      const text = container.textContent ?? '';
      cleanup();
      return text;
    };
    const [official, thesis] = [told('official'), told('thesis')];
    for (const words of ['twenty tiles', 'figure exchange', 'four figures have been set aside', 'Kyushu']) {
      expect(official).toContain(words);
      expect(thesis).not.toContain(words);
    }
    for (const words of ['eighteen tiles', 'until the last figure is gone', 'This variant is for two']) {
      expect(thesis).toContain(words);
      expect(official).not.toContain(words);
    }
    expect(told('ffg')).toContain('at the end of the turn, after all of its tiles');
  });
});
