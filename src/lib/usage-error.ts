/** A wrong command line; the message says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs Node's `parseArgs` and throws what it refuses as a `UsageError`. */
export const orUsageError = <T>(parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

/** With what a process ends that could not do its work: 2 for a wrong command line. */
export const exitCodeOf = (error: unknown): 1 | 2 => (error instanceof UsageError ? 2 : 1);
