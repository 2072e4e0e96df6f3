// Puts the setting that CSS needs onto <html>: `data-theme`.
import { type Settings, type ThemeChoice, useSettings } from './settings';

/** The theme to show. */
export function resolveTheme(choice: ThemeChoice, systemIsDark: boolean): 'light' | 'dark' {
  if (choice === 'system') return systemIsDark ? 'dark' : 'light';
  return choice;
}

/** Follows the settings and the system from now on. */
export function startTheme(): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = (settings: Settings) => {
    const root = document.documentElement;
    const theme = resolveTheme(settings.theme, system.matches);
    root.dataset.theme = theme;
    // The browser's own frame around the page takes the colour of the background.
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', theme === 'dark' ? '#191815' : '#f6f2ea');
  };
  apply(useSettings.getState());
  useSettings.subscribe(apply);
  system.addEventListener('change', () => apply(useSettings.getState()));
}
