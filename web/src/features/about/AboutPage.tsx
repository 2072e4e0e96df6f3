// What this is, which version, under which licences, who made the games, and the studies behind it.
import type { JSX } from 'react';
import { Link } from 'wouter';
import { gameAbout } from '../../board';
import { useCatalog } from '../../common/catalog';
import { KeyList } from '../../common/ShortcutsDialog';
import { useTitle } from '../../lib/hooks';
import { ErrorState, LinkButton, Marked, Skeleton } from '../../ui';
import css from './AboutPage.module.css';

/** The commit from which the page was built, where that was known. */
const BUILD = __BUILD__;

function Games(): JSX.Element {
  const { catalog, error, reload } = useCatalog();
  if (error && !catalog) return <ErrorState error={error} onRetry={reload} />;
  if (!catalog) return <Skeleton width="100%" className={css.waiting} />;
  return (
    <ul className={css.games}>
      {catalog.games.map(({ id, title, summary }) => {
        const about = gameAbout(id);
        return (
          <li key={id} className={css.game}>
            <h3>{title}</h3>
            <p>{summary}</p>
            {about && <p>{about.makers}</p>}
            {about && about.studies.length > 0 && (
              <>
                <p className={css.muted}>Studies behind its players and variants:</p>
                <ul className={css.studies}>
                  {about.studies.map((study) => (
                    <li key={study}>
                      <Marked text={study} />
                    </li>
                  ))}
                </ul>
              </>
            )}
            <p className={css.links}>
              <Link href={`/rules/${id}`} aria-label={`Rules of ${title}`}>
                Rules
              </Link>
              <Link href={`/new/${id}`} aria-label={`Play ${title}`}>
                Play
              </Link>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** The page. */
export default function AboutPage(): JSX.Element {
  useTitle('About');
  const { catalog } = useCatalog();
  return (
    <article className={css.page}>
      <header className={css.head}>
        <h1>About Ludwerk</h1>
        <p className={css.version}>
          {catalog ? `Version ${catalog.program.replace(/^ludwerk /, '')}` : 'Version …'}
          {BUILD !== '' && `, page built from ${BUILD}`}
        </p>
      </header>
      <section className={css.text}>
        <p>
          Ludwerk is a workbench for board-game AI. The rules of a game are written once, and every search,
          match, tournament, learner and board plays it. This page is the part of it for people: play against
          ten levels, published players or a friend by link, solve puzzles, analyse games, keep them, and let
          agents or people be tested.
        </p>
        <p>
          Games stay on the machine that runs the program. Nothing is sent elsewhere, and nobody needs an
          account: the keys of your seats are kept in this browser.
        </p>
        <p className={css.links}>
          <LinkButton to="/" icon="play">
            Play
          </LinkButton>
          <LinkButton to="/analysis" icon="analysis">
            Analyse
          </LinkButton>
          <LinkButton to="/tournaments" icon="trophy">
            Tournaments
          </LinkButton>
          <LinkButton to="/series" icon="people">
            Series
          </LinkButton>
        </p>
      </section>
      <section className={css.text} aria-labelledby="games">
        <h2 id="games">The games, and the studies behind them</h2>
        <p>The games belong to their makers and publishers. All drawings, words and code here are ours.</p>
        <Games />
      </section>
      <section className={css.text} aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        <p>Everything works with the keyboard. While a game is open, these keys help:</p>
        <KeyList />
      </section>
      <section className={css.text} aria-labelledby="programs">
        <h2 id="programs">For programs</h2>
        <p>
          All that this page does goes through an open interface over HTTP and WebSocket.{' '}
          <a href="/api/openapi.json">Its description in OpenAPI</a> names every address, with what it takes
          and answers. On the command line <code>ludwerk --help</code> lists the commands.
        </p>
      </section>
      <section className={css.text} aria-labelledby="licence">
        <h2 id="licence">Licences</h2>
        <p>
          The code is licensed under the MIT licence or the Apache licence 2.0, as you like. It uses free
          libraries of others under their own licences: the page React, wouter and zustand, the program those
          that its <code>Cargo.lock</code> names.
        </p>
      </section>
    </article>
  );
}
