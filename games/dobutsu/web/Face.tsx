// What is seen on a tile: the animal, its name, or its first letter.

import { AnimalDrawing } from './Animals';
import type { Animal } from './board.types';
import type { SetName } from './sets';

/** How large each animal is drawn, so that all fill their tiles alike. */
const SCALES: Readonly<Record<Animal, number>> = { C: 1.26, E: 1.14, G: 1.1, H: 1.14, L: 1.12 };

interface Line {
  text: string;
  size: number;
  /** Letters differ in width from system to system; these lines are made to fit. */
  width?: number;
}

/** The long names are broken, so that they can still be read on the smallest boards. */
const WORDS: Readonly<Record<Animal, readonly Line[]>> = {
  C: [{ text: 'Chick', size: 25, width: 66 }],
  E: [
    { text: 'Ele-', size: 25 },
    { text: 'phant', size: 25, width: 66 },
  ],
  G: [
    { text: 'Gi-', size: 25 },
    { text: 'raffe', size: 25, width: 60 },
  ],
  H: [{ text: 'Hen', size: 30 }],
  L: [{ text: 'Lion', size: 30, width: 62 }],
};

/** The height of a line over the size of its letters. */
const LINE_HEIGHT = 0.98;
/** Where the middle of capital letters lies above the line that they stand on, over their size. */
const CAPITALS = 0.36;

interface FaceProps {
  animal: Animal;
  set: SetName;
  /** The colour of letters. */
  ink: string;
  /** How the tile is turned; letters are not, for nobody reads upside down. */
  angle: number;
}

export function Face({ animal, set, ink, angle }: FaceProps) {
  if (set === 'animals') {
    return (
      <g transform={`translate(0 ${animal === 'C' ? 0 : 1}) scale(${SCALES[animal]})`}>
        <AnimalDrawing animal={animal} />
      </g>
    );
  }
  const lines = set === 'words' ? WORDS[animal] : [{ text: animal, size: 58 }];
  return (
    <g transform={`translate(0 3) rotate(${-angle})`} fill={ink} fontWeight={800} textAnchor="middle">
      {lines.map(({ text, size, width }: Line, index) => (
        <text
          key={text}
          y={((index - (lines.length - 1) / 2) * LINE_HEIGHT + CAPITALS) * size}
          fontSize={size}
          {...(width && { textLength: width, lengthAdjust: 'spacingAndGlyphs' })}
        >
          {text}
        </text>
      ))}
    </g>
  );
}
