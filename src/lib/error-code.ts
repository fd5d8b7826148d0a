/**
 * The code of an error, or of what caused it: `ECONNREFUSED`, `28P01`, `SQLITE_FULL`. It says what
 * happened, and unlike the messages of others it holds nothing else. Null when there is none.
 */
export const errorCode = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  const causes = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause];
  const [code] = causes.map(errorCode).filter((each) => each !== null);
  return code ?? (error.name === 'TimeoutError' ? error.name : null);
};
