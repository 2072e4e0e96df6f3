/// <reference types="vitest/config" />
// How the page is built, served during development, and tested.
import { execFileSync } from 'node:child_process';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The commit that is built, in short; empty outside of a repository. */
function commit(): string {
  try {
    const words = ['rev-parse', '--short=10', 'HEAD'];
    return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

export default defineConfig({
  base: '/',
  plugins: [react()],
  define: { __BUILD__: JSON.stringify(commit()) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The server's content security policy forbids inline modules; every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    // The boards live beside their games, outside of this folder.
    fs: { allow: ['..'] },
    proxy: {
      '/api': { target: 'http://127.0.0.1:7878', ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    setupFiles: 'src/setupTests.ts',
    include: ['src/**/*.test.{ts,tsx}', '../games/*/web/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'dist/**'],
    restoreMocks: true,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
