// Which agents there are and what can be written after their names.
import type { JSX } from 'react';
import type { AgentInfo } from '../../api/types';
import { sentence } from '../../lib/format';
import { Marked } from '../../ui';
import css from './AgentHelp.module.css';

/** A list that opens on demand. */
export function AgentHelp({ agents }: { agents: readonly AgentInfo[] }): JSX.Element {
  return (
    <details className={css.help}>
      <summary>Agents and their options</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={css.agentsBox} tabIndex={0} aria-label="Agents">
        <dl className={css.agents}>
          {agents.map((agent) => (
            <div key={agent.name}>
              <dt>
                <code>{agent.name}</code>
              </dt>
              <dd>
                <Marked text={sentence(agent.summary)} />
              </dd>
              {agent.options.length > 0 && (
                <dd>
                  <ul className={css.options}>
                    {agent.options.map((option) => (
                      <li key={option.name}>
                        <code>
                          {option.name}={option.default}
                        </code>{' '}
                        <Marked text={sentence(option.help)} />
                      </li>
                    ))}
                  </ul>
                </dd>
              )}
            </div>
          ))}
        </dl>
      </section>
    </details>
  );
}
