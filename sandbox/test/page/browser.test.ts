import { readdirSync, readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aFolder } from '../folder.ts';
import { unpackedIn } from './browser.ts';

it('who unpacks the browser at the same moment as others gets a whole one', async () => {
  const home = aFolder();
  const folder = join(home, 'browser');
  const unpack = async (into: string): Promise<void> => {
    for (const piece of ['half', ' and half']) await appendFile(join(into, 'chromium'), piece);
  };
  const read = async (): Promise<string> =>
    readFileSync(await unpackedIn(folder, unpack), { encoding: 'utf8' });
  expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill('half and half'));
  expect(readdirSync(home)).toEqual(['browser']);
});
