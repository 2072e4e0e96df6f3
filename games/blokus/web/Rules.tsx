// The rules for someone who has never seen the game, with pictures of the same pieces as on the board.

import { RulesPicture, type RulesProps, rulesStyles } from '@ludwerk/web/board';
import about from './about';
import { AllPieces, Diagram } from './Diagram';

interface VariantWords {
  /** Who plays, and where. */
  table: string;
  start: string;
  points: string;
  /** The colour of the pictures. */
  colour: 'Black' | 'Blue';
}

const BONUS =
  'Each square that you have covered is a point. A player who has placed all 21 pieces gets 15 points more, and ' +
  'another 5 if the piece of one square was the last of them.';

const DUO: VariantWords = {
  table: 'Two play, Black and White, on a board of 14 by 14 squares. Black begins.',
  start: 'Black’s first piece covers the ring on e10, White’s the one on j5.',
  points: BONUS,
  colour: 'Black',
};
const CLASSIC: VariantWords = {
  table:
    'Four play on a board of 20 by 20 squares, each for himself. Blue begins, then come Yellow, Red and Green.',
  start: 'The first piece of each colour covers its own corner of the board.',
  points: BONUS,
  colour: 'Blue',
};
const THESIS: VariantWords = {
  ...DUO,
  start: 'Black’s first piece covers the upper left corner of the board, White’s the lower right one.',
  points:
    'Each square that you have covered is a point. A player who has placed all 21 pieces gets 15 points more.',
};
const VARIANTS: Readonly<Record<string, VariantWords>> = {
  duo: DUO,
  'duo-free': {
    ...DUO,
    start: 'Black’s first piece covers one of the two rings, whichever Black likes, and White’s the other.',
  },
  classic: CLASSIC,
  'classic-2': {
    ...CLASSIC,
    table:
      'Two play on a board of 20 by 20 squares with two colours each: one has Blue and Red, the other Yellow ' +
      'and Green. The colours take turns in this order: Blue, Yellow, Red, Green. The two colours of a player ' +
      'are independent: each continues from its own corners only.',
    points: `${BONUS} The points of your two colours are added.`,
  },
  'classic-3': {
    ...CLASSIC,
    table:
      'Three play on a board of 20 by 20 squares: Blue, Yellow and Red. Green belongs to nobody: you place its ' +
      'pieces in turn, Blue first, then Yellow, then Red.',
    points: `${BONUS} Green’s points count for nobody.`,
  },
  thesis: THESIS,
  'thesis-free': {
    ...THESIS,
    start:
      'Black’s first piece covers the upper left or the lower right corner of the board, whichever Black likes, ' +
      'and White’s the other.',
  },
};

export default function Rules({ variant }: RulesProps) {
  const words = VARIANTS[variant] ?? DUO;
  const own = words.colour === 'Black' ? 'K' : 'B';
  const other = words.colour === 'Black' ? 'W' : 'Y';
  /** Diagrams are written in Black and White. */
  const rows = (...lines: string[]) =>
    lines.map((line) =>
      line
        .replaceAll('K', own)
        .replaceAll('W', other)
        .replaceAll('k', own.toLowerCase())
        .replaceAll('w', other.toLowerCase()),
    );
  return (
    <article className={rulesStyles.rules}>
      <section className={rulesStyles.beside}>
        <RulesPicture caption="Corners touch, sides never do. The little rings are corners from which the darker colour can go on.">
          <Diagram
            rows={rows(
              'o..o....',
              '.KK.o.WW',
              'o.KK.WW.',
              '..K..K..',
              '.o.KKK..',
              '.o.K..o.',
              'o.K.o...',
              '.KK.....',
              '.K.o....',
            )}
            label="Three pieces of one colour, each touching the next at a corner, and a piece of the other colour beside them."
          />
        </RulesPicture>
        <div className={rulesStyles.text}>
          <h2>Corner to corner</h2>
          <p>
            Bring as many of your pieces onto the board as you can, and leave the others no room for theirs.
            {` ${words.table}`}
          </p>
          <p>
            In each turn you place <strong>one piece</strong>. It stays where it is for the rest of the game.
            {` ${words.start}`}
          </p>
          <p>
            Every later piece touches at least one of your own pieces <strong>at a corner</strong>, and none
            of them <strong>along a side</strong>. It may touch pieces of other colours in any way.
          </p>
        </div>
      </section>

      <section className={rulesStyles.text}>
        <h2>Where a piece may lie</h2>
        <div className={rulesStyles.pictures}>
          <RulesPicture caption="Right: a corner touches, no side does.">
            <Diagram
              rows={rows('......', '.KK...', '.K....', '..kkk.', '....k.', '......')}
              label="A new piece touches the corner of a piece of its own colour."
            />
          </RulesPicture>
          <RulesPicture caption="Right: the other colour may be touched along its sides.">
            <Diagram
              rows={rows('...W..', '.KKWW.', '.K.W..', '..kkk.', '....k.', '......')}
              label="The same, with a piece of the other colour right beside the new one."
            />
          </RulesPicture>
          <RulesPicture caption="Wrong: it lies along a side of your own piece.">
            <Diagram
              rows={rows('......', '.KK...', '.K....', '.kkk..', '...k..', '......')}
              verdict="wrong"
              label="A new piece shares a side with a piece of its own colour."
            />
          </RulesPicture>
          <RulesPicture caption="Wrong: it touches none of your corners.">
            <Diagram
              rows={rows('......', '.KK...', '.K....', '......', '..kkk.', '....k.')}
              verdict="wrong"
              label="A new piece lies apart from all pieces of its own colour."
            />
          </RulesPicture>
        </div>
      </section>

      <section className={rulesStyles.text}>
        <h2>The pieces</h2>
        <p>
          Each colour has the same 21: every shape that can be made of one to five squares, once. You may turn
          them and flip them over as you like.
        </p>
        <AllPieces colour={words.colour} label="The 21 pieces of a colour." />
      </section>

      <section className={rulesStyles.text}>
        <h2>Passing, the end, and the points</h2>
        <p>
          If you can place a piece, you must. A colour that cannot place a piece passes, and it will pass for
          the rest of the game: room never comes back. The others play on. When nothing fits for anybody, the
          game is over.
        </p>
        <p>{words.points} Most points win; as many points are a draw.</p>
      </section>

      <section className={rulesStyles.text}>
        <h2>Handling the pieces</h2>
        <dl className={rulesStyles.keys}>
          <dt>Mouse</dt>
          <dd>
            Click a piece and click where it is to go, or drag it there. The wheel turns it, the right button
            flips it.
          </dd>
          <dt>Finger</dt>
          <dd>
            Tap a piece: it is set down where it fits. Drag it, tap it to turn it, twist two fingers to turn
            and tap with two to flip, or use the buttons; then tap Place.
          </dd>
          <dt>Keyboard</dt>
          <dd>
            Arrow keys walk over the tray and move the piece. Enter takes it up and places it, R turns, F
            flips, N goes to the next place where it fits, Escape puts it back.
          </dd>
        </dl>
        <p>
          A green edge with a tick says that the piece fits, a dashed red one with a cross that it does not.
        </p>
      </section>

      <section className={rulesStyles.text}>
        <h2>First tips</h2>
        <ul className={rulesStyles.tips}>
          <li>Go for the middle first: from there you can go on to all sides.</li>
          <li>Play the big pieces early, while there is room. The small ones fit later.</li>
          <li>Keep many open corners. Each one is a way out that the others have to block.</li>
          <li>Look at the rings of the others: a piece of yours on their best corner is worth two moves.</li>
          <li>Keep some room that only you can reach, and fill it at the end.</li>
        </ul>
        <p className={rulesStyles.small}>{about.makers} These are our own words and pictures.</p>
      </section>
    </article>
  );
}
