// Sets up a position: the game's own editor or a line of text, checked by the server as it changes.

import { type JSX, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { type ApiError, asApiError, getLine, isAbort } from '../../api/client';
import type { GameInfo, LineView } from '../../api/types';
import { GameBoard, gameEditor } from '../../board';
import { pause } from '../../common/engine/engine';
import { linkQuery, playAddress } from '../../common/engine/link';
import { decisiveOrigin, type Origin } from '../../common/engine/origin';
import { useSettings } from '../../lib/settings';
import { Banner, Button, CopyButton, Dialog, Skeleton, TextArea } from '../../ui';
import css from './dialogs.module.css';
import { type Study, studyOf } from './study';

interface PositionEditorProps {
  game: GameInfo;
  /** The game, variant and number of seats; where it starts does not matter here. */
  origin: Origin;
  seatNames: string[];
  /** The position to begin with. */
  position: string;
  onOpen: (study: Study) => void;
  onClose: () => void;
}

interface Checked {
  readonly text: string;
  readonly line: LineView | null;
  readonly error: ApiError | null;
}

export function PositionEditor(props: PositionEditorProps): JSX.Element {
  const { game, seatNames, onOpen, onClose } = props;
  const [text, setText] = useState(props.position);
  const { variant, players } = props.origin;
  const origin = decisiveOrigin({
    game: game.id,
    ...(variant && { variant }),
    ...(players && { players }),
    position: text.trim(),
  });
  const checked = useChecked(origin, text);
  const [, navigate] = useLocation();
  const Editor = gameEditor(game.id);
  const pieceSet = useSettings((settings) => settings.pieceSets[game.id]);
  const line = checked.text === text ? checked.line : null;
  const position = line?.positions[0];

  const analyse = () => {
    if (!line) return;
    onClose();
    onOpen(studyOf(origin, line));
  };
  const play = () => navigate(playAddress(origin, text.trim()));
  const reset = async () => {
    const { position: _, ...usual } = origin;
    const start = await getLine(usual).catch(() => null);
    setText(start?.positions[0]?.text ?? game.start.text);
  };

  return (
    <Dialog
      title="Set up a position"
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button icon="play" disabled={!position || position.result !== null} onClick={play}>
            Play from here
          </Button>
          <Button variant="primary" icon="analysis" disabled={!line} onClick={analyse}>
            Analyse from here
          </Button>
        </>
      }
    >
      <div className={css.editor}>
        <Verdict checked={checked} isCurrent={checked.text === text} seatNames={seatNames} />
        {Editor ? (
          <Suspense fallback={<Skeleton width="100%" height="24rem" />}>
            <Editor position={text} onChange={setText} seatNames={seatNames} pieceSet={pieceSet} />
          </Suspense>
        ) : (
          <>
            {position && (
              <div className={css.picture}>
                <GameBoard
                  game={game.id}
                  position={position}
                  orientation={0}
                  seatNames={seatNames}
                  mayMove={false}
                  animate={false}
                  preview
                  label="The position"
                />
              </div>
            )}
            <TextArea
              label="Position as text"
              rows={2}
              value={text}
              hint={game.position_help}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </>
        )}
        <div className={css.buttons}>
          {!Editor && (
            <Button size="small" icon="undo" onClick={() => void reset()}>
              Standard start
            </Button>
          )}
          <CopyButton size="small" text={text.trim()} label="Copy position" />
          <CopyButton
            size="small"
            text={`${location.origin}/analysis${linkQuery({ origin, moves: [], at: 0 })}`}
            label="Copy link"
          />
        </div>
      </div>
    </Dialog>
  );
}

/** Asks the server about a position a moment after it was changed. */
function useChecked(origin: Origin, text: string): Checked {
  const [checked, setChecked] = useState<Checked>({ text: '', line: null, error: null });
  const key = JSON.stringify(origin);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    pause(200, signal)
      .then(() => getLine(JSON.parse(key) as Origin, { signal }))
      .then(
        (line) => setChecked({ text, line, error: null }),
        (error) => {
          if (!isAbort(error) && !signal.aborted) setChecked({ text, line: null, error: asApiError(error) });
        },
      );
    return () => controller.abort();
  }, [key, text]);
  return checked;
}

/** What the server says, in a place that keeps its height. */
function Verdict(props: { checked: Checked; isCurrent: boolean; seatNames: readonly string[] }): JSX.Element {
  const { checked, isCurrent, seatNames } = props;
  const { line, error } = checked;
  const position = line?.positions[0];
  return (
    <div className={css.verdict} aria-live="polite">
      {!isCurrent && !error && <p className={css.quiet}>Checking …</p>}
      {error && (
        <Banner tone="bad" icon="warning">
          {error.message} {error.hint}
        </Banner>
      )}
      {isCurrent && position && (
        <Banner tone="good" icon="check">
          {position.result || position.to_move === null
            ? 'A position in which the game is over.'
            : `This can be played: ${seatNames[position.to_move]} is to move and has ${position.legal.length} moves.`}
        </Banner>
      )}
    </div>
  );
}
