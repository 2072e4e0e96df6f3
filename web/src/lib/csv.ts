// Tables as files for spreadsheets.

/** What stands in a field; `null` for nothing. */
export type CsvValue = string | number | null;

/** A field, quoted where it must be. A text that a spreadsheet would take for a formula is kept from being one. */
function field(value: CsvValue): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The lines as a file. */
export function csv(lines: readonly (readonly CsvValue[])[]): string {
  return lines.map((line) => `${line.map(field).join(',')}\n`).join('');
}
