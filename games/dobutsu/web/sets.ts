// The ways to draw the pieces; the settings offer them by these names.

import type { PieceSets } from '@ludwerk/web/board';

const SETS = [
  { id: 'animals', label: 'Animals' },
  { id: 'words', label: 'Words' },
  { id: 'signs', label: 'Signs' },
] as const satisfies PieceSets;

export default SETS;

/** The name of a set. */
export type SetName = (typeof SETS)[number]['id'];

/** The set of a name; the animals for a name that is unknown here. */
export function setOf(name: string | undefined): SetName {
  return SETS.find(({ id }) => id === name)?.id ?? 'animals';
}
