// What training has to say about the last move, and the switch that turns it on.
import type { JSX } from 'react';
import type { GameView } from '../../api/types';
import { changeSettings } from '../../lib/settings';
import { Banner, Button, Switch } from '../../ui';
import { kindOf, lessonWords, tallyWords } from './training';
import type { PlayActions } from './usePlay';
import type { Training } from './useTraining';

interface TrainingNoticeProps {
  game: GameView;
  training: Training;
  actions: PlayActions;
}

const TONES = { best: 'good', slower: 'info', slip: 'bad' } as const;
const ICONS = { best: 'check', slower: 'clock', slip: 'warning' } as const;

/** The notice; nothing where there is nothing to say. */
export function TrainingNotice({ game, training, actions }: TrainingNoticeProps): JSX.Element | null {
  const { lesson, showBest } = training;
  if (!lesson) return null;
  const kind = kindOf(lesson);
  const opponent = game.seats.find((_, seat) => !game.you.includes(seat))?.name ?? 'The other side';
  return (
    <Banner
      tone={TONES[kind]}
      icon={ICONS[kind]}
      role="status"
      actions={
        kind !== 'best' && (
          <>
            <Button size="small" icon="undo" disabled={!game.can_undo} onClick={actions.undo}>
              Take back
            </Button>
            <Button
              size="small"
              icon="hint"
              onClick={() => {
                showBest(lesson);
                actions.look(lesson.ply);
              }}
            >
              Show best
            </Button>
          </>
        )
      }
    >
      {lessonWords(lesson, opponent)}
    </Banner>
  );
}

/** The switch, with the tally of the game. */
export function TrainingSwitch({ training }: { training: Training }): JSX.Element {
  const { isOn, tally, hasFailed } = training;
  const words = hasFailed ? 'The tablebase does not answer.' : tallyWords(tally);
  return (
    <Switch
      label="Training"
      checked={isOn}
      onChange={(on) => changeSettings({ training: on })}
      hint={isOn ? words : 'Off'}
    />
  );
}
