type Write = (details: object, message: string) => void;

/** What the rooms of the house ask of a log: pino fits, and so does a test's own. */
export interface Logger {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}
