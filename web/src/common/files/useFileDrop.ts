// Files and text that are dropped or pasted anywhere on the page.

import { useEffect, useRef, useState } from 'react';

/** A file that was given, as text, or why it cannot be read. */
export interface GivenText {
  readonly name: string;
  readonly text: string;
  readonly error: string | null;
}

/** As much as the server takes; a film dropped by mistake should not be read into memory. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Reads files as text. */
export function readFiles(files: Iterable<File>): Promise<GivenText[]> {
  return Promise.all(
    [...files].map(async (file) => {
      const { name } = file;
      if (file.size > MAX_BYTES) return { name, text: '', error: 'The file is too large for a record.' };
      try {
        return { name, text: await file.text(), error: null };
      } catch {
        return { name, text: '', error: 'The file could not be read.' };
      }
    }),
  );
}

/**
 * Calls `onTexts` with what is dropped on the page, or pasted while no field has the focus. Says whether
 * something is being dragged over the page.
 */
export function useFileDrop(onTexts: (texts: GivenText[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onTexts);
  latest.current = onTexts;
  useEffect(() => {
    // Entering a child fires before leaving its parent, so the difference tells whether it is still here.
    let depth = 0;
    const isOurs = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
    const change = (event: DragEvent, step: number) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      depth = Math.max(0, depth + step);
      setOver(depth > 0);
    };
    const enter = (event: DragEvent) => change(event, 1);
    const over = (event: DragEvent) => change(event, 0);
    const leave = (event: DragEvent) => change(event, -1);
    const drop = (event: DragEvent) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      void readFiles(event.dataTransfer?.files ?? []).then(
        (texts) => texts.length > 0 && latest.current(texts),
      );
    };
    const paste = (event: ClipboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('input, textarea, select, dialog, [contenteditable]')) return;
      const files = event.clipboardData?.files ?? [];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (files.length > 0) void readFiles(files).then((texts) => latest.current(texts));
      else if (text.trim() !== '') latest.current([{ name: 'the clipboard', text, error: null }]);
      else return;
      event.preventDefault();
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, []);
  return isOver;
}
