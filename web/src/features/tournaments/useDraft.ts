// What the server says of a tournament while it is being defined.

import { asApiError } from '../../api/client';
import { draftTournament } from '../../api/tournaments';
import type { GameInfo, TournamentDraft } from '../../api/types';
import { useTable } from '../../common/solved/tablebases';
import { useLoad } from '../../common/useLoad';
import { useSettled } from '../../lib/hooks';
import { errorsOfDraft, type Form, type FormErrors, toNewTournament } from './form';

/** How long nothing must change before the server is asked. */
const PAUSE_MS = 350;

export interface Checked {
  /** The draft of the form as it is; `null` while it is on its way. */
  readonly draft: TournamentDraft | null;
  readonly errors: FormErrors;
}

/** The form as the server sees it. */
export function useDraft(form: Form, game: GameInfo): Checked {
  const { request, errors } = toNewTournament(form, game);
  const key = request === null ? null : JSON.stringify(request);
  const settled = useSettled(key, PAUSE_MS);
  // What is refused for want of a table is asked again once it is there.
  const { isReady } = useTable(game);
  const question = settled === null ? null : `${isReady} ${settled}`;
  const loaded = useLoad('draft', question, (signal) =>
    draftTournament(JSON.parse(settled ?? '{}'), { signal }),
  );
  if (errors) return { draft: null, errors };
  const draft = settled === key ? loaded.data : null;
  if (loaded.error) return { draft, errors: { form: asApiError(loaded.error).message } };
  return { draft, errors: draft ? errorsOfDraft(draft) : {} };
}
