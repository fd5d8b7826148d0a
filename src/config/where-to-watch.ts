import { readFileSync, statSync } from 'node:fs';
import type { z } from 'zod';
import ours from '#data/where-to-watch.json' with { type: 'json' };
import { watchTable, type WatchRow } from '../domain/tournament/where-to-watch.ts';

/** A file may have a fault in each row. */
const PROBLEMS_MAX = 5;

const wrong = (...problems: readonly string[]) => ({
  rows: [],
  problems: problems.map((problem) => `WHERE_TO_WATCH names a file ${problem}`),
});

/** `at row 3, "to": Invalid ISO date`. Without the file's values: it may be another, with secrets. */
const problemOf = ({ path: [row, field], message }: z.core.$ZodIssue): string => {
  const place = row === undefined ? 'the whole' : `row ${Number(row) + 1}`;
  return `with a fault in ${place}${field === undefined ? '' : `, "${String(field)}"`}: ${message}`;
};

/** The operator's table of who shows which tournaments, instead of ours; and what is wrong with it, a line each. */
export const readWatchTable = (
  file: string | undefined,
): { readonly rows: readonly WatchRow[]; readonly problems: readonly string[] } => {
  if (file === undefined) return { rows: watchTable.parse(ours), problems: [] };
  try {
    if (statSync(file).size > 200_000) return wrong('larger than 200 kB');
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    const { data: rows, error } = watchTable.safeParse(JSON.parse(text));
    if (error === undefined) return { rows, problems: [] };
    return wrong(...error.issues.slice(0, PROBLEMS_MAX).map(problemOf));
  } catch (error) {
    if (error instanceof SyntaxError) {
      const [place = ''] = /\(line \d+ column \d+\)/.exec(error.message) ?? [];
      return wrong(`that is not JSON ${place}`.trim());
    }
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return wrong(`that cannot be read (${code}): give the path of a JSON file`);
  }
};
