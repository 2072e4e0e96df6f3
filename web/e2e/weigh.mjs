// Weighs what a browser loads before the first page can be shown: index.html and everything that it and its
// scripts and styles ask for at once, each file gzipped. `node weigh.mjs web/dist` fails above the limit.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** The most that the first page may weigh, in bytes. */
export const LIMIT = 250_000;

/**
 * The files that are loaded at once, each with its weight in bytes, the heaviest first.
 * @param {string} folder the built page
 * @returns {{ file: string, bytes: number }[]}
 */
export function weighFirstPage(folder) {
  /** @type {Map<string, number>} */
  const weights = new Map();
  const waiting = ['index.html'];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (weights.has(file)) continue;
    const content = readFileSync(path.join(folder, file));
    weights.set(file, gzipSync(content).length);
    waiting.push(...wantedAtOnce(file, content.toString('utf8')));
  }
  return [...weights]
    .map(([file, bytes]) => ({ file, bytes }))
    .sort((first, second) => second.bytes - first.bytes);
}

/**
 * What a file makes the browser load without being asked: not what a script imports later.
 * @param {string} file
 * @param {string} text
 * @returns {string[]} paths inside the folder
 */
function wantedAtOnce(file, text) {
  const patterns = {
    '.html': [/<(?:script|img)\b[^>]*?\bsrc="([^"]+)"/g, /<link\b[^>]*?\bhref="([^"]+)"/g],
    '.js': [/\bfrom\s*["'](\.[^"']+)["']/g, /\bimport\s*["'](\.[^"']+)["']/g],
    '.css': [/@import\s*(?:url\()?["']?([^"')]+)/g, /url\(["']?([^"')]+)/g],
  }[path.extname(file)];
  return (patterns ?? [])
    .flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))
    .filter((address) => !/^(?:[a-z]+:|#)/.test(address))
    .map((address) => path.posix.join(address.startsWith('/') ? '' : path.posix.dirname(file), address))
    .map((address) => address.replace(/^\//, '').replace(/[?#].*$/, ''));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = weighFirstPage(process.argv[2] ?? 'dist');
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  for (const { file, bytes } of files) console.log(`${kilobytes(bytes).padStart(10)}  ${file}`);
  console.log(`the first page weighs ${kilobytes(total)} gzipped; ${kilobytes(LIMIT)} are allowed`);
  if (total >= LIMIT) {
    console.error('error: the first page is too heavy: load what it does not need at once later');
    process.exitCode = 1;
  }
}
