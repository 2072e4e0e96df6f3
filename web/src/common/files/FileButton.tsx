// A button that lets the person choose record files.

import { type JSX, useRef } from 'react';
import { Button, type ButtonVariant } from '../../ui';
import { type GivenText, readFiles } from './useFileDrop';

interface FileButtonProps {
  children: string;
  onTexts: (texts: GivenText[]) => void;
  multiple?: boolean;
  variant?: ButtonVariant;
  /** Endings of other files that may be chosen, such as `.sgf`. */
  endings?: readonly string[];
}

export function FileButton({
  children,
  onTexts,
  multiple = false,
  variant,
  endings = [],
}: FileButtonProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const more = endings.map((ending) => `,${ending}`).join('');
  return (
    <>
      <Button icon="upload" {...(variant && { variant })} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={`.json,.jsonl,.ndjson,.txt,application/json,text/plain${more}`}
        onChange={(event) => {
          const { files } = event.currentTarget;
          if (files) void readFiles(files).then(onTexts);
          // The same file can be chosen again after it was mended.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
