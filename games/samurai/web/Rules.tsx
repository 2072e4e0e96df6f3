// The rules for someone who has never seen the game, with pictures of the same tiles and figures as on the board.

import { BoardPicture, RulesPicture, type RulesProps, rulesStyles } from '@ludwerk/web/board';
import about from './about';
import { Backdrop } from './Backdrop';
import styles from './Board.module.css';
import type { BoardView, Kind } from './board.types';
import { hexPath, layoutOf } from './layout';
import type { Terrain } from './map';
import { StillPieces } from './Pieces';
import { readScene } from './position';
import { Figure, Houses } from './Symbols';
import { Token } from './Token';
import { TILES, tileHelp, tileOf, tileWords } from './tiles';

const NONE = { rice: 0, helmet: 0, buddha: 0 };
const SEAT = { captured: NONE, hand: null, in_hand: 5, in_pile: 15 };
const START: BoardView = {
  figures: [
    { space: 0, kinds: ['helmet'] },
    { space: 1, kinds: ['buddha'] },
    { space: 2, kinds: ['helmet'] },
    { space: 3, kinds: ['buddha'] },
    { space: 4, kinds: ['rice'] },
    { space: 5, kinds: ['rice'] },
    { space: 6, kinds: ['rice', 'buddha'] },
    { space: 7, kinds: ['helmet'] },
    { space: 8, kinds: ['rice'] },
    { space: 9, kinds: ['buddha'] },
    { space: 10, kinds: ['rice', 'helmet'] },
    { space: 11, kinds: ['helmet'] },
    { space: 12, kinds: ['rice', 'helmet', 'buddha'] },
    { space: 13, kinds: ['helmet'] },
    { space: 14, kinds: ['buddha'] },
    { space: 15, kinds: ['buddha'] },
    { space: 16, kinds: ['rice'] },
  ],
  tiles: [],
  seats: [SEAT, SEAT],
  aside: NONE,
  phase: 'play',
  played: 'nothing',
  end: null,
};

/** What differs from variant to variant. */
interface VariantWords {
  /** Whether there are the two tiles that exchange something, and so twenty tiles instead of eighteen. */
  exchanges: boolean;
  /** Whether three or four may play. */
  several: boolean;
  /** The tiles that are shown. */
  tiles: readonly string[];
  /** When figures are captured. */
  timing: string;
}

const OFFICIAL: VariantWords = {
  exchanges: true,
  several: true,
  tiles: ['rice4', 'samurai3', 'ship2', 'ronin1', 'shift', 'swap'],
  timing:
    'Figures are captured at once, tile by tile: a ship that is to count must come before the tile that closes the ring.',
};
const VARIANTS: Readonly<Record<string, VariantWords>> = {
  official: OFFICIAL,
  'official-full': OFFICIAL,
  ffg: {
    ...OFFICIAL,
    timing: 'In this variant figures are captured at the end of the turn, after all of its tiles.',
  },
  thesis: {
    ...OFFICIAL,
    exchanges: false,
    several: false,
    tiles: ['rice4', 'samurai3', 'ship2', 'ronin1'],
  },
};

export default function Rules({ variant }: RulesProps) {
  const words = VARIANTS[variant] ?? OFFICIAL;
  const isThesis = variant === 'thesis';
  return (
    <article className={rulesStyles.rules}>
      <section className={rulesStyles.beside}>
        <RulesPicture
          caption={
            words.several
              ? 'Honshu, the board for two. Three play with Kyushu and Shikoku as well, four also with Hokkaido.'
              : 'Honshu, the board. This variant is for two.'
          }
        >
          <WholeMap />
        </RulesPicture>
        <div className={rulesStyles.text}>
          <h2>Three castes, one land</h2>
          <p>
            In the villages and cities of Japan stand figures of three kinds: <strong>rice</strong> for the
            farmers, <strong>helmets</strong> for the nobles, <strong>buddhas</strong> for the priests. You
            put your tiles around them. When a settlement is surrounded, the player with the most influence on
            a figure captures it.
          </p>
          <p>
            The aim is not to have the most figures, but the <strong>most of a kind</strong>: more of it than
            anyone else.{' '}
            {isThesis
              ? 'The player with more such majorities wins.'
              : 'With two such majorities you win outright.'}
          </p>
          <p>A village has one figure, a city two different ones, Edo in the middle one of each kind.</p>
        </div>
      </section>

      <section className={rulesStyles.text}>
        <h2>Your tiles</h2>
        <p>
          Everyone has the same {words.exchanges ? 'twenty' : 'eighteen'} tiles and holds five of them; the
          others see only how many. The number is the strength.
          {!words.exchanges && ' This variant leaves out the two tiles that exchange something.'}
        </p>
        <div className={rulesStyles.pictures}>
          {words.tiles.map((name) => {
            const tile = TILES.find((known) => known.name === name);
            return (
              tile && (
                <RulesPicture key={name} caption={`${capital(tileWords(tile))}. ${tileHelp(tile)}`}>
                  <BoardPicture width={100} height={92} label={tileWords(tile)} className={styles.samurai}>
                    <g transform="translate(50 46)">
                      <Token seat={0} tile={tile} />
                    </g>
                  </BoardPicture>
                </RulesPicture>
              )
            );
          })}
        </div>
        <p>
          Tiles with a star and an inner ring are <strong>characters</strong>:{' '}
          {words.exchanges ? 'ships, the ronin and the figure exchange' : 'ships and the ronin'}. In a turn
          you play <strong>one</strong> other tile at most, and as many characters as you like, in any order;
          at least one tile. Then you end your turn and draw up to five again.
        </p>
        <p>
          Ships go on the sea, all other tiles on the light green land, one on a space. A tile stays where it
          is for the rest of the game.
        </p>
      </section>

      <section className={rulesStyles.text}>
        <h2>Capturing</h2>
        <div className={rulesStyles.pictures}>
          <RulesPicture caption="Red has 4 for the rice, Blue 3. The ring and the sign on a figure say who would get it now.">
            <Around figure="rice" leader={0} tiles={['0:rice4', '1:samurai3', null, 'sea', 'sea', 'sea']} />
          </RulesPicture>
          <RulesPicture caption="The last land space decides: now Blue has 4 as well. It is a tie, and the rice is set aside.">
            <Around
              figure="rice"
              leader={null}
              tiles={['0:rice4', '1:samurai3', '1:ronin1', 'sea', 'sea', 'sea']}
            />
          </RulesPicture>
          <RulesPicture caption="Ships count too, but the sea need not be full: with the ship in time Red captures it.">
            <Around
              figure="rice"
              leader={0}
              tiles={['0:rice4', '1:samurai3', '1:ronin1', 'sea', '0:ship1', 'sea']}
            />
          </RulesPicture>
        </div>
        <p>
          A settlement is surrounded when there is a tile on <strong>every land space</strong> beside it,
          whoever’s they are; the sea does not matter for this. Then each figure is decided by itself: add up
          what counts for its kind on all spaces beside it, land and sea. The one with the most takes it. If
          several have the most, nobody gets it, and it is set aside.
        </p>
        <p>{words.timing}</p>
      </section>

      {words.exchanges && (
        <section className={rulesStyles.text}>
          <h2>Two exchanges</h2>
          <p>
            With the <strong>figure exchange</strong> two figures of different settlements change places; no
            settlement may have the same kind twice afterwards. The tile then leaves the game.
          </p>
          <p>
            With the <strong>tile exchange</strong> you take one of your own tiles from the land (not a
            ronin), leave the exchange tile in its place, and put the freed tile on another empty land space.
            It is the one ordinary tile of the turn, and counts nothing itself.
          </p>
        </section>
      )}

      <section className={rulesStyles.text}>
        <h2>The end</h2>
        {isThesis ? (
          <p>
            In this variant the game goes on until the last figure is gone, however many have been set aside.
            The player with the most majorities wins; if that is equal, the one with the most figures; if that
            is equal, too, it is a draw.
          </p>
        ) : (
          <>
            <p>
              The game ends as soon as the last figure of a kind has left the board, or when four figures have
              been set aside{variant === 'ffg' ? '; this is checked when a turn ends' : ''}.
            </p>
            <ul className={rulesStyles.tips}>
              <li>A player with the majority of two kinds wins.</li>
              <li>
                Otherwise only those with one majority stay in, and of them the one with the most figures of
                the <strong>other</strong> kinds wins.
              </li>
              <li>
                If that is equal, the one with the most figures in all wins; if that is equal, too, they draw.
              </li>
              <li>If nobody has a majority, the player with the most figures in all wins.</li>
            </ul>
          </>
        )}
      </section>

      {variant === 'official-full' && (
        <section className={rulesStyles.text}>
          <h2>Before the first turn</h2>
          <p>
            In this variant nothing is left to chance at the start: everyone secretly chooses a first hand of
            five tiles, then all place the figures in turn, first two different ones in each city, then one in
            each village.
          </p>
        </section>
      )}

      <section className={rulesStyles.text}>
        <h2>Handling the tiles</h2>
        <dl className={rulesStyles.keys}>
          <dt>Mouse, finger</dt>
          <dd>
            Touch a tile and then a space, or drag it there.
            {words.exchanges && ' For an exchange follow the line of words beside your hand.'}
          </dd>
          <dt>Settlements</dt>
          <dd>
            Point at one, or touch it, to see what everyone has there and who would get its figures now.
          </dd>
          <dt>Take back, End turn</dt>
          <dd>
            Until you end your turn you may take back its tiles one by one; the others see them meanwhile. U
            takes back, E ends the turn.
          </dd>
          <dt>Keyboard</dt>
          <dd>Arrow keys walk over the map and the hand, Enter picks and places, Escape lets go.</dd>
        </dl>
      </section>

      <section className={rulesStyles.text}>
        <h2>First tips</h2>
        <ul className={rulesStyles.tips}>
          <li>Every land space touches two settlements: look for tiles that help in both.</li>
          <li>Do not be the one who leaves a single space open where the other can close to advantage.</li>
          <li>Keep characters: two ships at the right moment turn a figure that seemed lost.</li>
          <li>Concentrate on two kinds. The third is worth something as a tie-break only.</li>
          {isThesis ? (
            <li>A tie is better than a loss: it takes a figure from the other and costs you none.</li>
          ) : (
            <li>A tie is better than a loss, but the fourth one ends the game.</li>
          )}
        </ul>
        <p className={rulesStyles.small}>{about.makers} Words and pictures here are our own.</p>
      </section>
    </article>
  );
}

function WholeMap() {
  const scene = readScene(START);
  const layout = layoutOf(scene.players, 'picture');
  return (
    <BoardPicture
      width={layout.width}
      height={layout.height}
      label="A map of hexes: green land, blue sea, and seventeen settlements with figures."
      className={styles.samurai}
    >
      <Backdrop players={scene.players} names empty="" />
      <StillPieces scene={scene} layout={layout} />
    </BoardPicture>
  );
}

interface AroundProps {
  figure: Kind;
  leader: number | null;
  /** What lies around the settlement, clockwise from the north: `SEAT:TILE`, empty land, or the sea. */
  tiles: readonly (string | null)[];
}

/** A village and the six spaces around it. */
function Around({ figure, leader, tiles }: AroundProps) {
  const label = `A village with ${figure}: ${tiles.map((tile) => tile ?? 'empty land').join(', ')}.`;
  return (
    <BoardPicture width={260} height={270} label={label} className={styles.samurai}>
      <g transform="translate(130 135)">
        {tiles.map((what, index) => {
          const angle = ((index * 60 - 90) * Math.PI) / 180;
          const at = `translate(${86.6 * Math.cos(angle)} ${86.6 * Math.sin(angle)})`;
          const [seat = '', name = ''] = what?.split(':') ?? [];
          const tile = tileOf(name);
          const terrain: Terrain = what === 'sea' || tile?.motif === 'ship' ? 'sea' : 'land';
          return (
            <g key={index} transform={at}>
              <path className={styles.space} data-terrain={terrain} d={hexPath()} />
              {tile && <Token seat={Number(seat)} tile={tile} />}
            </g>
          );
        })}
        <path className={styles.space} data-terrain="village" d={hexPath()} />
        <Houses terrain="village" />
        <g transform="translate(0 -5) scale(1.2)">
          <Figure kind={figure} leader={leader} />
        </g>
      </g>
    </BoardPicture>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
