// Gives the person a file.

/** Lets the browser save `content` under `name`. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves a record, one document in readable lines. */
export function saveRecord(name: string, text: string): void {
  saveFile(
    `${name}.json`,
    new Blob([text.endsWith('\n') ? text : `${text}\n`], { type: 'application/json' }),
  );
}

/** A name for files about a game: letters, digits and hyphens only. */
export function fileName(...parts: (string | number)[]): string {
  const words = parts.map((part) =>
    String(part)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, ''),
  );
  return (
    words
      .filter((word) => word !== '')
      .join('-')
      .slice(0, 80) || 'game'
  );
}
