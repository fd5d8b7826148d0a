import { setTimeout as ofNode } from 'node:timers';
import { afterAll } from 'vitest';
import './import-names.ts';

// The next file runs in the same process, and would wait forever on a fake clock.
afterAll(() => {
  if (globalThis.setTimeout !== ofNode)
    throw new Error('this file has not restored the real clock');
});
