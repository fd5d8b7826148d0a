/**
 * The code of an error or of its cause: `ECONNREFUSED`, `28P01`, `SQLITE_FULL`; null for none. Unlike
 * other libraries' messages, a code holds no private data.
 */
export const errorCode = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  const causes = error instanceof AggregateError ? (error.errors as unknown[]) : [error.cause];
  const [code] = causes.map(errorCode).filter((each) => each !== null);
  return code ?? (error.name === 'TimeoutError' ? error.name : null);
};
