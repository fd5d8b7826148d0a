import { describe, expect, it } from 'vitest';
import { sentenceOf } from '#src/entry.ts';

const failure = (code: string, message: string, more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more });

describe('the error of a program for operators', () => {
  it.each([
    ['SQLITE_FULL', 'database or disk is full', {}],
    ['ENOSPC', 'ENOSPC: no space left on device', { syscall: 'copyfile' }],
    ['53100', 'could not extend file', {}],
  ])('names the full disk and what to do: %s', (code, message, more) => {
    expect(sentenceOf(failure(code, message, more))).toBe(
      `the disk is full (${code}): free some space`,
    );
  });

  it('has only the code of a foreign error, whose message may hold a secret', () => {
    expect(sentenceOf(failure('28P01', 'no user "hunter2"'))).toBe(
      'this could not be done (28P01)',
    );
  });
});
