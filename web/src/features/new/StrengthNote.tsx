// What the server knows of the strength of the person at this browser, below the opponent that wants to know it.

import { type JSX, useState } from 'react';
import { forgetStrength, getStrength } from '../../api/strengths';
import type { GameInfo } from '../../api/types';
import { strengthSentence } from '../../common/seats/strength';
import { useLoad } from '../../common/useLoad';
import { knownPerson } from '../../lib/person';
import { toastError } from '../../ui';
import css from './choosers.module.css';

/** The note, with a way to begin anew. */
export function StrengthNote({ game }: { game: GameInfo }): JSX.Element {
  const key = knownPerson();
  const [busy, setBusy] = useState(false);
  const { data, reload } = useLoad('strength', key === null ? null : `${key} ${game.id}`, (signal) =>
    getStrength(game.id, key ?? '', { signal }),
  );
  const sentence = data && strengthSentence(data);
  const forget = () => {
    if (key === null) return;
    setBusy(true);
    forgetStrength(game.id, key)
      .then(reload, toastError)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <p className={css.note}>
        It finds out how strong you are and plays at that level, so that you win about half of your games.{' '}
        {sentence ?? 'It does not know you yet.'}
      </p>
      {sentence && (
        <button type="button" className={css.link} disabled={busy} onClick={forget}>
          Reset this estimate
        </button>
      )}
    </>
  );
}
