// Opens a record or a list of moves that a person pastes, chooses or has dropped on the page.

import { type JSX, useEffect, useMemo, useRef, useState } from 'react';
import { type ApiError, asApiError, importRecords } from '../../api/client';
import type { Catalog } from '../../api/types';
import { findGame } from '../../common/catalog';
import { FileButton } from '../../common/files/FileButton';
import { parseText, type RecordedGame } from '../../common/files/record';
import type { GivenText } from '../../common/files/useFileDrop';
import { movesWords, outcomeWords } from '../../common/results';
import { engineName } from '../../common/seats/players';
import { capitalise } from '../../lib/format';
import { saveToken } from '../../lib/tokens';
import { Banner, Button, Dialog, Select, Switch, TextArea, toast } from '../../ui';
import css from './dialogs.module.css';
import { openMoves, openRecorded, type Study } from './study';

interface OpenDialogProps {
  catalog: Catalog;
  /** What a plain list of moves is taken to be of, unless the person says otherwise. */
  game: string;
  variant: string;
  /** What was dropped or pasted; it is opened at once where nothing is left to ask. */
  given: GivenText | null;
  onOpen: (study: Study) => void;
  onClose: () => void;
}

export function OpenDialog({ catalog, given, onOpen, onClose, ...start }: OpenDialogProps): JSX.Element {
  const [text, setText] = useState(given?.text ?? '');
  const [error, setError] = useState<ApiError | string | null>(given?.error ?? null);
  const [isBusy, setBusy] = useState(false);
  const [isKept, setKept] = useState(false);
  const [game, setGame] = useState(start.game);
  const [variant, setVariant] = useState(start.variant);
  const parsed = useMemo(() => parseText(text), [text]);
  const documents = parsed.kind === 'records' ? parsed.documents : [];
  const only = documents.length === 1 ? documents[0] : undefined;
  const info = findGame(catalog, game) ?? catalog.games[0];
  const rules = info?.variants.find((each) => each.name === variant) ?? info?.variants[0];

  const run = async (work: () => Promise<Study>, kept: unknown) => {
    setBusy(true);
    setError(null);
    try {
      const study = await work();
      if (isKept && kept !== undefined) {
        const { ids, token } = await importRecords(JSON.stringify(kept));
        for (const id of ids) saveToken(id, token, true);
        toast('The game is in the library now.', 'good');
      }
      onClose();
      onOpen(study);
    } catch (failure) {
      setError(asApiError(failure));
      setBusy(false);
    }
  };
  const openGame = (recorded: RecordedGame) => void run(() => openRecorded(recorded), recorded.document);
  const openText = () => {
    if (only?.ok) openGame(only.game);
    else if (parsed.kind === 'moves' && info) {
      void run(() => openMoves({ game: info.id, variant: rules?.name ?? '' }, parsed.candidates), undefined);
    }
  };

  // What was dropped needs no further click when it is a single good record.
  const openAtOnce = useRef(given !== null && only?.ok === true ? () => openText() : null);
  useEffect(() => {
    openAtOnce.current?.();
    openAtOnce.current = null;
  }, []);

  const change = (next: string) => {
    setText(next);
    setError(null);
  };
  const takeFile = ([file]: GivenText[]) => {
    change(file?.text ?? '');
    setError(file?.error ?? null);
  };
  const problem =
    typeof error === 'string' ? error : error && [error.message, error.hint].filter(Boolean).join(' ');
  return (
    <Dialog
      title="Open a game"
      onClose={onClose}
      actions={
        <>
          <FileButton onTexts={takeFile}>Choose a file</FileButton>
          <Button
            variant="primary"
            icon="analysis"
            busy={isBusy}
            disabled={!(only?.ok || parsed.kind === 'moves')}
            onClick={openText}
          >
            Open
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <TextArea
          label="Record or moves"
          rows={6}
          value={text}
          placeholder={'{"format": "ludwerk-record/1", …}\nor a list of moves'}
          hint="Paste a record, or drop its file anywhere on the page. A file may hold many games."
          error={problem ?? (only && !only.ok ? only.error : null)}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {documents.length > 1 && (
          <div className={css.section}>
            <p>There are {documents.length} games. Which one?</p>
            <ol className={css.games}>
              {documents.map((document, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the place in the file is what tells them apart.
                <li key={index}>
                  <button
                    type="button"
                    className={css.game}
                    disabled={!document.ok || isBusy}
                    onClick={() => document.ok && openGame(document.game)}
                  >
                    <span className={css.gameTitle}>
                      {index + 1}.{' '}
                      {document.ok ? gameTitle(catalog, document.game) : 'This one cannot be read'}
                    </span>
                    {document.ok ? (
                      <span className={css.gameText}>{gameWords(document.game)}</span>
                    ) : (
                      <span className={css.gameError}>{document.error}</span>
                    )}
                  </button>
                </li>
              ))}
            </ol>
          </div>
        )}
        {parsed.kind === 'moves' && info && (
          <div className={css.pair}>
            <Select label="Game" value={info.id} onChange={(event) => setGame(event.currentTarget.value)}>
              {catalog.games.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.title}
                </option>
              ))}
            </Select>
            <Select
              label="Variant"
              value={rules?.name}
              onChange={(event) => setVariant(event.currentTarget.value)}
            >
              {info.variants.map((each) => (
                <option key={each.name} value={each.name}>
                  {capitalise(each.name)}
                </option>
              ))}
            </Select>
          </div>
        )}
        {documents.some((document) => document.ok) && (
          <Switch label="Keep it in the library, too" checked={isKept} onChange={setKept} />
        )}
        {parsed.kind === 'moves' && !info && <Banner tone="warning">The server has no games.</Banner>}
      </div>
    </Dialog>
  );
}

function gameTitle(catalog: Catalog, { origin }: RecordedGame): string {
  return findGame(catalog, origin.game)?.title ?? origin.game;
}

function gameWords({ seats, moves, result }: RecordedGame): string {
  const names = seats.map(engineName);
  const players = names.length > 0 ? `${names.join(' – ')} · ` : '';
  return `${players}${movesWords(moves.length)}${result ? ` · ${outcomeWords(result, names)}` : ''}`;
}
