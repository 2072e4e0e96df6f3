// How an import goes: progress while files are sent, and what became of each.

import { type JSX, useCallback, useState } from 'react';
import type { GivenText } from '../../common/files/useFileDrop';
import { Banner, Button, Dialog, LinkButton, TextArea } from '../../ui';
import css from './ImportPanel.module.css';
import { type FileReport, importFile } from './importing';

export interface ImportState {
  readonly total: number;
  readonly reports: readonly FileReport[];
}

/** Imports files one after the other. `onDone` is called when something new is in the library. */
export function useImport(onDone: () => void) {
  const [state, setState] = useState<ImportState | null>(null);
  const start = useCallback(
    async (texts: readonly GivenText[]) => {
      const reports: FileReport[] = [];
      setState({ total: texts.length, reports: [] });
      for (const text of texts) {
        reports.push(await importFile(text));
        setState({ total: texts.length, reports: [...reports] });
      }
      if (reports.some((report) => report.ids.length > 0)) onDone();
    },
    [onDone],
  );
  return { state, start, close: () => setState(null) };
}

interface ImportPanelProps {
  state: ImportState;
  onClose: () => void;
}

export function ImportPanel({ state, onClose }: ImportPanelProps): JSX.Element {
  const { total, reports } = state;
  const isRunning = reports.length < total;
  const ids = reports.flatMap((report) => report.ids);
  const bad = reports.filter((report) => report.errors.length > 0);
  const first = ids[0];
  return (
    <div className={css.panel} role="status">
      {isRunning && (
        <Banner>
          Importing {reports.length + 1} of {total} …
          <progress className={css.progress} value={reports.length} max={total} aria-label="Files imported" />
        </Banner>
      )}
      {!isRunning && (
        <Banner
          tone={bad.length === 0 ? 'good' : ids.length > 0 ? 'warning' : 'bad'}
          icon={bad.length === 0 ? 'check' : 'warning'}
          actions={
            <>
              {ids.length === 1 && first && (
                <LinkButton to={`/analysis/${first}`} size="small">
                  Analyse it
                </LinkButton>
              )}
              <Button size="small" onClick={onClose}>
                Close
              </Button>
            </>
          }
        >
          {ids.length === 0
            ? 'Nothing was imported.'
            : ids.length === 1
              ? 'One game was imported.'
              : `${ids.length} games were imported.`}
          {bad.length > 0 && (
            <ul className={css.errors}>
              {bad.flatMap((report) =>
                report.errors.map((error) => (
                  <li key={`${report.name} ${error}`}>
                    <strong>{report.name}</strong>: {error}
                  </li>
                )),
              )}
            </ul>
          )}
        </Banner>
      )}
    </div>
  );
}

interface PasteDialogProps {
  onText: (text: string) => void;
  onClose: () => void;
}

/** Asks for the text of a record. */
export function PasteDialog({ onText, onClose }: PasteDialogProps): JSX.Element {
  const [text, setText] = useState('');
  return (
    <Dialog
      title="Paste a record"
      onClose={onClose}
      actions={
        <Button
          variant="primary"
          icon="upload"
          disabled={text.trim() === ''}
          onClick={() => {
            onClose();
            onText(text);
          }}
        >
          Import
        </Button>
      }
    >
      <TextArea
        label="Record"
        rows={8}
        value={text}
        hint="One record, or many one after the other."
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Dialog>
  );
}
