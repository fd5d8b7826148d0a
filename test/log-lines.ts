import { createLog, type LogLevel } from '#src/log.ts';

/** The log of a process, and the lines that it wrote. */
export const aRealLog = (level: LogLevel = 'warn') => {
  const lines: string[] = [];
  return { log: createLog(level, { write: (line) => lines.push(line) }), lines };
};
