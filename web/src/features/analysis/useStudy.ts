// Everything that a study's views share: the tree and the place in it, the engine, and what was found out.

import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { getLine } from '../../api/client';
import type { GameInfo, LimitsView, MoveFindings, MoveView, PositionView } from '../../api/types';
import type { Mark } from '../../board';
import { evaluationKey, evaluations, useEvaluationVersion } from '../../common/engine/engine';
import { plyValue, shortValue } from '../../common/engine/evaluations';
import { keyOf, type Origin, queryOf } from '../../common/engine/origin';
import { useTable } from '../../common/solved/tablebases';
import { useLoad } from '../../common/useLoad';
import { isRecord, readStored, writeStored } from '../../lib/storage';
import { isExactText, isPerfect, PERFECT } from '../../lib/verdict';
import { announce, toastError } from '../../ui';
import { findingsOf, type Judgement, weakMove } from './judgement';
import { FEW_LINES } from './lines';
import { moverOf } from './moveRows';
import { reduce, startSession } from './session';
import type { Study } from './study';
import { childByMove, lineThrough, mainLine, movesTo, nodeAt, pathTo, type TreeNode } from './tree';
import { type EngineSettings, isOpenPosition, useEngine, useGraphRun } from './useEngine';
import { useJudgements } from './useJudgements';
import type { GraphEntry } from './ValueGraph';

const SETTINGS = 'ludwerk.analysis';

/** A line whose value is this close to the best one is pointed at as a good one. */
const NEARLY_BEST = 0.04;

function storedSettings(maxLines: number): EngineSettings {
  const value = readStored(SETTINGS);
  const settings = isRecord(value) ? value : {};
  const lines = typeof settings.lines === 'number' ? Math.max(1, settings.lines) : 3;
  // Whoever wanted all of them on another day wants all that the server tells today.
  const wanted = lines > FEW_LINES ? maxLines : Math.min(lines, maxLines);
  return { isOn: settings.isOn === true, agent: '', lines: wanted };
}

/** The position with its legal moves, which a line tells of its last position alone. */
function useLegal(origin: Origin, moves: readonly string[], position: PositionView): PositionView {
  const isMissing = isOpenPosition(position) && position.legal.length === 0;
  const query = { ...queryOf(origin, moves), from: moves.length };
  const { data, error } = useLoad('legal moves', isMissing ? JSON.stringify(query) : null, (signal) =>
    getLine(query, { signal }),
  );
  useEffect(() => {
    if (error) toastError(error);
  }, [error]);
  const legal = data?.positions[0]?.legal;
  return useMemo(
    () => (isMissing && legal ? { ...position, legal } : position),
    [isMissing, legal, position],
  );
}

/** The status by which a server says that the table does not hold a position. */
const UNKNOWN_TO_TABLE = 422;

/**
 * The settings that hold: where there is a table, it answers in place of the champion, and about all moves at once.
 * A position that is not in the table is left to the champion.
 */
function useExact(game: GameInfo, settings: EngineSettings, maxLines: number, place: string) {
  const { isReady } = useTable(game);
  const [outside, setOutside] = useState<ReadonlySet<string>>(new Set());
  const isByTable = settings.agent === '' && isReady && !outside.has(place);
  const isExact = isByTable || isPerfect(settings.agent);
  const used = useMemo<EngineSettings>(
    () => (isExact ? { ...settings, agent: settings.agent || PERFECT, lines: maxLines } : settings),
    [isExact, settings, maxLines],
  );
  const leave = useCallback(() => setOutside((before) => new Set(before).add(place)), [place]);
  return { used, isExact, leave: isByTable ? leave : null };
}

export function useStudy(study: Study, game: GameInfo, limits: LimitsView) {
  const [session, dispatch] = useReducer(reduce, study, startSession);
  const { tree, current } = session;
  const { origin, seatNames } = study;
  const seats = seatNames.length;
  const node = nodeAt(tree, current);
  const moves = useMemo(() => movesTo(tree, current), [tree, current]);
  const line = useMemo(() => lineThrough(tree, current), [tree, current]);
  const lineMoves = useMemo(() => line.slice(1).map((each) => each.move), [line]);

  const shown = useLegal(origin, moves, node.position);

  const maxLines = limits.lines;
  const [settings, setSettings] = useState(() => storedSettings(maxLines));
  const changeSettings = useCallback((next: EngineSettings) => {
    setSettings(next);
    // The agent belongs to one game, so it is not kept.
    writeStored(SETTINGS, { isOn: next.isOn, lines: next.lines });
  }, []);
  const { used, isExact, leave } = useExact(game, settings, maxLines, keyOf(origin, moves));
  const engine = useEngine(origin, moves, node.position, used, limits.think_ms);
  const isRefused = engine.error?.status === UNKNOWN_TO_TABLE;
  useEffect(() => {
    if (isRefused) leave?.();
  }, [isRefused, leave]);
  const run = useGraphRun(
    origin,
    lineMoves,
    line.map((each) => each.position),
    used.agent,
    seats === 2 ? 1 : Math.min(FEW_LINES, maxLines),
  );

  const version = useEvaluationVersion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that there is something new.
  const { values, views, findings } = useMemo(() => {
    const viewOf = (each: TreeNode) =>
      evaluations.best(evaluationKey(origin, movesTo(tree, each.id), used.agent))?.view ?? null;
    const views = new Map([...tree.nodes.values()].map((each) => [each.id, viewOf(each)]));
    const found = new Map<number, MoveFindings>();
    for (const each of tree.nodes.values()) {
      if (each.parent === null) continue;
      const before = views.get(each.parent) ?? null;
      const finding = findingsOf(before, each.move, each.position, views.get(each.id) ?? null);
      if (finding) found.set(each.id, finding);
    }
    const known = new Map(
      [...tree.nodes.values()].map((each) => [
        each.id,
        plyValue(each.position, views.get(each.id) ?? null, seats),
      ]),
    );
    return { values: known, views, findings: found };
  }, [tree, origin, used.agent, seats, version]);
  const judged = useJudgements(origin, seats, findings);
  const judgements = useMemo(() => {
    const weak = new Map<number, Judgement>();
    for (const [id, judgement] of judged) {
      const { parent } = nodeAt(tree, id);
      const said = weakMove(parent === null ? null : (views.get(parent) ?? null), judgement);
      if (said) weak.set(id, said);
    }
    return weak;
  }, [tree, views, judged]);

  const entryOf = (each: TreeNode): GraphEntry => ({
    id: each.id,
    move: each.move,
    seat: moverOf(tree, each),
    value: values.get(each.id) ?? null,
    judgement: judgements.get(each.id) ?? null,
  });
  const entries = line.map(entryOf);
  const mainEntries = mainLine(tree).map(entryOf);

  /** Plays moves from a node: what was tried before is followed, what is new is asked of the server. */
  const tryFrom = async (from: number, tried: readonly string[]) => {
    let at = from;
    let rest = tried;
    for (let child = 0; rest[0] !== undefined; at = child, rest = rest.slice(1)) {
      const known = childByMove(tree, at, rest[0]);
      if (known === null) break;
      child = known;
    }
    dispatch({ type: 'go', to: at });
    if (rest.length === 0) return;
    const before = movesTo(tree, at);
    try {
      const query = { ...queryOf(origin, [...before, ...rest]), from: before.length + 1 };
      const answer = await getLine(query);
      dispatch({ type: 'tried', from: at, positions: answer.positions });
    } catch (error) {
      toastError(error);
    }
  };

  // What is shown is said to those who do not see it, but not when the page has just opened.
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    announce(node.parent === null ? 'Start position' : `Move ${node.position.ply}: ${node.move}`);
  }, [node]);

  const [pointed, setPointed] = useState<number | null>(null);
  const view = settings.isOn ? engine.evaluation?.view : undefined;
  const marks: Mark[] = useMemo(() => {
    const shown = view?.lines.slice(0, used.lines) ?? [];
    const best = shown[0]?.value.share ?? 0;
    const all = shown.map((each, index): Mark => {
      // Of exact values, the best are those that end as well and as soon.
      const isBest =
        index === 0 || (isExactText(each.value.text) && each.value.text === shown[0]?.value.text);
      const isGood = best - each.value.share <= NEARLY_BEST;
      return {
        move: each,
        tone: isBest ? 'best' : isGood ? 'good' : 'other',
        label: shortValue(each.value.text),
      };
    });
    const single = pointed === null ? undefined : all[pointed];
    // More arrows than a few hide the board; the list has the rest.
    return single ? [{ ...single, pointed: true }] : all.slice(0, FEW_LINES);
  }, [view, used.lines, pointed]);
  const targetLabels = useMemo(() => {
    const texts = new Map(view?.lines.map((each) => [each.move, shortValue(each.value.text)]));
    return ({ move }: MoveView) => texts.get(move);
  }, [view]);

  return {
    ...{ session, dispatch, node, shown, moves, line, lineMoves, path: pathTo(tree, current) },
    ...{ settings, used, isExact, changeSettings, maxLines, engine, run, marks, targetLabels, setPointed },
    ...{ entries, mainEntries, judgements, value: values.get(current) ?? null, tryFrom },
  };
}
