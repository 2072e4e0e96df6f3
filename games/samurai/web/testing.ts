// Positions for the tests, made from their text as the server would make them.

import type { Position } from '@ludwerk/web/board';
import type { MoveKind, MoveView } from '@ludwerk/web/types';
import type { BoardView, CountsView, End, Kind } from './board.types';
import { isSettlement, spacesFor } from './map';
import { readScene, type Scene } from './position';

export const SEAT_NAMES = ['Red', 'Blue', 'Gold', 'Violet'];

const FIGURES = 'h/b/h/b/r/r/rb/h/r/b/rh/h/rhb/h/b/b/r';

/** The parts of a position for two in which Red is to move; the others as at the start. */
export function textOf(
  parts: Partial<Record<'figures' | 'tiles' | 'captured' | 'aside' | 'hands' | 'turn', string>>,
) {
  const { figures = FIGURES, tiles = '-', captured = '0.0.0/0.0.0', aside = '0.0.0' } = parts;
  const { hands = 'rice4,helmet2,samurai1,ship2,swap/?5', turn = '0' } = parts;
  return `${figures} ${tiles} ${captured} ${aside} 00 ${hands} ?15/?15 ${turn}`;
}

/** Red has played a samurai and a ship of this turn; Blue has tiles beside two settlements. */
export const MIDDLE = textOf({
  tiles: '0:rice3@24,1:samurai3@25,1:helmet4@26,0:samurai1@33,1:shift@40,0:ship2@77',
  captured: '2.0.1/0.3.0',
  aside: '1.0.0',
  turn: '0:o:samurai1@33',
});

const KIND_LETTERS: Readonly<Record<string, Kind>> = { r: 'rice', h: 'helmet', b: 'buddha' };

/** What the board shows in a position. */
export function boardOf(text: string): BoardView {
  const [figures = '', tiles = '', captured = '', aside = '', , hands = '', piles = '', turn = ''] =
    text.split(' ');
  const [hand, pile] = [hands.split('/'), piles.split('/')];
  const settlements = spacesFor(hand.length).filter(isSettlement);
  const [first = '', what = ''] = turn.split(':');
  const phase = first === 'over' ? 'over' : what === 'hand' || what === 'figure' ? what : 'play';
  return {
    figures: figures.split('/').flatMap((letters, index) => {
      const kinds = [...letters].flatMap((letter) => KIND_LETTERS[letter] ?? []);
      return kinds.length > 0 ? [{ space: settlements[index]?.id ?? 0, kinds }] : [];
    }),
    tiles: tiles.split(',').flatMap((item) => {
      const [, seat, tile = '', space] = /^(\d):(\w+)@(\d+)$/.exec(item) ?? [];
      return seat === undefined ? [] : [{ space: Number(space), seat: Number(seat), tile }];
    }),
    seats: captured.split('/').map((counts, seat) => {
      const held = hand[seat] ?? '';
      const known = held.startsWith('?') ? null : held.split(',').filter((name) => name !== '-');
      return {
        captured: countsOf(counts),
        hand: known,
        in_hand: known?.length ?? Number(held.slice(1)),
        in_pile: Number(pile[seat]?.slice(1)),
      };
    }),
    aside: countsOf(aside),
    phase,
    played: what === 'o' ? 'ordinary' : what === 'c' ? 'characters' : 'nothing',
    end: phase === 'over' ? (what as End) : null,
  };
}

function countsOf(text: string): CountsView {
  const [rice = 0, helmet = 0, buddha = 0] = text.split('.').map(Number);
  return { rice, helmet, buddha };
}

export const sceneOf = (text: string): Scene => readScene(boardOf(text));

export function position(text: string, rest: Partial<Position<BoardView>> = {}): Position<BoardView> {
  const turn = Number.parseInt(text.split(' ')[7] ?? '', 10);
  return {
    text,
    ply: 0,
    occurrences: null,
    to_move: Number.isNaN(turn) ? null : turn,
    legal: [],
    last: null,
    recent: [],
    threats: [],
    board: boardOf(text),
    cells: [],
    notes: [],
    points: null,
    result: null,
    ...rest,
  };
}

/** A move of a seat with the touches that the server gives it. */
export function move(text: string, seat = 0): MoveView {
  const place = /^(\w+)@(\d+)$/.exec(text);
  if (place) return { move: text, touches: [`${seat}:${place[1]}`, place[2] ?? ''], kind: 'drop' };
  const shift = /^shift:(\d+)>(\d+)$/.exec(text);
  if (shift) return { move: text, touches: [`${seat}:shift`, shift[1] ?? '', shift[2] ?? ''], kind: 'drop' };
  const swap = /^swap:(\w+)@(\d+),(\w+)@(\d+)$/.exec(text);
  if (swap) {
    const touches = [`${seat}:swap`, swap[2], `${seat}:${swap[1]}`, swap[4], `${seat}:${swap[3]}`];
    return { move: text, touches: touches.map(String), kind: 'drop' };
  }
  const figure = /^figure:(\w+)@(\d+)$/.exec(text);
  if (figure) return { move: text, touches: [`${seat}:${figure[1]}`, figure[2] ?? ''], kind: 'drop' };
  const hand = /^hand:(.*)$/.exec(text);
  if (hand)
    return { move: text, touches: (hand[1] ?? '').split(',').map((tile) => `${seat}:${tile}`), kind: 'drop' };
  return { move: text, touches: [], kind: 'other' satisfies MoveKind };
}

/** All moves of these texts. */
export function moves(texts: string): MoveView[] {
  return texts.split(' ').map((text) => move(text));
}
