import { fork } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockFile } from '#src/store/sqlite-file/file-lock.ts';
import { aFolder } from './database-file.ts';

const aFile = (): string => join(aFolder(), 'bandeja.sqlite');

const aLink = (target: string): string => {
  const link = join(aFolder(), 'link');
  symlinkSync(target, link);
  return link;
};

describe('the lock of a database file', () => {
  it('is exclusive until it is released', () => {
    const file = aFile();
    const release = lockFile(file);
    expect(release).not.toBeNull();
    expect(lockFile(file)).toBeNull();
    release?.();
    const again = lockFile(file);
    expect(again).not.toBeNull();
    again?.();
  });

  it('is released when its process is killed', async () => {
    const file = aFile();
    const holder = fork(new URL('file-lock-holder.ts', import.meta.url), [file]);
    await once(holder, 'message');
    expect(lockFile(file)).toBeNull();
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const release = lockFile(file);
    expect(release).not.toBeNull();
    release?.();
  });

  it.each<[string, (file: string) => string]>([
    ['relative to the working directory', (file) => relative('', file)],
    [
      'with a detour through the parent folder',
      (file) => `${dirname(file)}/../${relative(dirname(dirname(file)), file)}`,
    ],
    ['through a link', aLink],
    ['through a link to a link', (file) => aLink(aLink(file))],
    ['through a link to its folder', (file) => join(aLink(dirname(file)), 'bandeja.sqlite')],
    ['through a relative link', (file) => aLink(relative(aFolder(), file))],
  ])('is the same for a path %s, whether or not the file exists', (_how, spelled) => {
    const file = aFile();
    const other = spelled(file);
    for (const isThere of [false, true]) {
      if (isThere) writeFileSync(file, '');
      const release = lockFile(other);
      expect(lockFile(file)).toBeNull();
      release?.();
    }
  });

  it('fails with the path when links form a circle', () => {
    const folder = aFolder();
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    expect(() => lockFile(join(folder, 'a'))).toThrow(/ELOOP.*bandeja-file/);
  });

  it('fails when its folder cannot be created, instead of reporting another holder', () => {
    expect(() => lockFile('/dev/null/bandeja.sqlite')).toThrow();
  });
});
