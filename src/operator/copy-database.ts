import { argumentsOrExit, exitWith } from '../entry.ts';
import { UsageError } from '../lib/usage-error.ts';
import { copyDatabase, isSame, type CopiedTable } from '../store/copy/copy-database.ts';
import { realUrl, shownUrl } from '../store/connection/database-url.ts';

const LINE = 'npm run copy-database -- --from URL --to URL [--replace]';

const USAGE = `${LINE}

  Copies everything from one database to another and compares the two. Stop every bot on both first.

  --from     source: file:data/bandeja.sqlite or postgres://user:password@host/database
  --to       target; a SQLite file is created if necessary
  --replace  discards what the target contains

  Exits with 1, and changes nothing, if the copy is not identical; with 2 for wrong arguments.`;

const { values } = argumentsOrExit(USAGE, {
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    replace: { type: 'boolean', default: false },
  },
});

const lineOf = (table: CopiedTable): string => {
  const { source, target } = table;
  const outcome = isSame(table) ? 'same' : `DIFFERS: ${target.rows} rows, ${target.checksum}`;
  return [table.table.padEnd(16), String(source.rows).padStart(10), source.checksum, outcome].join(
    '  ',
  );
};

try {
  const { from, to, replace } = values;
  if (from === undefined || to === undefined)
    throw new UsageError(`--from and --to are required: ${LINE}`);
  const copied = await copyDatabase({
    from: realUrl(from),
    to: realUrl(to),
    replace,
    onTable: (table) => {
      console.log(lineOf(table));
    },
  });
  const rows = copied.reduce((sum, { source }) => sum + source.rows, 0);
  console.log(`Copied and compared ${rows} rows of ${copied.length} tables to ${shownUrl(to)}.`);
} catch (error) {
  exitWith(error, 'npm run doctor tells more, with that database as DATABASE_URL.');
}
