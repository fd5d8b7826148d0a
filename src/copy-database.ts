import { argumentsOrExit, exitWith } from './entry.ts';
import { copyDatabase, isSame, type CopiedTable } from './store/copy/copy-database.ts';
import { realUrl, shownUrl } from './store/database-url.ts';

const LINE = 'npm run copy-database -- --from URL --to URL [--replace]';

const USAGE = `${LINE}

  Copies everything from one database into another, and compares it. Every bot on either has to be stopped.

  --from     the database to read: file:data/bandeja.sqlite or postgres://user:password@host/database
  --to       the database to fill; a file is made where there is none
  --replace  throws away what the other one holds

  Ends with 1, and changes nothing, when not all of it arrived.`;

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
    throw new Error(`say from where and to where: ${LINE}`);
  const copied = await copyDatabase({
    from: realUrl(from),
    to: realUrl(to),
    replace,
    onTable: (table) => {
      console.log(lineOf(table));
    },
  });
  const rows = copied.reduce((sum, { source }) => sum + source.rows, 0);
  console.log(
    `${rows} rows of ${copied.length} tables are in ${shownUrl(to)}, compared one and all.`,
  );
} catch (error) {
  exitWith(error, 'npm run doctor tells more, with that database as DATABASE_URL.');
}
