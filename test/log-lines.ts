import { createLog, type LogLevel } from '#src/log.ts';

/** A real log, and the lines that it has written. */
export const aRealLog = (level: LogLevel = 'warn') => {
  const lines: string[] = [];
  return { log: createLog(level, { write: (line) => lines.push(line) }), lines };
};
