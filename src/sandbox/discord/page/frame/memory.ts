/** What the browser keeps between two visits; nothing at all where storage is forbidden. */
export interface Memory {
  readonly read: (key: string) => string | null;
  readonly write: (key: string, value: string) => void;
}

const PREFIX = 'local-discord:';

/** The browser's own storage under our prefix. */
export function createMemory(): Memory {
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
    // A private window may refuse storage; the page then simply starts afresh each time.
    return null;
  }
}
