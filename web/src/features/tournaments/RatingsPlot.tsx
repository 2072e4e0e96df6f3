// The ratings as a drawing: a point for each agent, with its 95% interval.
import { type JSX, useEffect, useRef, useState } from 'react';
import type { AgentRowView } from '../../api/types';
import { eloScale } from './plot';
import css from './RatingsPlot.module.css';
import { byRank } from './StandingsTable';
import { agentLabel, signed } from './words';

const ROW = 30;
const AXIS = 26;
const RIGHT = 14;

/** A name that fits into so many letters. */
function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** The drawing. The numbers are those of the table, so a screen reader is told only what it shows. */
export function RatingsPlot({ agents }: { agents: readonly AgentRowView[] }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  // Nothing is drawn before the room is known.
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(200, entry.contentRect.width)),
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const rows = byRank(agents).flatMap((agent) => {
    const row = agents[agent];
    return row && row.games > 0 ? [row] : [];
  });
  const left = Math.min(160, width * 0.36);
  const letters = Math.floor((left - 8) / 8.4);
  const scale = eloScale(rows, left, width - RIGHT);
  const height = rows.length * ROW + AXIS;
  return (
    <div ref={box} className={css.box} style={{ minHeight: agents.length * ROW + AXIS }}>
      {rows.length > 0 && width > 0 && (
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`Ratings with 95% intervals: ${rows.map((row) => `${agentLabel(row.name)} ${signed(row.elo)}`).join(', ')}`}
        >
          {scale.ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={scale.at(tick)}
                x2={scale.at(tick)}
                y1={0}
                y2={height - AXIS + 4}
                className={tick === 0 ? css.zero : css.grid}
              />
              <text x={scale.at(tick)} y={height - 8} className={css.tick} textAnchor="middle">
                {signed(tick)}
              </text>
            </g>
          ))}
          {rows.map((row, index) => {
            const y = index * ROW + ROW / 2;
            const error = row.elo_error ?? Number.POSITIVE_INFINITY;
            const [from, to] = [scale.at(row.elo - error), scale.at(row.elo + error)];
            const label = agentLabel(row.name);
            return (
              <g key={row.name}>
                <text x={0} y={y + 4} className={css.name}>
                  <title>{label}</title>
                  {shortened(label, letters)}
                </text>
                <line x1={from} x2={to} y1={y} y2={y} className={css.interval} />
                <line x1={from} x2={from} y1={y - 5} y2={y + 5} className={css.cap} />
                <line x1={to} x2={to} y1={y - 5} y2={y + 5} className={css.cap} />
                <circle cx={scale.at(row.elo)} cy={y} r={5.5} className={css.point} />
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}
