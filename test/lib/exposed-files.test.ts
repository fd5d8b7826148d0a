import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { exposedFiles } from '#src/lib/exposed-files.ts';

it('only existing files that every user of the machine can read are exposed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-exposed-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const [open, group, own] = [0o644, 0o640, 0o600].map((mode) => {
    const file = join(folder, String(mode));
    writeFileSync(file, 'secret', { mode });
    return file;
  });
  expect(exposedFiles(open ?? '', group ?? '', own ?? '', join(folder, 'none'), null)).toEqual([
    open,
  ]);
});
