/** A wrong command line; the message says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs Node's `parseArgs` and throws what it refuses as a `UsageError`. */
export const orUsageError = <T>(parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};
