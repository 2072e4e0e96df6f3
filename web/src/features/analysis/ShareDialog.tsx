// What can be taken out of an analysis: a link, the position, the record, and pictures of the board.

import { type JSX, useState } from 'react';
import { getRecord, importRecords } from '../../api/client';
import type { PositionView } from '../../api/types';
import { linkQuery } from '../../common/engine/link';
import { saveBoardImage } from '../../common/files/boardImage';
import { recordOf } from '../../common/files/record';
import { fileName, saveRecord } from '../../common/files/saveFile';
import { saveToken } from '../../lib/tokens';
import { Button, CopyButton, Dialog, toast, toastError } from '../../ui';
import css from './dialogs.module.css';
import type { Study } from './study';
import { isOnMainLine, lineThrough, movesTo, type Tree } from './tree';

interface ShareDialogProps {
  study: Study;
  tree: Tree;
  current: number;
  position: PositionView;
  orientation: number;
  title: string;
  /** The program that the record is to name. */
  program: string;
  onClose: () => void;
}

export function ShareDialog(props: ShareDialogProps): JSX.Element {
  const { study, tree, current, position, orientation, title, program, onClose } = props;
  const [busy, setBusy] = useState<string | null>(null);
  const [isKept, setKept] = useState(false);
  const line = lineThrough(tree, current);
  const moves = line.slice(1).map((node) => node.move);
  const at = movesTo(tree, current).length;
  const link = `${location.origin}/analysis${linkQuery({ origin: study.origin, moves, at })}`;
  const isAsPlayed =
    isOnMainLine(tree, current) &&
    moves.length === study.positions.length - 1 &&
    study.positions.at(-1) === line.at(-1)?.position;
  const name = fileName(study.origin.game, ...study.players);

  const run = (what: string, work: () => Promise<void>) => {
    setBusy(what);
    work()
      .catch(toastError)
      .finally(() => setBusy(null));
  };
  const writeRecord = () =>
    recordOf({
      origin: study.origin,
      variant: study.variant,
      seats: study.players,
      moves,
      start: line[0]?.position ?? position,
      isPosition: study.isPosition,
      result: isAsPlayed && study.result ? study.result : (line.at(-1)?.position.result ?? null),
      program,
    });
  const saveLine = async () => {
    // The library's own record has the times and values of the moves, too.
    const text =
      study.stored && isAsPlayed ? await getRecord(study.stored.id) : JSON.stringify(writeRecord(), null, 2);
    saveRecord(name, text);
  };
  const keep = async () => {
    const { ids, token } = await importRecords(JSON.stringify(writeRecord()));
    for (const id of ids) saveToken(id, token, true);
    setKept(true);
    toast('The line is in the library now.', 'good');
  };
  const picture = {
    game: study.origin.game,
    position,
    seatNames: study.seatNames,
    orientation,
    label: title,
  };
  const saveImage = (format: 'svg' | 'png') => saveBoardImage(picture, `${name}-${at}`, format);

  return (
    <Dialog title="Share and save" onClose={onClose}>
      <section className={css.section}>
        <h3>Link to this line</h3>
        <p className={css.text}>{link}</p>
        <div className={css.buttons}>
          <CopyButton text={link} label="Copy link" />
        </div>
      </section>
      <section className={css.section}>
        <h3>Position</h3>
        <p className={css.text}>{position.text}</p>
        <div className={css.buttons}>
          <CopyButton text={position.text} label="Copy position" />
        </div>
      </section>
      <section className={css.section}>
        <h3>Files</h3>
        <div className={css.buttons}>
          <Button icon="download" busy={busy === 'record'} onClick={() => run('record', saveLine)}>
            Record (JSON)
          </Button>
          <Button icon="download" busy={busy === 'svg'} onClick={() => run('svg', () => saveImage('svg'))}>
            Board (SVG)
          </Button>
          <Button icon="download" busy={busy === 'png'} onClick={() => run('png', () => saveImage('png'))}>
            Board (PNG)
          </Button>
        </div>
      </section>
      {!(study.stored && isAsPlayed) && (
        <section className={css.section}>
          <h3>Library</h3>
          <div className={css.buttons}>
            <Button
              icon={isKept ? 'check' : 'library'}
              busy={busy === 'keep'}
              disabled={isKept}
              onClick={() => run('keep', keep)}
            >
              {isKept ? 'In the library' : 'Keep this line in the library'}
            </Button>
          </div>
        </section>
      )}
    </Dialog>
  );
}
