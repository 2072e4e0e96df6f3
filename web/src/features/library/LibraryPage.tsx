// Library.
import type { JSX } from 'react';

/** The page. */
export default function LibraryPage(): JSX.Element {
  return <h1>Library</h1>;
}
