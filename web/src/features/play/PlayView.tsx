// A game as it is played: the board, those who play, the moves, and what one can do.
import { type CSSProperties, type JSX, useState } from 'react';
import { useLocation } from 'wouter';
import type { GameView } from '../../api/types';
import { GameBoard, gameAspect, gameBoard, type Mark, useWide } from '../../board';
import { RulesDialog } from '../../common/RulesDialog';
import { ShortcutsDialog } from '../../common/ShortcutsDialog';
import { TypeMove } from '../../common/TypeMove';
import { useAnimate } from '../../lib/hooks';
import { changeSettings, useSettings } from '../../lib/settings';
import { useShortcuts } from '../../lib/shortcuts';
import { ConfirmDialog, classes } from '../../ui';
import { ActionBar } from './ActionBar';
import { HandOver } from './HandOver';
import { InviteDialog } from './InviteDialog';
import { MoveList } from './MoveList';
import { Notices } from './Notices';
import { PlayerPanel, showsThought } from './PlayerPanel';
import css from './PlayView.module.css';
import { isForOther, mayMove, orientationOf, othersOf, type PlayState, passTo, stepLook } from './state';
import { TrainingNotice, TrainingSwitch } from './TrainingNotice';
import type { Busy, PlayActions } from './usePlay';
import { usePosition } from './usePosition';
import { usePremoves } from './usePremoves';
import { useTraining } from './useTraining';

interface PlayViewProps {
  game: GameView;
  state: PlayState;
  actions: PlayActions;
  busy: Busy;
}

type OpenDialog = 'rules' | 'share' | 'keys' | 'resign' | 'again' | null;

/** The seat that gives up: the mover's if it sits here, otherwise the first that does. */
function resigningSeat(game: GameView): number | null {
  const mover = game.position.to_move;
  return mover !== null && game.you.includes(mover) ? mover : (game.you[0] ?? null);
}

/** The game. */
export function PlayView({ game, state, actions, busy }: PlayViewProps): JSX.Element {
  const [turns, setTurns] = useState(0);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [, navigate] = useLocation();
  const autoFlip = useSettings((settings) => settings.autoFlip);
  const sound = useSettings((settings) => settings.sound);
  const thoughts = useSettings((settings) => settings.thoughts);
  const animate = useAnimate();
  const wide = useWide();
  const { position, near } = usePosition(game, state.lookingAt);

  const orientation = orientationOf(game, turns, autoFlip);
  const seatNames = game.seats.map((seat) => seat.name);
  const free = mayMove(state);
  const giver = resigningSeat(game);
  const playing = game.live && game.result === null;
  const training = useTraining(game, state.lookingAt);
  const hinted: Mark[] =
    state.hint && state.lookingAt === null ? [{ move: state.hint.analysis.best, tone: 'best' }] : [];
  const marks = training.marks ?? hinted;

  const premoves = usePremoves(state);

  const look = (step: 'first' | 'back' | 'on' | 'last') =>
    actions.look(stepLook(state.lookingAt, step, game.moves.length));
  const flip = () => setTurns((before) => (before + 1) % game.seats.length);
  // A game that is under way is not left by a slip of the finger.
  const again = () => (playing && game.moves.length > 1 ? setDialog('again') : actions.again());
  // Whoever is tested gets no help.
  const isTested = game.series !== null && playing;
  const mayAnalyse = !isTested;
  const rows = Math.ceil((game.seats.length - 1) / 2);
  const can = {
    undo: game.can_undo && busy === null,
    redo: game.can_redo && busy === null,
    hint: free && busy === null && !isTested,
    resign: playing && giver !== null,
    again: game.you.length > 0 && game.live && busy === null && game.series === null,
  };

  const back = () => look('back');
  const on = () => look('on');
  const first = () => look('first');
  const last = () => look('last');
  useShortcuts({
    ArrowLeft: back,
    ArrowRight: on,
    Home: first,
    End: last,
    f: flip,
    u: () => can.undo && actions.undo(),
    r: () => can.redo && actions.redo(),
    h: () => can.hint && actions.hint(),
    n: () => can.again && again(),
    a: () => mayAnalyse && navigate(`/analysis/${game.id}`),
    s: () => changeSettings({ sound: !sound }),
    t: () => changeSettings({ thoughts: !thoughts }),
    '?': () => setDialog('keys'),
  });

  const panel = (seat: number) => (
    <PlayerPanel
      key={seat}
      game={game}
      seat={seat}
      receivedAt={state.receivedAt}
      thinking={state.thinking?.seat === seat ? state.thinking : null}
    />
  );

  const receiver = passTo(game, state.seat);
  // Until the view of whoever sits here now has come, the one before is not for these eyes.
  const isVeiled = isForOther(game, state.seat);
  const aspect = gameAspect(game.game, { position, wide, preview: false });
  return (
    <div
      className={css.page}
      style={
        {
          '--rows': rows,
          '--thoughts': game.seats.some((_, seat) => showsThought(game, seat, thoughts)) ? rows : 0,
          ...(aspect !== null && { '--aspect': aspect.toFixed(4) }),
        } as CSSProperties
      }
    >
      <h1 className="visually-hidden">{game.title}</h1>
      <div className={css.others}>{othersOf(orientation, game.seats.length).map(panel)}</div>
      <div className={classes(css.board, state.lookingAt !== null && css.past)}>
        {isVeiled ? (
          <div className={css.veil} />
        ) : (
          <GameBoard
            game={game.game}
            variant={game.variant}
            position={position}
            orientation={orientation}
            seatNames={seatNames}
            mayMove={free}
            onMove={actions.play}
            onTakeBack={game.within_turn && free && can.undo ? actions.undo : undefined}
            premoves={premoves}
            marks={marks}
            animate={animate && near}
            label={`${game.title}, the board`}
          />
        )}
        {receiver !== null && <HandOver game={game} seat={receiver} onTaken={() => actions.sit(receiver)} />}
      </div>
      <div className={css.mine}>{panel(orientation)}</div>
      <div className={css.tools}>
        {/* A board of the game's own says it better. */}
        {!gameBoard(game.game) && position.notes.length > 0 && (
          <ul className={css.notes} aria-label="Notes">
            {position.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {training.isOffered && (
          <div className={css.training}>
            <TrainingSwitch training={training} />
          </div>
        )}
        <ActionBar
          can={can}
          busy={busy}
          asks={!game.within_turn && game.seats.some((seat) => seat.kind === 'human' && !seat.yours)}
          sound={sound}
          analysis={mayAnalyse ? `/analysis/${game.id}` : null}
          onUndo={actions.undo}
          onRedo={actions.redo}
          onHint={actions.hint}
          onFlip={flip}
          onResign={() => setDialog('resign')}
          onAgain={again}
          onShare={() => setDialog('share')}
          onRules={() => setDialog('rules')}
          onSound={() => changeSettings({ sound: !sound })}
        />
      </div>
      <div className={css.notices}>
        <Notices game={game} state={state} actions={actions} busy={busy} onShare={() => setDialog('share')} />
        <TrainingNotice game={game} training={training} actions={actions} />
      </div>
      <div className={css.moves}>
        <MoveList game={game} lookingAt={state.lookingAt} onLook={actions.look} onStep={look} />
        {game.you.length > 0 && playing && (
          <TypeMove
            legal={game.position.legal}
            enabled={free}
            placeholder={state.lookingAt !== null ? 'Looking back' : free ? 'Type a move' : 'Not your turn'}
            onMove={actions.play}
          />
        )}
      </div>

      {dialog === 'rules' && (
        <RulesDialog game={game.game} variant={game.variant} onClose={() => setDialog(null)} />
      )}
      {dialog === 'share' && <InviteDialog game={game} onClose={() => setDialog(null)} />}
      {dialog === 'keys' && <ShortcutsDialog onClose={() => setDialog(null)} />}
      {dialog === 'again' && (
        <ConfirmDialog
          title="Start a new game?"
          confirm="New game"
          cancel="Play on"
          onConfirm={actions.again}
          onClose={() => setDialog(null)}
        >
          It has the same players and settings. You can still continue this one later.
        </ConfirmDialog>
      )}
      {dialog === 'resign' && giver !== null && (
        <ConfirmDialog
          title="Resign?"
          confirm={game.you.length > 1 ? `${seatNames[giver]} resigns` : 'Yes, resign'}
          cancel="Play on"
          danger
          onConfirm={() => actions.resign(giver)}
          onClose={() => setDialog(null)}
        >
          The game ends as a loss for {game.you.length > 1 ? seatNames[giver] : 'you'}.
        </ConfirmDialog>
      )}
    </div>
  );
}
