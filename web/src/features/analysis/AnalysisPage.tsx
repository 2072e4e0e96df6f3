// Analysis.
import type { JSX } from 'react';

/** The page. */
export default function AnalysisPage(): JSX.Element {
  return <h1>Analysis</h1>;
}
