// Text with names between backticks, as the server writes them, set as code.
import type { JSX } from 'react';

/** The text; what stands between backticks is code. */
export function Marked({ text }: { text: string }): JSX.Element {
  // Every other piece stood between backticks.
  const pieces = text.split('`').map((piece, index) => ({ piece, code: index % 2 === 1, index }));
  return <>{pieces.map(({ piece, code, index }) => (code ? <code key={index}>{piece}</code> : piece))}</>;
}
