// What moves leave out is there again, in every kind of message.
import { expect, it } from 'vitest';
import { gameInfo, gameView, positionView, tableAnswer } from './fixtures';
import { readAnalysis, readCatalog, readCreated, readLine, readMessage, readPosition } from './read';
import type { MoveView, PositionView } from './types';

/** A move as it is sent. */
const sent = (): MoveView => JSON.parse('{"move":"a1,b1"}');
const WHOLE = { move: 'a1,b1', touches: ['a1', 'b1'], kind: 'move' };
const position = () => positionView({ legal: [sent()], last: sent(), recent: [sent()] });
const moves = ({ legal, last, recent }: PositionView) => [...legal, last, ...recent];

it('makes the moves of positions whole in games, lines, the catalog and messages', () => {
  const found = [
    readPosition(position()),
    readCreated({ token: '', game: gameView({ position: position() }) }).game.position,
    ...readLine({ variant: '', seat_names: [], positions: [position(), position()], is_position: false })
      .positions,
    ...readCatalog({
      program: '',
      games: [gameInfo({ start: position() })],
      limits: { think_ms: 1, lines: 1 },
    }).games.map(({ start }) => start),
  ];
  const message = readMessage({ type: 'game', game: gameView({ position: position() }) });
  if (message.type === 'game') found.push(message.game.position);
  expect(found).toHaveLength(6);
  for (const each of found) expect(moves(each)).toEqual([WHOLE, WHOLE, WHOLE]);
});

it('makes the moves of an analysis whole', () => {
  const value = { share: 1, text: 'win in 1' };
  const line = { ...sent(), pv: ['a1,b1'], value };
  const read = readAnalysis({ ...tableAnswer(0, { x: 'draw' }), best: sent(), lines: [line] });
  expect(read.best).toEqual(WHOLE);
  expect(read.lines).toEqual([{ ...WHOLE, pv: ['a1,b1'], value }]);
});

it('keeps what was said', () => {
  const pass: MoveView = { move: 'pass', touches: [], kind: 'other' };
  expect(moves(readPosition(positionView({ legal: [{ ...pass }] })))).toEqual([pass, null]);
});
