// The weighing of the first page counts what is loaded at once, and nothing else.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import { LIMIT, weighFirstPage } from './weigh.mjs';

/** @param {Record<string, string>} files */
function builtPage(files) {
  const folder = test.info().outputPath();
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

const PAGE = '<link rel="stylesheet" href="/assets/a.css"><script type="module" src="/assets/a.js"></script>';

test('what scripts and styles load at once counts, what they load later does not', () => {
  const folder = builtPage({
    'index.html': PAGE,
    'assets/a.js': 'import{x}from"./b.js";import"./c.js";const later=()=>import("./later.js");',
    'assets/a.css': '.a{background:url(/picture.svg)} .b{mask:url(data:image/png;base64,AAAA)}',
    'assets/b.js': 'import"./a.js"',
    'assets/c.js': '',
    'assets/later.js': '',
    'picture.svg': '<svg/>',
  });
  assert.deepEqual(
    weighFirstPage(folder)
      .map(({ file }) => file)
      .sort(),
    ['assets/a.css', 'assets/a.js', 'assets/b.js', 'assets/c.js', 'index.html', 'picture.svg'],
  );
});

test('a first page above the limit fails', () => {
  const heavy = randomBytes(LIMIT).toString('base64');
  const folder = builtPage({ 'index.html': PAGE, 'assets/a.js': heavy, 'assets/a.css': '' });
  const script = fileURLToPath(new URL('./weigh.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /too heavy/);
});
