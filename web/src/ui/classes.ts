// Joins class names, leaving out what does not apply.

/** The class names that are there, separated by spaces. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
