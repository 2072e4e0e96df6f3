// One puzzle: the board, the task, what came of the last try, and what one can do.
import { type JSX, useEffect } from 'react';
import { useLocation } from 'wouter';
import type { GameInfo, PuzzleView } from '../../api/types';
import { GameBoard, type Mark } from '../../board';
import { linkQuery } from '../../common/engine/link';
import { TypeMove } from '../../common/TypeMove';
import { useAnimate } from '../../lib/hooks';
import { useShortcuts } from '../../lib/shortcuts';
import { announce, Banner, Button, CopyButton, LinkButton, Spinner } from '../../ui';
import css from './PuzzlesPage.module.css';
import { taskWords } from './puzzle';
import { useScore } from './score';
import { type PuzzlePlay, usePuzzle } from './usePuzzle';

interface PuzzleProps {
  game: GameInfo;
  puzzle: PuzzleView;
  address: string;
  onNext: () => void;
}

/** What is pointed at on the board: the piece after one hint, the move after two. */
function marksOf({ hint, best, stage }: PuzzlePlay): Mark[] {
  if (hint === 0 || best === null || stage !== 'yours') return [];
  const [first] = best.touches;
  if (hint === 2 || first === undefined) return [{ move: best, tone: 'best', label: '' }];
  return [{ move: { move: '', touches: [first], kind: 'other' }, tone: 'good', label: '' }];
}

/** The piece of a hint, as it is called. */
function hintWords({ hint, best }: PuzzlePlay): string {
  if (best === null) return 'Looking it up …';
  if (hint === 2) return `${best.move} is the move.`;
  const [first] = best.touches;
  if (first === undefined) return 'Look at the moves beside the board.';
  const what = best.piece?.toLowerCase() ?? first;
  return best.kind === 'drop' ? `Look at the ${what} in hand.` : `Look at the ${what} on ${first}.`;
}

function Message({ play, mover, onNext }: { play: PuzzlePlay; mover: string; onNext: () => void }) {
  const streak = useScore((score) => score.streak);
  const next = (
    <Button size="small" variant="primary" icon="next" onClick={onNext}>
      Next puzzle
    </Button>
  );
  if (play.error) {
    return (
      <Banner
        tone="bad"
        icon="warning"
        role="alert"
        actions={
          <Button size="small" onClick={play.retry}>
            Try again
          </Button>
        }
      >
        {play.error.message} {play.error.hint}
      </Banner>
    );
  }
  switch (play.stage) {
    case 'solved':
      return (
        <Banner tone="good" icon="trophy" role="status" actions={next}>
          <strong>Solved!</strong> {mover} has won{streak > 1 ? `. That makes ${streak} in a row` : ''}.
        </Banner>
      );
    case 'shown':
      return (
        <Banner icon="info" role="status" actions={next}>
          This was the solution.
        </Banner>
      );
    case 'showing':
      return (
        <Banner icon="play" role="status">
          The solution, move by move …
        </Banner>
      );
    default:
      if (play.wrong) {
        return (
          <Banner tone="warning" icon="close" role="status">
            {play.wrong}
          </Banner>
        );
      }
      if (play.hint > 0 && play.stage === 'yours') {
        return (
          <Banner icon="hint" role="status">
            {hintWords(play)}
          </Banner>
        );
      }
      return (
        <Banner icon={play.moves.length > 0 ? 'check' : 'info'} role="status">
          {play.moves.length === 0
            ? 'The moves of both sides count, the winning one too.'
            : play.stage === 'yours'
              ? 'Right. Continue.'
              : 'Right. The other side answers …'}
        </Banner>
      );
  }
}

/** The puzzle. */
export function Puzzle({ game, puzzle, address, onNext }: PuzzleProps): JSX.Element {
  const play = usePuzzle(puzzle, address);
  const [, navigate] = useLocation();
  const animate = useAnimate();
  const { stage, position, moves, left } = play;
  const seatNames =
    play.seatNames.length > 0 ? play.seatNames : (game.variants[0]?.tables[0]?.seat_names ?? []);
  const mover = seatNames[puzzle.seat] ?? 'The mover';
  const isYours = stage === 'yours';
  const isDone = stage === 'solved' || stage === 'shown';
  const origin = { game: puzzle.game, variant: puzzle.variant, position: puzzle.position };
  const analysis = `/analysis${linkQuery({ origin, moves, at: moves.length })}`;
  const task = isDone ? `${mover} has won` : `${mover} to move: ${taskWords(left)}`;

  const answered = moves.length;
  useEffect(() => {
    if (answered > 0 && isYours) announce('Your move.');
  }, [answered, isYours]);
  useShortcuts({
    n: onNext,
    h: () => isYours && play.giveHint(),
    s: () => isYours && play.showSolution(),
    r: () => (moves.length > 0 || play.wrong !== null) && play.startOver(),
    a: () => navigate(analysis),
  });

  return (
    <>
      <div className={css.board}>
        {position && (
          <GameBoard
            game={game.id}
            position={position}
            orientation={puzzle.seat}
            seatNames={seatNames}
            mayMove={isYours}
            onMove={play.play}
            marks={marksOf(play)}
            animate={animate}
            label={`${game.title}, the puzzle`}
          />
        )}
      </div>
      <div className={css.task}>
        <h2 className={css.goal}>
          {isDone || stage === 'showing' || isYours || moves.length === 0
            ? task
            : `${mover}: ${taskWords(left)}`}
          {stage === 'waiting' && <Spinner size={14} />}
        </h2>
        <ol className={css.moves} aria-label="Moves so far">
          {moves.map((move, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same move can come twice.
            <li key={index}>{move}</li>
          ))}
        </ol>
      </div>
      <div className={css.message}>
        <Message play={play} mover={mover} onNext={onNext} />
      </div>
      <div className={css.tools}>
        <Button
          size="small"
          icon="hint"
          title="Point at the piece, then at the move (h)"
          disabled={!isYours || play.hint === 2}
          onClick={play.giveHint}
        >
          {play.hint === 1 ? 'Another hint' : 'Hint'}
        </Button>
        <Button
          size="small"
          icon="play"
          title="Play the solution move by move (s)"
          disabled={isDone || stage === 'showing'}
          onClick={play.showSolution}
        >
          Show the solution
        </Button>
        <Button
          size="small"
          icon="undo"
          title="Back to the position of the puzzle (r)"
          disabled={moves.length === 0 && play.wrong === null}
          onClick={play.startOver}
        >
          Start over
        </Button>
        <Button size="small" icon="next" title="Another puzzle (n)" onClick={onNext}>
          Next
        </Button>
        <LinkButton size="small" icon="analysis" to={analysis}>
          Analyse this position
        </LinkButton>
        <CopyButton size="small" label="Copy the link" text={`${window.location.origin}${address}`} />
      </div>
      <div className={css.typed}>
        <TypeMove
          legal={position?.legal ?? []}
          enabled={isYours}
          placeholder={isYours ? 'Type a move' : 'Wait a moment'}
          onMove={play.play}
        />
      </div>
    </>
  );
}
