type Write = (details: object, message: string) => void;

/** What the rooms of the house ask of a log: pino fits, and so does a test's own. */
export interface Logger {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

/** The same log; each line has these details, unless it brings its own of the same name. */
export const withDetails = (log: Logger, details: object): Logger => {
  const at =
    (level: keyof Logger): Write =>
    (more, message) => {
      log[level]({ ...details, ...more }, message);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
};
