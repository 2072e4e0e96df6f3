// The rules for someone who has never seen the game, with pictures of the same pieces as on the board.

import { RulesPicture, rulesStyles } from '@ludwerk/web/board';
import about from './about';
import type { BoardView } from './board.types';
import { Diagram, SmallBoard } from './Diagram';
import { EXITS_TO_WIN, REPETITIONS } from './hexes';

const SEAT_NAMES = ['Red', 'Green', 'Blue'];
const START: BoardView = {
  pieces: [
    [
      [-3, 0],
      [-3, 1],
      [-3, 2],
      [-3, 3],
    ],
    [
      [0, -3],
      [1, -3],
      [2, -3],
      [3, -3],
    ],
    [
      [0, 3],
      [1, 2],
      [2, 1],
      [3, 0],
    ],
  ],
  exits: [0, 0, 0],
};
/** Red has two out and the next about to follow; Green has turned two pieces of Blue. */
const LATE: BoardView = {
  pieces: [
    [
      [2, 0],
      [3, -2],
    ],
    [
      [-2, 2],
      [-1, 0],
      [-1, 2],
      [0, 0],
      [0, 2],
      [1, -2],
    ],
    [[1, 1]],
  ],
  exits: [2, 0, 1],
};

/** The hexes around the middle of a diagram, by column and row. */
const NEIGHBOURS = [
  [0, 1],
  [2, 1],
  [1, 0],
  [2, 0],
  [1, 2],
  [2, 2],
] as const;

export default function Rules() {
  return (
    <article className={rulesStyles.rules}>
      <section className={rulesStyles.beside}>
        <RulesPicture caption="The start, as Red sees it. The four rings beside a goal wait for the pieces that leave there.">
          <SmallBoard
            board={START}
            seatNames={SEAT_NAMES}
            label="The board with four pieces of each colour on three of its six sides."
          />
        </RulesPicture>
        <div className={rulesStyles.text}>
          <h2>Across and out</h2>
          <p>
            Three play, each for themselves: Red, Green and Blue, on a board of 37 hexes. Each begins with
            four pieces along one side, and leaves over the side <strong>opposite</strong>, where the rim has
            the own colour.
          </p>
          <p>
            The first player to bring <strong>four pieces off the board</strong> wins. They need not be the
            four that one began with: pieces that you capture are yours.
          </p>
          <p>
            Red begins, then come Green and Blue, and so on. In each turn you do one of three things with one
            of your pieces.
          </p>
        </div>
      </section>

      <section className={rulesStyles.text}>
        <h2>Move, jump, exit</h2>
        <div className={rulesStyles.pictures}>
          <RulesPicture caption="Move: to an empty hex beside it, in any of the six directions.">
            <Diagram
              rows={['....', '.r.', '....']}
              arrows={NEIGHBOURS.map((to) => ({ from: [1, 1], to }))}
              label="A red piece and the six empty hexes to which it can move."
            />
          </RulesPicture>
          <RulesPicture caption="Jump: straight over a neighbour of any colour, onto the empty hex behind it.">
            <Diagram
              rows={['....', 'rg.', '....']}
              arrows={[{ from: [0, 1], to: [2, 1] }]}
              label="A red piece jumps over a green one."
            />
          </RulesPicture>
          <RulesPicture caption="What you jump over turns and takes your colour. Your own pieces stay as they are.">
            <Diagram rows={['....', '.rr', '....']} label="After the jump both pieces are red." />
          </RulesPicture>
          <RulesPicture caption="No jump: the hex behind is not empty.">
            <Diagram rows={['....', 'rgb', '....']} label="A red, a green and a blue piece in a line." />
          </RulesPicture>
        </div>
        <p>
          <strong>Exit:</strong> a piece that stands on one of the four hexes of your goal side can leave the
          board. That takes a turn of its own, and the piece never comes back.
        </p>
        <p>
          Nobody has to jump or to exit, and a jump is never followed by another in the same turn. If you can
          do nothing at all, because all your pieces are blocked or you have none left, you pass.
        </p>
      </section>

      <section className={rulesStyles.beside}>
        <RulesPicture caption="Red has two pieces out, and the next can leave now. Green has turned two pieces of Blue and has six.">
          <SmallBoard
            board={LATE}
            seatNames={SEAT_NAMES}
            way={['3,-2', 'exit-red']}
            label="A later position: two red pieces and a blue one have left the board, and a third red one can."
          />
        </RulesPicture>
        <div className={rulesStyles.text}>
          <h2>The end</h2>
          <p>
            The game ends as soon as a colour has {EXITS_TO_WIN} pieces out. It is a draw between all three
            when the same position, with the same colour to move, occurs for the {REPETITIONS}th time, or when
            each colour has had 256 turns.
          </p>
          <p>
            A player who has lost all pieces stays in the game and passes; the exits already made stay in
            sight, but that colour cannot win any more.
          </p>
        </div>
      </section>

      <section className={rulesStyles.text}>
        <h2>Handling the pieces</h2>
        <dl className={rulesStyles.keys}>
          <dt>Mouse, finger</dt>
          <dd>
            Click a piece and then where it is to go, or drag it there. To leave the board, drag it onto the
            coloured segment of your goal, click that, or double-click the piece.
          </dd>
          <dt>Keyboard</dt>
          <dd>
            Arrow keys walk over the board and to the goals, Enter picks up and puts down, Escape lets go.
          </dd>
          <dt>Threats</dt>
          <dd>
            Marks every piece, of whatever colour, that another could jump over and turn if it were to move.
          </dd>
          <dt>Repetition</dt>
          <dd>Says how often the position on the board has occurred in this game.</dd>
        </dl>
      </section>

      <section className={rulesStyles.text}>
        <h2>First tips</h2>
        <ul className={rulesStyles.tips}>
          <li>Move in pairs: a piece with a friend right behind it cannot be jumped over from the front.</li>
          <li>At the edge you can only be jumped over along it, in a corner not at all.</li>
          <li>Before you go next to another piece, look which hex lies behind your own.</li>
          <li>A piece that you turn counts twice: one more for you, one less for them.</li>
          <li>
            With four pieces, or four together with those already out, you can afford to race; with fewer you
            have to capture first.
          </li>
          <li>Two opponents watch each other as well. Be neither the strongest nor the nearest too early.</li>
        </ul>
        <p className={rulesStyles.small}>{about.makers} These are our own words and pictures.</p>
      </section>
    </article>
  );
}
