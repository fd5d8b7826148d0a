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

  it.each<[string, (file: string) => string]>([
    ['from the folder of the process', (file) => relative('', file)],
    ['by a detour', (file) => `${dirname(file)}/../${relative(dirname(dirname(file)), file)}`],
    ['by a link', aLink],
    ['by a link to a link', (file) => aLink(aLink(file))],
    ['by a link to its folder', (file) => join(aLink(dirname(file)), 'bandeja.sqlite')],
    ['by a link that is no full path', (file) => aLink(relative(aFolder(), file))],
  ])('is the same one, there or not yet, when it is named %s', (_how, spelled) => {
    const file = aFile();
    const other = spelled(file);
    for (const isThere of [false, true]) {
      if (isThere) writeFileSync(file, '');
      const letGo = lockFile(other);
      expect(lockFile(file)).toBeNull();
      letGo?.();
    }
  });

  it('that links name in a circle is an error that names them', () => {
    const folder = aFolder();
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    expect(() => lockFile(join(folder, 'a'))).toThrow(/ELOOP.*bandeja-file/);
  });

  it('in a folder that is not there is an error, not a lock of somebody else', () => {
    expect(() => lockFile('/dev/null/bandeja.sqlite')).toThrow();
  });
});
