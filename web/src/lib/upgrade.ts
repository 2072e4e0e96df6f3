// A page that was open while the server was upgraded asks for files that are gone. It then loads anew.

const KEY = 'ludwerk.reloaded';
/** Files that are still missing after a reload are not missing because of an upgrade. */
const PAUSE_MS = 30_000;

/** Whether to load the page anew, given when that was done last. */
export function shouldReload(last: number, now: number): boolean {
  return !(now - last < PAUSE_MS);
}

/** Loads the page anew when a part of it cannot be fetched, but not again and again. */
export function reloadAfterUpgrade(): void {
  window.addEventListener('vite:preloadError', () => {
    try {
      if (!shouldReload(Number(sessionStorage.getItem(KEY) ?? 0), Date.now())) return;
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      // Without storage nobody knows whether this is the second time.
      return;
    }
    window.location.reload();
  });
}
