/** A wrong command line; the message says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Why a server could not listen. @param option what chooses another port */
export const portInUse = (error: unknown, option = '--port'): UsageError => {
  const port = error instanceof Error && 'port' in error ? ` ${String(error.port)}` : '';
  return new UsageError(`Port${port} is in use: choose another one with ${option}.`);
};

/** Runs Node's `parseArgs` and throws what it refuses as a `UsageError`. */
export const orUsageError = <T>(parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};
