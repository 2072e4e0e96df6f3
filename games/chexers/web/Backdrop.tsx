// What lies below the pieces: the round board, its hexes, and between them and the rim the homes and the goals
// of the colours, with the places for the pieces that have left.

import { Decoration } from '@ludwerk/web/board';
import { memo } from 'react';
import styles from './Board.module.css';
import { ColourSign, colourName, DiscGhost } from './Disc';
import { COLOURS, type Colour, HEXES, isGoal, isHome, nameOf } from './hexes';
import {
  goalAngle,
  HEX,
  hexPath,
  hexPoint,
  homeAngle,
  MIDDLE,
  RIM,
  readableAngle,
  SLOT_SCALE,
  segmentPath,
  segmentPoint,
  slotPoints,
} from './layout';

const HEX_SHAPE = hexPath(1);

interface BackdropProps {
  orientation: number;
  seatNames: readonly string[];
  /** The seat whose turn it is: its home says so. */
  toMove: number | null;
  /** The size of the names of hexes; nothing without them. */
  coordinates: number | null;
  /** The cells of the last move and of what is being chosen, with how they are lit. */
  lit: ReadonlyMap<string, 'last' | 'selected'>;
}

export const Backdrop = memo(function Backdrop(props: BackdropProps) {
  const { orientation, seatNames, toMove, coordinates, lit } = props;
  return (
    <Decoration>
      <circle className={styles.rim} cx={MIDDLE.x} cy={MIDDLE.y} r={RIM} />
      {COLOURS.map((colour) => (
        <Home
          key={colour.name}
          colour={colour}
          name={seatNames[colour.seat] ?? colour.name}
          orientation={orientation}
          isToMove={toMove === colour.seat}
        />
      ))}
      {COLOURS.map((colour) => (
        <Goal
          key={colour.name}
          colour={colour}
          orientation={orientation}
          state={lit.get(`exit-${colour.name}`)}
        />
      ))}
      {HEXES.map((hex) => {
        const { x, y } = hexPoint(hex, orientation);
        const name = nameOf(hex);
        const tone = (((hex.q - hex.r) % 3) + 3) % 3;
        return (
          <g key={name} transform={`translate(${x} ${y})`}>
            <path
              d={HEX_SHAPE}
              className={styles.hex}
              data-tone={tone}
              data-goal={COLOURS.find((colour) => isGoal(hex, colour))?.name}
              data-home={COLOURS.find((colour) => isHome(hex, colour))?.name}
              data-state={lit.get(name)}
            />
            {coordinates !== null && (
              <text className={styles.coordinate} textAnchor="middle" y={HEX * 0.49} fontSize={coordinates}>
                {name}
              </text>
            )}
          </g>
        );
      })}
    </Decoration>
  );
});

interface SideProps {
  colour: Colour;
  orientation: number;
}

/** The side where a colour begins, with its name. */
function Home({ colour, orientation, name, isToMove }: SideProps & { name: string; isToMove: boolean }) {
  const angle = homeAngle(colour.seat, orientation);
  const { x, y } = segmentPoint(angle);
  const width = name.length * 15 + 34;
  return (
    <g transform={`translate(${x} ${y})`} data-home-of={colour.name} data-to-move={isToMove || undefined}>
      <path className={styles.home} data-colour={colour.name} d={segmentPath(angle)} />
      <g transform={`rotate(${readableAngle(angle)})`} className={styles.homeName} data-colour={colour.name}>
        <g transform={`translate(${-width / 2 + 10} 0) scale(0.6)`}>
          <ColourSign seat={colour.seat} />
        </g>
        <text x={-width / 2 + 32} y={9} fontSize={26} fontWeight={700}>
          {name}
        </text>
      </g>
    </g>
  );
}

/** The side over which a colour leaves, with an empty place for each piece that it needs. */
function Goal({ colour, orientation, state }: SideProps & { state: string | undefined }) {
  const angle = goalAngle(colour.seat, orientation);
  const { x, y } = segmentPoint(angle);
  return (
    <g>
      <path
        transform={`translate(${x} ${y})`}
        className={styles.goal}
        data-colour={colourName(colour.seat)}
        data-state={state}
        d={segmentPath(angle)}
      />
      {slotPoints(colour.seat, orientation).map((slot) => (
        <g key={`${slot.x} ${slot.y}`} transform={`translate(${slot.x} ${slot.y}) scale(${SLOT_SCALE})`}>
          <DiscGhost seat={colour.seat} />
        </g>
      ))}
    </g>
  );
}
