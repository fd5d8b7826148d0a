import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockFile } from '#src/store/file-lock.ts';

const aFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-lock-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, 'bandeja.sqlite');
};

describe('a database file', () => {
  it('is locked by one, until that lets go', () => {
    const file = aFile();
    const letGo = lockFile(file);
    expect(letGo).not.toBeNull();
    expect(lockFile(file)).toBeNull();
    letGo?.();
    const again = lockFile(file);
    expect(again).not.toBeNull();
    again?.();
  });

  it('is free as soon as the process that locked it was killed', async () => {
    const file = aFile();
    const holder = fork(new URL('file-lock-holder.ts', import.meta.url), [file]);
    await once(holder, 'message');
    expect(lockFile(file)).toBeNull();
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const letGo = lockFile(file);
    expect(letGo).not.toBeNull();
    letGo?.();
  });

  it('in a folder that is not there is an error, not a lock of somebody else', () => {
    expect(() => lockFile('/dev/null/bandeja.sqlite')).toThrow();
  });
});
