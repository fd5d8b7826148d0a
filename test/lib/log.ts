import type { Logger } from '#src/lib/logger.ts';

/** A log that can be read back: `warn shutdown step timed out`; `details` has those of each line. */
export const aLog = (): Logger & { readonly lines: string[]; readonly details: object[] } => {
  const lines: string[] = [];
  const details: object[] = [];
  const write = (level: string) => (more: object, message: string) => {
    lines.push(`${level} ${message}`);
    details.push(more);
  };
  return {
    lines,
    details,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
};
