import { lockFile } from '#src/store/sqlite-file/file-lock.ts';

// A process that locks a file and lives until it is killed.
lockFile(process.argv[2] ?? '');
process.send?.('locked');
setInterval(() => undefined, 1_000);
