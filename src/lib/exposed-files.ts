import { statSync } from 'node:fs';

/** Others may read a file with this bit. Windows has none, and reports it as set. */
const OTHERS_READ = process.platform === 'win32' ? 0 : 0o004;

const isExposed = (file: string): boolean =>
  ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS_READ) > 0;

/** The existing ones of these files that every user of the machine can read. */
export const exposedFiles = (...files: readonly (string | null)[]): readonly string[] =>
  files.filter((file) => file !== null).filter(isExposed);
