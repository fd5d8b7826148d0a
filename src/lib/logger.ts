type Write = (details: object, message: string) => void;

/** The log that modules get: pino, or a test's own. */
export interface Logger {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

/** Adds fields to each line of a log; a line's own fields of the same name win. */
export const withDetails = (log: Logger, details: object): Logger => {
  const at =
    (level: keyof Logger): Write =>
    (more, message) => {
      log[level]({ ...details, ...more }, message);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
};
