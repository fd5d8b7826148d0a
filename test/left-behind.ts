import { setTimeout as ofNode } from 'node:timers';
import { afterAll } from 'vitest';
import './import-names.ts';

// The next file runs in the same process: a clock that stands would keep it waiting for ever.
afterAll(() => {
  if (globalThis.setTimeout !== ofNode) throw new Error('this file has left its clock behind');
});
