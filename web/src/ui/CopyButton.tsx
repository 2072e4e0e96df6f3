// A button that puts a text on the clipboard and says so.
import { type JSX, useEffect, useState } from 'react';
import { Button } from './Button';
import { toast } from './Toast';

/** Copies a text; where the browser forbids the clipboard, an old way is tried. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.setAttribute('readonly', '');
    area.style.position = 'fixed';
    area.style.opacity = '0';
    // Inside a modal dialog only what is in the dialog can be selected.
    const host = document.querySelector('dialog[open]') ?? document.body;
    host.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}

interface CopyButtonProps {
  text: string;
  label?: string;
  size?: 'small' | 'medium';
}

/** A button that copies `text`. */
export function CopyButton({ text, label = 'Copy', size = 'medium' }: CopyButtonProps): JSX.Element {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      size={size}
      icon={copied ? 'check' : 'copy'}
      onClick={() => {
        copyText(text).then((done) => {
          setCopied(done);
          if (!done) toast('The text could not be copied. Select it and copy it by hand.', 'bad');
        });
      }}
    >
      {copied ? 'Copied' : label}
    </Button>
  );
}
