// What the engine says about the position shown: a switch, the best moves with their lines, and its settings.

import { type CSSProperties, type JSX, useState } from 'react';
import type { AnalysisLine, GameInfo, PositionView } from '../../api/types';
import { shortValue } from '../../common/engine/evaluations';
import { levelSpec } from '../../common/seats/players';
import { TableOffer } from '../../common/solved/TableOffer';
import { formatCount, formatDuration } from '../../lib/format';
import { labelOutcome } from '../../lib/verdict';
import {
  Banner,
  Button,
  type Choice,
  classes,
  Segmented,
  Select,
  Spinner,
  Switch,
  TextField,
} from '../../ui';
import css from './EnginePanel.module.css';
import { FEW_LINES } from './lines';
import { type EngineSettings, type EngineState, isOpenPosition } from './useEngine';

interface EnginePanelProps {
  game: GameInfo;
  position: PositionView;
  seatNames: readonly string[];
  settings: EngineSettings;
  /** The settings that hold, which a table may change. */
  used: EngineSettings;
  /** Whether the values are exact. */
  isExact: boolean;
  maxLines: number;
  state: EngineState;
  onSettings: (settings: EngineSettings) => void;
  /** Plays the first moves of a line as a variation. */
  onPlay: (moves: readonly string[]) => void;
  /** Points at a line on the board. */
  onPoint: (line: number | null) => void;
}

/** How many moves of a line are shown. */
const LINE_LENGTH = 10;

export function EnginePanel(props: EnginePanelProps): JSX.Element {
  const { game, settings, used, state, position, seatNames, onSettings } = props;
  const { evaluation, isThinking, error, retry } = state;
  const view = settings.isOn ? evaluation?.view : undefined;
  const lines = view?.lines.slice(0, used.lines) ?? [];
  const mover = position.to_move === null ? '' : (seatNames[position.to_move] ?? '');
  const isAll = used.lines > FEW_LINES;
  const style = { '--lines': Math.min(used.lines, FEW_LINES) } as CSSProperties;
  const best = isAll ? 'All moves' : 'Best moves';
  return (
    <div className={css.panel}>
      <Switch
        label="Engine"
        checked={settings.isOn}
        onChange={(isOn) => onSettings({ ...settings, isOn })}
        hint={
          <span className={css.state}>
            {stateWords(props)}
            {settings.isOn && isThinking && <Spinner size={12} />}
          </span>
        }
      />
      {error && (
        <Banner
          tone="bad"
          icon="warning"
          role="alert"
          actions={
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          }
        >
          {error.message} {error.hint}
        </Banner>
      )}
      <ol
        className={classes(css.lines, isAll && css.all)}
        style={style}
        aria-label={mover ? `${best} for ${mover}` : best}
      >
        {lines.map((line, index) => (
          <Line key={line.move} line={line} index={index} {...props} />
        ))}
        {lines.length === 0 && <Quiet {...props} best={view?.best.move} />}
      </ol>
      {game.solvable && (
        <TableOffer game={game} quiet>
          This game can be solved: with its tablebase, every value here is exact.
        </TableOffer>
      )}
      <details className={css.details}>
        <summary>Engine settings</summary>
        <EngineChoice {...props} />
      </details>
    </div>
  );
}

/** What the engine is doing, in a few words. The values are those of the side to move. */
function stateWords({ settings, state, position, seatNames }: EnginePanelProps): string {
  if (!settings.isOn) return 'Off';
  const view = state.evaluation?.view;
  if (view?.exact) return `For ${seatNames[view.seat]} · exact, from the tablebase`;
  if (view) {
    const found = `depth ${view.depth} · ${formatCount(view.nodes)} positions · ${formatDuration(view.ms)}`;
    return `For ${seatNames[view.seat]} · ${found}`;
  }
  if (state.error) return 'The engine failed.';
  return isOpenPosition(position) ? 'Thinking …' : 'The game is over here.';
}

function Line({ line, index, onPlay, onPoint }: EnginePanelProps & { line: AnalysisLine; index: number }) {
  // A line of which only the first move is known still has that.
  const moves = (line.pv.length > 0 ? line.pv : [line.move]).slice(0, LINE_LENGTH);
  return (
    <li
      className={classes(css.line, index === 0 && css.best)}
      onPointerEnter={() => onPoint(index)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(index)}
      onBlur={() => onPoint(null)}
    >
      <span className={css.value} data-outcome={labelOutcome(shortValue(line.value.text)) ?? undefined}>
        {line.value.text}
      </span>
      <ol className={css.moves}>
        {moves.map((move, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same move can come twice in a line.
          <li key={at}>
            <button type="button" className={css.move} onClick={() => onPlay(moves.slice(0, at + 1))}>
              {move}
            </button>
          </li>
        ))}
      </ol>
    </li>
  );
}

/** What stands in place of lines when there are none. */
function Quiet({ settings, position, best, onPlay }: EnginePanelProps & { best: string | undefined }) {
  if (best) {
    return (
      <li className={css.quiet}>
        <span>
          It would play{' '}
          <button type="button" className={css.move} onClick={() => onPlay([best])}>
            {best}
          </button>
          {' and gives no values.'}
        </span>
      </li>
    );
  }
  if (settings.isOn || !isOpenPosition(position)) return null;
  return <li className={css.quiet}>Switch it on to see the best moves.</li>;
}

const OTHER = 'other';

/** A few by number, then all that the server tells. */
function lineChoices(maxLines: number): Choice<string>[] {
  const few = Array.from({ length: Math.min(FEW_LINES, maxLines) }, (_, index) => String(index + 1));
  const choices = few.map((value) => ({ value, label: value }));
  return maxLines > FEW_LINES ? [...choices, { value: String(maxLines), label: 'All' }] : choices;
}

/** The number of lines and the agent. */
function EngineChoice({ game, settings, isExact, maxLines, onSettings }: EnginePanelProps): JSX.Element {
  const names = game.agents.map((agent) => agent.name);
  const known = ['', ...names, ...Array.from({ length: game.levels }, (_, index) => levelSpec(index + 1))];
  const [isOther, setOther] = useState(!known.includes(settings.agent));
  const [spec, setSpec] = useState(settings.agent);
  const choose = (agent: string) => {
    setOther(agent === OTHER);
    if (agent === OTHER) return;
    setSpec(agent);
    onSettings({ ...settings, agent });
  };
  const isByTable = isExact && settings.agent === '';
  const strongest = isByTable ? 'It knows how every position ends.' : 'The strongest agent of this game.';
  const summary = game.agents.find((agent) => agent.name === settings.agent)?.summary;
  return (
    <div className={css.settings}>
      {!isExact && (
        <Segmented
          label="Lines"
          choices={lineChoices(maxLines)}
          value={String(Math.min(settings.lines, maxLines))}
          onChange={(lines) => onSettings({ ...settings, lines: Number(lines) })}
        />
      )}
      <Select
        label="Agent"
        value={isOther ? OTHER : settings.agent}
        onChange={(event) => choose(event.currentTarget.value)}
        hint={settings.agent === '' && !isOther ? strongest : summary}
      >
        <option value="">{isByTable ? 'Tablebase' : 'The champion'}</option>
        <optgroup label="Agents">
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </optgroup>
        <optgroup label="Levels">
          {Array.from({ length: game.levels }, (_, index) => (
            <option key={levelSpec(index + 1)} value={levelSpec(index + 1)}>
              Level {index + 1}
            </option>
          ))}
        </optgroup>
        <option value={OTHER}>Another agent spec …</option>
      </Select>
      {isOther && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSettings({ ...settings, agent: spec.trim() });
          }}
        >
          <TextField
            label="Spec"
            value={spec}
            placeholder="alphabeta:depth=7"
            hint="The agent's name, then its options. Press Enter to use it."
            onChange={(event) => setSpec(event.currentTarget.value)}
            onBlur={() => onSettings({ ...settings, agent: spec.trim() })}
          />
        </form>
      )}
    </div>
  );
}
