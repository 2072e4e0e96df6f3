// What covers the page while a file is dragged over it.

import type { JSX } from 'react';
import { Icon } from '../../ui';
import css from './DropCurtain.module.css';

export function DropCurtain({ children }: { children: string }): JSX.Element {
  return (
    <div className={css.curtain} aria-hidden="true">
      <Icon name="upload" size={48} />
      {children}
    </div>
  );
}
