/** What the browser keeps between two visits; nothing where storage is forbidden. */
export interface BrowserStorage {
  readonly read: (key: string) => string | null;
  readonly write: (key: string, value: string) => void;
}

const PREFIX = 'local-discord:';

/** The browser's own storage under our prefix. */
export function createBrowserStorage(): BrowserStorage {
  return {
    read: (key) => attempt(() => localStorage.getItem(PREFIX + key)),
    write: (key, value) => {
      attempt(() => {
        localStorage.setItem(PREFIX + key, value);
      });
    },
  };
}

function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    // A private window may refuse storage; the page then starts without it each time.
    return null;
  }
}
