import type { Logger } from '#src/lib/logger.ts';

/** A log that can be read back: `warn did not close in time`. */
export const aLog = (): Logger & { readonly lines: string[] } => {
  const lines: string[] = [];
  const write = (level: string) => (_details: object, message: string) => {
    lines.push(`${level} ${message}`);
  };
  return {
    lines,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
};
