// The drawings: five animals on two shapes of tiles. Everything is drawn around the origin, looking up,
// in plain shapes that can still be told apart when they are 40 pixels small.

import type { Animal } from './board.types';

const INK = '#4a3527';
const LINE = { stroke: INK, strokeWidth: 2, strokeLinejoin: 'round', strokeLinecap: 'round' } as const;
const BLUSH = '#f4907a';
const BEAK = '#f28a1c';

function Eyes({ x, y, r = 3.1 }: { x: number; y: number; r?: number }) {
  return (
    <>
      {[-x, x].map((cx) => (
        <g key={cx}>
          <circle cx={cx} cy={y} r={r} fill={INK} />
          <circle cx={cx + r * 0.32} cy={y - r * 0.36} r={r * 0.34} fill="#fff" />
        </g>
      ))}
    </>
  );
}

function Cheeks({ x, y, r = 3.6 }: { x: number; y: number; r?: number }) {
  return (
    <g fill={BLUSH} opacity={0.65}>
      <circle cx={-x} cy={y} r={r} />
      <circle cx={x} cy={y} r={r} />
    </g>
  );
}

function Chick() {
  return (
    <g>
      <path
        d="M-8 25 v4 m-4 1 l4 -2 l4 2 M8 25 v4 m-4 1 l4 -2 l4 2"
        {...LINE}
        stroke={BEAK}
        fill="none"
        strokeWidth={2.6}
      />
      <path
        d="M0 -16 C-1 -22 -6 -24 -8 -23 M0 -16 C0 -23 2 -26 5 -26"
        {...LINE}
        fill="none"
        strokeWidth={2.6}
      />
      <path d="M-19 4 C-27 5 -28 13 -25 17 C-21 17 -18 14 -17 11 Z" fill="#f7bf26" {...LINE} />
      <path d="M19 4 C27 5 28 13 25 17 C21 17 18 14 17 11 Z" fill="#f7bf26" {...LINE} />
      <path
        d="M0 -17 C13 -17 21 -6 21 7 C21 19 13 26 0 26 C-13 26 -21 19 -21 7 C-21 -6 -13 -17 0 -17 Z"
        fill="#ffd84d"
        {...LINE}
      />
      <Eyes x={8.5} y={-1} />
      <Cheeks x={14} y={7} />
      <path d="M-6 5.5 Q0 1 6 5.5 Q0 13 -6 5.5 Z" fill={BEAK} {...LINE} strokeWidth={1.6} />
    </g>
  );
}

function Hen() {
  return (
    <g>
      <path
        d="M-8 26 v4 m-4 1 l4 -2 l4 2 M8 26 v4 m-4 1 l4 -2 l4 2"
        {...LINE}
        stroke={BEAK}
        fill="none"
        strokeWidth={2.6}
      />
      <path
        d="M-12 -12 C-16 -21 -10 -25 -6 -21 C-5 -29 5 -29 6 -21 C10 -25 16 -21 12 -12 Z"
        fill="#dc3b2e"
        {...LINE}
      />
      <path d="M-18 6 C-29 4 -30 15 -27 20 C-22 21 -18 17 -17 13 Z" fill="#e9dcc6" {...LINE} />
      <path d="M18 6 C29 4 30 15 27 20 C22 21 18 17 17 13 Z" fill="#e9dcc6" {...LINE} />
      <path
        d="M0 -17 C11 -17 15 -9 17 -1 C19 5 22 8 22 14 C22 23 12 27 0 27 C-12 27 -22 23 -22 14 C-22 8 -19 5 -17 -1 C-15 -9 -11 -17 0 -17 Z"
        fill="#fffaf0"
        {...LINE}
      />
      <path d="M-9 19 q4.5 4 9 0 q4.5 4 9 0" {...LINE} fill="none" stroke="#cbb795" />
      <path d="M0 5 C-5 9 -5 16 0 16 C5 16 5 9 0 5 Z" fill="#dc3b2e" {...LINE} strokeWidth={1.6} />
      <Eyes x={8} y={-4} />
      <path d="M-6 2 Q0 -3 6 2 Q0 9 -6 2 Z" fill={BEAK} {...LINE} strokeWidth={1.6} />
    </g>
  );
}

function Elephant() {
  const ear = 'M-11 -15 C-20 -24 -32 -18 -31 -3 C-31 10 -22 16 -13 9 Z';
  const inner = 'M-14 -10 C-20 -15 -26 -11 -26 -3 C-26 5 -20 8 -15 4 Z';
  return (
    <g>
      {[1, -1].map((side) => (
        <g key={side} transform={`scale(${side} 1)`}>
          <path d={ear} fill="#8fa6bd" {...LINE} />
          <path d={inner} fill="#e3b5bd" />
        </g>
      ))}
      <path
        d="M0 -22 C12 -22 17 -13 17 -3 C17 6 12 11 7 12 C6 17 6 19 9 20 C12 21 15 19 16 21 C18 25 13 29 7 28 C-2 27 -6 21 -6 12 C-12 11 -17 6 -17 -3 C-17 -13 -12 -22 0 -22 Z"
        fill="#a9bdd1"
        {...LINE}
      />
      <path
        d="M-5 15 q4 1.5 9 0 M-3.5 20 q3.5 1.5 7 -0.5"
        {...LINE}
        fill="none"
        stroke="#7189a3"
        strokeWidth={1.8}
      />
      <path
        d="M-9 11 q-4 6 -1 10 q3 -3 4 -9 Z M9 11 q4 2.5 3.5 6 q-3.5 0 -5.5 -3 Z"
        fill="#fffaf0"
        {...LINE}
        strokeWidth={1.5}
      />
      <Eyes x={8.5} y={-5} />
      <Cheeks x={11.5} y={3} r={3.2} />
    </g>
  );
}

function Giraffe() {
  return (
    <g>
      <path d="M-8 -2 L-13 30 H13 L8 -2 Z" fill="#fbcf57" {...LINE} />
      <g fill="#a8622a">
        <path d="M-7 8 l5 -2 l3 5 l-4 4 l-5 -2 Z" />
        <path d="M5 12 l4.2 -1 l1.3 8 l-5 0.5 l-3 -3.5 Z" />
        <path d="M-9.5 18 l6 -0.5 l2.5 6 l-4 4 h-6 Z" />
        <path d="M3 24 l5 -2 l3 2.5 l0.5 4.5 h-7.5 Z" />
      </g>
      <path
        d="M-11 -17 C-18 -24 -25 -21 -25 -16 C-22 -11 -16 -10 -11 -12 Z M11 -17 C18 -24 25 -21 25 -16 C22 -11 16 -10 11 -12 Z"
        fill="#f6b93c"
        {...LINE}
      />
      <path d="M-6 -22 L-8 -29 M6 -22 L8 -29" {...LINE} fill="none" strokeWidth={4} />
      <circle cx={-8} cy={-29.5} r={3.6} fill="#a8622a" {...LINE} strokeWidth={1.6} />
      <circle cx={8} cy={-29.5} r={3.6} fill="#a8622a" {...LINE} strokeWidth={1.6} />
      <path
        d="M0 -25 C9 -25 13 -19 12 -11 C11.5 -7 13 -3 12 1 C11 7 6 9 0 9 C-6 9 -11 7 -12 1 C-13 -3 -11.5 -7 -12 -11 C-13 -19 -9 -25 0 -25 Z"
        fill="#fbcf57"
        {...LINE}
      />
      <path d="M-4 -24 Q0 -17 4 -24 Z" fill="#a8622a" />
      <path
        d="M0 -4 C8 -4 11.5 -1 11 2 C10 7 6 8 0 8 C-6 8 -10 7 -11 2 C-11.5 -1 -8 -4 0 -4 Z"
        fill="#fdebc0"
      />
      <Eyes x={7} y={-11} r={2.9} />
      <path d="M-4 -0.5 v1 M4 -0.5 v1 M-4 4.5 q4 2.5 8 0" {...LINE} fill="none" strokeWidth={2.2} />
    </g>
  );
}

/** Twelve tufts around the face. */
const MANE = (() => {
  const tufts = 12;
  const point = (index: number, radius: number) => {
    const angle = (Math.PI * 2 * index) / tufts - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle) + 1).toFixed(1)}`;
  };
  let path = `M${point(0.5, 25.5)}`;
  for (let index = 1; index <= tufts; index++) path += ` Q${point(index, 35)} ${point(index + 0.5, 25.5)}`;
  return `${path} Z`;
})();

function Lion() {
  return (
    <g>
      <path d={MANE} fill="#d9792b" {...LINE} />
      <circle cx={-14} cy={-14} r={6.5} fill="#f6c277" {...LINE} />
      <circle cx={14} cy={-14} r={6.5} fill="#f6c277" {...LINE} />
      <path
        d="M0 -18 C12 -18 19 -10 19 0 C19 13 11 20 0 20 C-11 20 -19 13 -19 0 C-19 -10 -12 -18 0 -18 Z"
        fill="#fbd38d"
        {...LINE}
      />
      <path d="M0 4 C6 3 11 6 11 11 C11 16 6 18 0 18 C-6 18 -11 16 -11 11 C-11 6 -6 3 0 4 Z" fill="#fff1d6" />
      <Eyes x={8.5} y={-3} r={3.3} />
      <Cheeks x={14} y={5} r={3.2} />
      <path d="M-4.5 4 H4.5 L0 9 Z" fill={INK} {...LINE} />
      <path d="M0 9 V12 M-6 12 Q-3 15.5 0 12 Q3 15.5 6 12" {...LINE} fill="none" />
    </g>
  );
}

const DRAWINGS = { C: Chick, E: Elephant, G: Giraffe, H: Hen, L: Lion } as const;

/** The animal alone, about 64 units wide. */
export function AnimalDrawing({ animal }: { animal: Animal }) {
  const Drawing = DRAWINGS[animal];
  return <Drawing />;
}
