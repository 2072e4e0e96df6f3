// Which keys do what.
import type { JSX } from 'react';
import { Dialog } from '../ui';
import css from './ShortcutsDialog.module.css';

const KEYS: readonly (readonly [string, string])[] = [
  ['←  →', 'One move back, one move forward'],
  ['Home  End', 'To the start, to the current position'],
  ['Esc', 'Cancel a premove'],
  ['u', 'Undo'],
  ['r', 'Redo'],
  ['h', 'Hint'],
  ['f', 'Flip the board'],
  ['n', 'New game with the same settings'],
  ['a', 'Analyse'],
  ['s', 'Sound on or off'],
  ['t', 'Engine thinking on or off'],
  ['?', 'This help'],
];

/** The keys of a game, in a list. */
export function KeyList(): JSX.Element {
  return (
    <>
      <dl className={css.keys}>
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split('  ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className={css.note}>
        On the board itself, the arrow keys walk from cell to cell and Enter picks up and puts down.
      </p>
    </>
  );
}

/** The dialog. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <Dialog title="Keys" onClose={onClose} size="small">
      <KeyList />
    </Dialog>
  );
}
