// The rules for someone who has never seen the game, with pictures of the same pieces as on the board.

import { RulesPicture, type RulesProps, rulesStyles } from '@ludwerk/web/board';
import type { MoveKind } from '@ludwerk/web/types';
import about from './about';
import type { Animal } from './board.types';
import { Diagram } from './Diagram';
import { ANIMAL_NAMES } from './pieces';
import styles from './Rules.module.css';
import { STEPS } from './Tile';

interface VariantWords {
  /** What becomes of a lion on the far rank. */
  attempt: string;
  draw: string;
}

const OFFICIAL: VariantWords = {
  attempt:
    'If the other side can catch your lion there, the try is not won yet, and they get one turn to do it. ' +
    'When your turn comes and your lion still stands there, you have won after all.',
  draw: 'When the same position, with the same side to move, comes up for the third time, the game is a draw.',
};
const VARIANTS: Readonly<Record<string, VariantWords>> = {
  official: OFFICIAL,
  lishogi: {
    attempt:
      'If something attacks your lion there, the try is not won yet. It is won at the first moment when ' +
      'nothing attacks it any more, however that comes about.',
    draw: OFFICIAL.draw,
  },
  thesis: {
    attempt:
      'Only the moment of arrival counts. A lion that arrives under attack has won nothing, even if ' +
      'nobody catches it: it would have to leave and come again.',
    draw: 'When both sides do nothing but move one piece to and fro for nine moves in a row, the game is a draw.',
  },
};

const ANIMALS: readonly { animal: Animal; words: string }[] = [
  { animal: 'L', words: 'One square in any direction. Lose it, and you lose the game.' },
  { animal: 'G', words: 'One square forward, back, or to a side.' },
  { animal: 'E', words: 'One square diagonally.' },
  { animal: 'C', words: 'One square straight forward, and nothing else.' },
  { animal: 'H', words: 'A grown chick: one square in any direction, but not diagonally back.' },
];

export default function Rules({ variant }: RulesProps) {
  const words = VARIANTS[variant] ?? OFFICIAL;
  return (
    <article className={rulesStyles.rules}>
      <section className={rulesStyles.beside}>
        <RulesPicture caption="The start. Each side looks at the other.">
          <Diagram
            rows={['gle', '.c.', '.C.', 'ELG']}
            label="The start. Above, Sky: giraffe, lion and elephant, a chick before the lion. Below, Forest: elephant, lion and giraffe, a chick before the lion."
          />
        </RulesPicture>
        <div className={rulesStyles.text}>
          <h2>Catch the lion</h2>
          <p>
            Two small families of animals live at the two ends of a board of twelve squares: the Forest below,
            the Sky above. Each has a lion, a giraffe, an elephant and a chick. Catch the other side’s lion,
            or bring your own safely to the far end, and you win.
          </p>
          <p>
            Forest begins, then you take turns. On your turn you do one thing: <strong>step</strong> with one
            of your animals, or <strong>drop</strong> an animal that you have caught. You may not pass.
          </p>
          <p>
            A tile points to where its owner is going. Forest’s tiles have a pointed top, Sky’s a round one.
          </p>
        </div>
      </section>

      <section className={rulesStyles.text}>
        <h2>How the animals step</h2>
        <p>The dots on the edge of a tile show its steps. Every animal goes a single square at a time.</p>
        <ul className={styles.animals}>
          {ANIMALS.map(({ animal, words: how }) => (
            <li key={animal}>
              <StepDiagram animal={animal} />
              <div>
                <h3>{capitalised(ANIMAL_NAMES[animal])}</h3>
                <p>{how}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>

      <section className={rulesStyles.text}>
        <h2>Catching and dropping</h2>
        <div className={rulesStyles.pictures}>
          <RulesPicture caption="The giraffe may step onto the chick and catch it. Its own elephant is in the way on the right.">
            <Diagram
              rows={['.c.', '.GE', '...']}
              targets={{ '1,0': 'capture', '0,1': 'move', '1,2': 'move' }}
              label="A giraffe in the middle. It can capture the chick before it, or step left or back. Its own elephant blocks the right."
            />
          </RulesPicture>
          <RulesPicture caption="The caught chick is in your hand now. Later you may drop it on any empty square, as your own.">
            <Diagram
              rows={['...', '.GE', '...']}
              targets={{
                '0,0': 'drop',
                '1,0': 'drop',
                '2,0': 'drop',
                '0,1': 'drop',
                '0,2': 'drop',
                '1,2': 'drop',
                '2,2': 'drop',
              }}
              label="The same squares after the capture: the chick can be dropped on each empty square."
            />
          </RulesPicture>
        </div>
        <p>
          Step onto an animal of the other side and you catch it: it goes to your hand and changes sides. You
          cannot step onto your own animals. A drop takes the place of a step, and it may attack the lion or
          even catch it in a trap: nothing is forbidden. A dropped animal cannot catch anything in the same
          turn.
        </p>
      </section>

      <section className={rulesStyles.text}>
        <h2>The chick grows up</h2>
        <div className={rulesStyles.pictures}>
          <RulesPicture caption="A chick steps onto the last rank …">
            <Diagram
              rows={['...', 'C..']}
              far
              arrow={['0,1', '0,0']}
              label="A chick on the rank before the last, with an arrow forward."
            />
          </RulesPicture>
          <RulesPicture caption="… and is a hen.">
            <Diagram far rows={['H..', '...']} lit={['0,0', '0,1']} label="A hen stands on the last rank." />
          </RulesPicture>
        </div>
        <p>
          This happens only to a chick that <em>steps</em> there. A chick that is dropped on the last rank
          stays a chick and cannot move. A hen that is caught goes to the hand as a chick.
        </p>
      </section>

      <section className={rulesStyles.text}>
        <h2>Two ways to win</h2>
        <div className={rulesStyles.pictures}>
          <RulesPicture caption="The catch: the elephant takes the lion.">
            <Diagram
              rows={['g..', '.l.', 'E.c', '.LG']}
              targets={{ '1,1': 'capture' }}
              arrow={['0,2', '1,1']}
              label="Forest's elephant on a3 can capture Sky's lion on b2."
            />
          </RulesPicture>
          <RulesPicture caption="The try: the lion steps onto the far rank, where nothing can catch it.">
            <Diagram
              rows={['..e', 'L.l', '...', 'E.G']}
              arrow={['0,1', '0,0']}
              label="Forest's lion on a2 can step to a1, where neither Sky's lion on c2 nor the elephant on c1 can reach it."
            />
          </RulesPicture>
        </div>
        <p>
          <strong>Catch.</strong> Take the other lion. Nobody has to warn you, and nobody has to save a lion
          in danger: look out for yours. The board rings a lion that is attacked.
        </p>
        <p>
          <strong>Try.</strong> Step with your lion onto the far rank. If nothing can catch it there, you win
          at once. {words.attempt}
        </p>
        <p>
          <strong>Draw.</strong> {words.draw}
        </p>
        <p>A player without a legal move loses, but that hardly ever happens.</p>
      </section>

      <section className={rulesStyles.text}>
        <h2>First tips</h2>
        <ul className={rulesStyles.tips}>
          <li>Before each move, see which dots point at your lion, and which drops could.</li>
          <li>An animal in the hand can go anywhere. It is often worth more there than on a poor square.</li>
          <li>Keep your lion’s way home guarded: a try ends the game as surely as a catch.</li>
          <li>Chicks are good guards. Dropped in front of a lion, one can decide the game.</li>
          <li>
            An elephant never leaves the squares of its own diagonal pattern. The others are safe from it.
          </li>
        </ul>
        <p>
          Computers have solved the game: with perfect play Sky, who moves second, wins after 78 moves. No
          person plays like that, so Forest has every chance.
        </p>
        <p className={rulesStyles.small}>{about.makers} These are our own words and pictures.</p>
      </section>
    </article>
  );
}

/** An animal in the middle of nine squares, with a dot on each square that it steps to. */
function StepDiagram({ animal }: { animal: Animal }) {
  const targets: Record<string, MoveKind> = {};
  for (const [column, row] of STEPS[animal]) targets[`${column + 1},${row + 1}`] = 'move';
  const name = ANIMAL_NAMES[animal];
  return (
    <Diagram rows={['...', `.${animal}.`, '...']} targets={targets} label={`The steps of the ${name}`} />
  );
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
