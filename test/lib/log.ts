import type { Logger } from '#src/lib/logger.ts';

/** A log with `lines` such as `warn shutdown step timed out`, and `details`, the fields of each. */
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
