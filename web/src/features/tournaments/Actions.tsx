// What can be done with a tournament: stop, go on, more games, files, delete.
import { type JSX, useState } from 'react';
import { useLocation } from 'wouter';
import {
  deleteTournament,
  prolongTournament,
  recordsAddress,
  reportAddress,
  resumeTournament,
  stopTournament,
} from '../../api/tournaments';
import type { TournamentView } from '../../api/types';
import { fileName, saveFile } from '../../common/files/saveFile';
import { forgetTournamentKey } from '../../lib/tournamentKeys';
import { Button, ConfirmDialog, Dialog, Menu, type MenuItem, TextField, toast, toastError } from '../../ui';
import { tableCsv } from './csv';
import { tournamentTitle } from './words';

interface ActionsProps {
  view: TournamentView;
  /** Shows what a request has told. */
  onChanged: (view: TournamentView) => void;
  /** Is told before it is deleted, and when that did not work. */
  onDelete: (isDeleting: boolean) => void;
}

function MoreDialog({
  view,
  onMore,
  onClose,
}: {
  view: TournamentView;
  onMore: (n: number) => void;
  onClose: () => void;
}): JSX.Element {
  const isSwiss = view.plan.format === 'swiss';
  const [text, setText] = useState(isSwiss ? '1' : String(Math.max(view.plan.bout, view.plan.games ?? 1)));
  const n = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return (
    <Dialog
      title={isSwiss ? 'More rounds' : 'More games'}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={n < 1}
            onClick={() => {
              onClose();
              onMore(n);
            }}
          >
            Play them
          </Button>
        </>
      }
    >
      <TextField
        label={isSwiss ? 'Additional rounds' : 'Additional games per pairing'}
        inputMode="numeric"
        value={text}
        error={n < 1 ? 'Enter a whole number from 1 on.' : null}
        hint="Games already played are kept and count."
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Dialog>
  );
}

/** The buttons. Files are for everyone, the rest for whoever made the tournament. */
export function Actions({ view, onChanged, onDelete }: ActionsProps): JSX.Element {
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<'more' | 'delete' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { id, state, owner } = view;
  const name = tournamentTitle(
    view.name,
    view.agents.map((agent) => agent.name),
  );
  const isLive = state === 'running' || state === 'waiting';
  const act = (request: Promise<TournamentView>) => {
    setBusy(true);
    request.then(onChanged, toastError).finally(() => setBusy(false));
  };
  const remove = () => {
    onDelete(true);
    deleteTournament(id).then(
      () => {
        forgetTournamentKey(id);
        toast('The tournament was deleted.', 'good');
        navigate('/tournaments');
      },
      (error) => {
        toastError(error);
        onDelete(false);
      },
    );
  };

  const download = (address: string) => {
    const link = document.createElement('a');
    link.href = address;
    link.download = '';
    link.click();
  };
  const items: MenuItem[] = [
    { label: 'Save all games (JSON lines)', icon: 'download', onChoose: () => download(recordsAddress(id)) },
    {
      label: 'Save table (CSV)',
      icon: 'download',
      onChoose: () =>
        saveFile(`${fileName('table', name)}.csv`, new Blob([tableCsv(view)], { type: 'text/csv' })),
    },
  ];
  if (view.report) {
    items.push({ label: 'Save report (HTML)', icon: 'rules', onChoose: () => download(reportAddress(id)) });
  }
  if (owner) {
    items.push({ label: 'Delete', icon: 'trash', isDanger: true, onChoose: () => setDialog('delete') });
  }
  return (
    <>
      {owner && isLive && (
        <Button icon="stop" busy={isBusy} onClick={() => act(stopTournament(id))}>
          Stop
        </Button>
      )}
      {owner && (state === 'stopped' || state === 'failed') && (
        <Button icon="play" variant="primary" busy={isBusy} onClick={() => act(resumeTournament(id))}>
          Resume
        </Button>
      )}
      {owner && !isLive && view.sprt?.verdict !== 'accepted' && view.sprt?.verdict !== 'rejected' && (
        <Button icon="plus" busy={isBusy && state === 'complete'} onClick={() => setDialog('more')}>
          {view.plan.format === 'swiss' ? 'More rounds' : 'More games'}
        </Button>
      )}
      <Menu label="More for this tournament" items={items} />
      {dialog === 'more' && (
        <MoreDialog
          view={view}
          onMore={(n) => act(prolongTournament(id, n))}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title="Delete this tournament?"
          confirm="Delete"
          cancel="Keep"
          danger
          onConfirm={remove}
          onClose={() => setDialog(null)}
        >
          Its table and its {view.games} games will be deleted permanently.
        </ConfirmDialog>
      )}
    </>
  );
}
