// The page's icons: line drawings of 24 by 24 in the colour of the text. They are decoration; the
// control around an icon has the words.
import type { JSX } from 'react';

const PATHS = {
  home: 'M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  play: 'M8 5.5v13l10.5-6.5z',
  stop: 'M7 7h10v10H7z',
  analysis: 'M4 19V5M4 19h16M7 15l4-5 3.5 3L20 7',
  library: 'M5 4h4v16H5zM9 4h4v16H9zM14.2 5l3.8-1 3.5 15-3.9 1z',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7M5.3 18.7 7 17M17 7l1.7-1.7',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  undo: 'M9 6 4.5 10.5 9 15M5 10.5h9a5 5 0 0 1 0 10h-3',
  redo: 'M15 6l4.5 4.5L15 15M19 10.5h-9a5 5 0 0 0 0 10h3',
  hint: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.7 10.7c.7.6 1.2 1.4 1.2 2.3h5c0-.9.5-1.7 1.2-2.3A6 6 0 0 0 12 3z',
  flip: 'M8 4v15M8 4 4.5 7.5M8 4l3.5 3.5M16 20V5M16 20l3.5-3.5M16 20l-3.5-3.5',
  flag: 'M6 21V4M6 4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  again: 'M5 12a7 7 0 0 1 12.5-4.3L20 10M20 5v5h-5M19 12a7 7 0 0 1-12.5 4.3L4 14M4 19v-5h5',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M6 11H5v9.5h14V11h-1',
  link: 'M10 14a4.5 4.5 0 0 0 6.5.2l3-3A4.5 4.5 0 0 0 13 5l-1.2 1.2M14 10a4.5 4.5 0 0 0-6.5-.2l-3 3A4.5 4.5 0 0 0 11 19l1.2-1.2',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5 10 17.5 19.5 7',
  close: 'M6 6l12 12M18 6 6 18',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.5v.2',
  rules: 'M5 5c3-1 5-.5 7 1 2-1.5 4-2 7-1v14c-3-1-5-.5-7 1-2-1.5-4-2-7-1zM12 6v14',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M7 14h10',
  soundOn: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11',
  soundOff: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  first: 'M18 6l-7 6 7 6zM6 6v12',
  previous: 'M15 6l-7 6 7 6',
  next: 'M9 6l7 6-7 6',
  last: 'M6 6l7 6-7 6zM18 6v12',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 19.5c.7-3.5 3-5 6.5-5s5.8 1.5 6.5 5M16 5.2a3.5 3.5 0 0 1 0 6.6M18 14.8c2 .7 3.2 2.2 3.7 4.7',
  computer: 'M5 5h14v10H5zM2.5 19h19M9.5 9v2M14.5 9v2',
  clock: 'M12 4a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8.5v4.5l3 2M9.5 1.5h5',
  edit: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  upload: 'M12 16V5M7 9.5l5-5 5 5M5 20h14',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5',
  warning: 'M12 4 21.5 20h-19zM12 10v4.5M12 17v.2',
  offline:
    'M4 4l16 16M8.5 16a5 5 0 0 1 5.5-1M5.5 12.5A9 9 0 0 1 9 10.3M2.5 9a13 13 0 0 1 3.7-2.5M18.5 12.5a9 9 0 0 0-4-2.4M21.5 9A13.5 13.5 0 0 0 10.5 5.2M12 19.5h.01',
  trophy:
    'M8 4h8v6a4 4 0 0 1-8 0zM8 6H4.5c0 3 1 4.5 3.8 5M16 6h3.5c0 3-1 4.5-3.8 5M12 14v3.5M8.5 20.5h7M10 17.5h4',
  dice: 'M5 5h14v14H5zM9 9h.01M15 15h.01M12 12h.01',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  puzzle: 'M10 5.5a2 2 0 1 1 4 0V7h4v4h-1.5a2 2 0 1 0 0 4H18v4H6v-4h1.5a2 2 0 1 0 0-4H6V7h4z',
  plus: 'M12 5v14M5 12h14',
} as const;

/** The names of the icons that there are. */
export type IconName = keyof typeof PATHS;

/** An icon. It is hidden from screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }): JSX.Element {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' || name === 'dice' ? 2.4 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
