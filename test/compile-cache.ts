import { join } from 'node:path';

/**
 * Where Node caches compiled code with its types stripped, for all processes of this run and of the
 * next one.
 */
export const COMPILE_CACHE = (process.env['NODE_COMPILE_CACHE'] ??= join(
  import.meta.dirname,
  '../node_modules/.cache/node',
));
