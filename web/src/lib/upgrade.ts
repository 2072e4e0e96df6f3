// A page that was open while the server was upgraded asks for files that are gone. It then loads anew.

const KEY = 'ludwerk.reloaded';
/** Files that are still missing after a reload are not missing because of an upgrade. */
const PAUSE_MS = 30_000;

/** Whether to load the page anew, given when that was done last. */
export function shouldReload(last: number, now: number): boolean {
  return !(now - last < PAUSE_MS);
}

/** Loads the page anew when a part of it cannot be fetched, but not again and again, nor while the server is away. */
export function reloadAfterUpgrade(): void {
  window.addEventListener('vite:preloadError', () => {
    void isServerThere().then((there) => {
      if (!there || !mayReload()) return;
      window.location.reload();
    });
  });
}

/** A page that loads itself from nowhere is lost; one that stays can say that it is offline. */
async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

function mayReload(): boolean {
  try {
    if (!shouldReload(Number(sessionStorage.getItem(KEY) ?? 0), Date.now())) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
    return true;
  } catch {
    // Without storage nobody knows whether this is the second time.
    return false;
  }
}
