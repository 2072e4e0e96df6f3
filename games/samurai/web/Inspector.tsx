// A settlement looked at closely: what each player counts for each of its figures, and who would get them now.

import { settlementName } from './choices';
import styles from './Panels.module.css';
import { influencesOn, landLeft, leaderOf, type Scene } from './position';
import { KindIcon, SeatIcon } from './Symbols';

interface InspectorProps {
  scene: Scene;
  settlement: number;
  seatNames: readonly string[];
}

export function Inspector({ scene, settlement, seatNames }: InspectorProps) {
  const figures = scene.figures[settlement] ?? [];
  return (
    <section className={styles.inspector} aria-label={`${titleOf(scene, settlement)}, looked at closely`}>
      <h2>
        {titleOf(scene, settlement)}
        {figures.length > 0 && (
          <span className={styles.aside}> {leftWords(landLeft(scene, settlement))}</span>
        )}
      </h2>
      {figures.length === 0 ? (
        <p>
          {scene.phase === 'figure' || scene.phase === 'hand' ? 'No figure yet.' : 'Its figures are gone.'}
        </p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              {seatNames.map((name, seat) => (
                <th key={name} scope="col" title={name}>
                  <SeatIcon seat={seat} />
                  <span className={styles.hidden}>{name}</span>
                </th>
              ))}
              <th scope="col">now to</th>
            </tr>
          </thead>
          <tbody>
            {figures.map((kind) => {
              const counts = influencesOn(scene, settlement, kind);
              const leader = leaderOf(counts);
              return (
                <tr key={kind}>
                  <th scope="row">
                    <KindIcon kind={kind} /> {kind}
                  </th>
                  {counts.map((count, seat) => (
                    <td key={seatNames[seat]} data-most={leader === seat || undefined}>
                      {count}
                    </td>
                  ))}
                  <td className={styles.winner}>
                    {leader === null ? (
                      <>
                        –<span className={styles.hidden}>nobody</span>
                      </>
                    ) : (
                      seatNames[leader]
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

function leftWords(left: number): string {
  return left === 1 ? 'the last land space decides' : `${left} land spaces left`;
}

/** `Edo`, `Kyoto, a city`, `Village 5`. */
function titleOf(scene: Scene, settlement: number): string {
  const terrain = scene.spaces[settlement]?.terrain;
  const name = settlementName(settlement);
  return terrain === 'city' ? `${name}, a city` : name.charAt(0).toUpperCase() + name.slice(1);
}

/** The same in a few words, for the name of its cell: `rice, Red 4, Blue 2, now to Red; 2 land spaces empty`. */
export function settlementWords(scene: Scene, settlement: number, seatNames: readonly string[]): string {
  const figures = scene.figures[settlement] ?? [];
  const parts = figures.map((kind) => {
    const counts = influencesOn(scene, settlement, kind);
    const said = counts.flatMap((count, seat) => (count > 0 ? [`${seatNames[seat]} ${count}`] : []));
    const leader = leaderOf(counts);
    if (said.length > 0) said.push(`now to ${leader === null ? 'nobody' : seatNames[leader]}`);
    return [kind, ...said].join(', ');
  });
  if (parts.length === 0) return 'no figures';
  return `${parts.join('; ')}; ${landLeft(scene, settlement)} land spaces empty`;
}
