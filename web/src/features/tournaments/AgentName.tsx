// The name of an agent, which may be a long spec: it breaks where a reader would pause.
import { Fragment, type JSX } from 'react';
import { agentLabel } from './words';

/** The name. */
export function AgentName({ name }: { name: string }): JSX.Element {
  const parts = agentLabel(name).split(/(?<=[:,=(])/);
  return (
    <>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which have no other name.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}
