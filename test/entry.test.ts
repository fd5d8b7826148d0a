import { describe, expect, it } from 'vitest';
import { sentenceOf } from '#src/entry.ts';

const failure = (message: string, more: Readonly<Record<string, string>>): Error =>
  Object.assign(new Error(message), more);

describe('the error of a program for operators', () => {
  it.each([
    ['SQLite has no room', failure('database or disk is full', { code: 'SQLITE_FULL' })],
    [
      'the system has no room',
      failure('ENOSPC, copyfile', { code: 'ENOSPC', syscall: 'copyfile' }),
    ],
    ['PostgreSQL has no room', failure('could not extend file', { code: '53100' })],
  ])('names the full disk and what to do: %s', (_which, error) => {
    expect(sentenceOf(error)).toBe(
      `the disk is full (${'code' in error ? error.code : ''}): free some space`,
    );
  });

  it('has only the code of a foreign error, whose message may hold a secret', () => {
    const error = failure('no user "hunter2"', { code: '28P01' });
    expect(sentenceOf(error)).toBe('this could not be done (28P01)');
  });
});
