// The frame around all pages, and which page belongs to which address.
import { type JSX, lazy, Suspense, useEffect, useRef } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import css from './App.module.css';
import { HomePage } from './features/home/HomePage';
import { SettingsDialog } from './features/settings/SettingsDialog';
import { showSettings, useOverlay } from './lib/overlay';
import { changeSettings, type ThemeChoice, useSettings } from './lib/settings';
import { EmptyState, IconButton, LinkButton, PageLoading, Toaster } from './ui';
import { ErrorBoundary } from './ui/ErrorBoundary';

const NewGamePage = lazy(() => import('./features/new/NewGamePage'));
const PlayPage = lazy(() => import('./features/play/PlayPage'));
const AnalysisPage = lazy(() => import('./features/analysis/AnalysisPage'));
const LibraryPage = lazy(() => import('./features/library/LibraryPage'));
const TournamentsPage = lazy(() => import('./features/tournaments/TournamentsPage'));
const NewTournamentPage = lazy(() => import('./features/tournaments/NewTournamentPage'));
const TournamentPage = lazy(() => import('./features/tournaments/TournamentPage'));
const PuzzlesPage = lazy(() => import('./features/puzzles/PuzzlesPage'));
const SeriesListPage = lazy(() => import('./features/series/SeriesListPage'));
const NewSeriesPage = lazy(() => import('./features/series/NewSeriesPage'));
const SeriesPage = lazy(() => import('./features/series/SeriesPage'));
const AboutPage = lazy(() => import('./features/about/AboutPage'));
const RulesPage = lazy(() => import('./features/rules/RulesPage'));
const SettingsPage = lazy(() => import('./features/settings/SettingsPage'));

const NEXT_THEME: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const THEME_ICON = { system: 'system', light: 'sun', dark: 'moon' } as const;
const THEME_LABEL = { system: 'system', light: 'light', dark: 'dark' } as const;

function ThemeButton(): JSX.Element {
  const theme = useSettings((settings) => settings.theme);
  return (
    <IconButton
      icon={THEME_ICON[theme]}
      label={`Theme: ${THEME_LABEL[theme]}. Switch to ${THEME_LABEL[NEXT_THEME[theme]]}.`}
      onClick={() => changeSettings({ theme: NEXT_THEME[theme] })}
    />
  );
}

/** Whether an entry of the navigation stands for the page that is open. */
function isCurrent(entry: string, location: string): boolean {
  if (entry === '/') return location === '/' || /^\/(new|game)\//.test(location);
  return location === entry || location.startsWith(`${entry}/`);
}

function NavigationLink({ to, children }: { to: string; children: string }): JSX.Element {
  const [location] = useLocation();
  const current = isCurrent(to, location);
  const place = useRef<HTMLAnchorElement>(null);
  // On a phone the entries are more than the row has room for.
  useEffect(() => {
    const [entry, row] = [place.current, place.current?.parentElement];
    if (current && entry && row) row.scrollLeft = entry.offsetLeft + entry.offsetWidth - row.clientWidth;
  }, [current]);
  return (
    <Link ref={place} href={to} className={css.link} aria-current={current ? 'page' : undefined}>
      {children}
    </Link>
  );
}

function Header(): JSX.Element {
  return (
    <header className={css.header}>
      <a href="#main" className={css.skip}>
        Skip to the content
      </a>
      <div className={css.bar}>
        <Link href="/" className={css.brand} aria-label="Ludwerk, to the games">
          <img src="/favicon.svg" alt="" width={28} height={28} />
          <span className={css.word}>Ludwerk</span>
        </Link>
        <nav className={css.navigation} aria-label="Main">
          <NavigationLink to="/">Play</NavigationLink>
          <NavigationLink to="/puzzles">Puzzles</NavigationLink>
          <NavigationLink to="/analysis">Analysis</NavigationLink>
          <NavigationLink to="/library">Library</NavigationLink>
          <NavigationLink to="/tournaments">Tournaments</NavigationLink>
          <NavigationLink to="/series">Series</NavigationLink>
        </nav>
        <div className={css.tools}>
          <ThemeButton />
          <IconButton icon="settings" label="Settings" onClick={showSettings} />
        </div>
      </div>
    </header>
  );
}

/** At the end of every page: what this is. */
function Footer(): JSX.Element {
  return (
    <footer className={css.footer}>
      <nav className={css.footerLinks} aria-label="About this page">
        <Link href="/about">About Ludwerk</Link>
        <a href="/api/openapi.json">API for programs</a>
      </nav>
    </footer>
  );
}

function NotFound(): JSX.Element {
  return (
    <EmptyState
      page
      icon="search"
      title="Page not found."
      action={
        <LinkButton to="/" variant="primary" icon="home">
          To the games
        </LinkButton>
      }
    >
      The address may be mistyped, or the page has moved.
    </EmptyState>
  );
}

/** Another page begins at its top, for the eye and for whoever reads with the keyboard or by ear. */
function useArrival(location: string): void {
  const before = useRef(location);
  useEffect(() => {
    if (before.current === location) return;
    before.current = location;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [location]);
}

/** The whole page. */
export function App(): JSX.Element {
  const [location] = useLocation();
  useArrival(location);
  const settingsOpen = useOverlay((overlay) => overlay.settings);
  return (
    <>
      <Header />
      <main id="main" tabIndex={-1} className={css.main}>
        <ErrorBoundary resetKey={location}>
          <Suspense fallback={<PageLoading />}>
            <Switch>
              <Route path="/" component={HomePage} />
              <Route path="/new/:game" component={NewGamePage} />
              <Route path="/game/:id" component={PlayPage} />
              <Route path="/analysis" component={AnalysisPage} />
              <Route path="/analysis/:id" component={AnalysisPage} />
              <Route path="/puzzles/:game?/:difficulty?/:seed?" component={PuzzlesPage} />
              <Route path="/library" component={LibraryPage} />
              <Route path="/tournaments" component={TournamentsPage} />
              <Route path="/tournaments/new" component={NewTournamentPage} />
              <Route path="/tournaments/:id" component={TournamentPage} />
              <Route path="/tournaments/:tournament/games/:number" component={AnalysisPage} />
              <Route path="/series" component={SeriesListPage} />
              <Route path="/series/new" component={NewSeriesPage} />
              <Route path="/series/:id" component={SeriesPage} />
              <Route path="/about" component={AboutPage} />
              <Route path="/rules/:game" component={RulesPage} />
              <Route path="/settings" component={SettingsPage} />
              <Route component={NotFound} />
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      {settingsOpen && <SettingsDialog />}
      <Toaster />
    </>
  );
}
