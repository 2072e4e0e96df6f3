// A part of a drawing that says nothing a screen reader should repeat.

import type { ReactNode } from 'react';

export function Decoration({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of shapes cannot be focused.
    <g aria-hidden="true" className={className}>
      {children}
    </g>
  );
}
