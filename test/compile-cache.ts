import { join } from 'node:path';

/**
 * Where Node keeps what it has compiled, without its types: what one process of a run has read, its other
 * processes and those of the next run need not.
 */
export const COMPILE_CACHE = (process.env['NODE_COMPILE_CACHE'] ??= join(
  import.meta.dirname,
  '../node_modules/.cache/node',
));
