import { readFileSync, statSync } from 'node:fs';
import type { z } from 'zod';
import ours from '#data/where-to-watch.json' with { type: 'json' };
import { watchTable, type WatchRow } from '../domain/tournament/where-to-watch.ts';

const BYTES_MAX = 200_000;

/** A file may have a fault in each row. */
const PROBLEMS_MAX = 5;

/** Of an unknown name that a message quotes. */
const KEY_MAX = 40;

interface WatchTable {
  readonly rows: readonly WatchRow[];
  /** What is wrong with the operator's file, a line each. */
  readonly problems: readonly string[];
}

const wrong = (...problems: readonly string[]): WatchTable => ({
  rows: [],
  problems: problems.map((problem) => `WHERE_TO_WATCH names ${problem}`),
});

/** `row 3, "to": should be a date`. Without the file's values: it may be another, with secrets. */
const problemOf = (issue: z.core.$ZodIssue): string => {
  const [row, field] = issue.path;
  const said =
    issue.code === 'unrecognized_keys'
      ? `has "${(issue.keys[0] ?? '').slice(0, KEY_MAX)}", which no row has`
      : issue.message;
  if (row === undefined) return `a file that ${said}`;
  const at = field === undefined ? '' : `, "${String(field)}"`;
  return `a file with a fault in row ${Number(row) + 1}${at}: ${said}`;
};

/** The operator's table of who shows which tournaments, instead of the reviewed one. */
export const readWatchTable = (file: string | undefined): WatchTable => {
  if (file === undefined) return { rows: watchTable.parse(ours), problems: [] };
  let read: unknown;
  try {
    const { size } = statSync(file);
    if (size > BYTES_MAX) return wrong(`a file larger than ${BYTES_MAX / 1_000} kB`);
    read = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      return wrong(`a file that cannot be read (${code}): give the path of a JSON file`);
    }
    const [place] = /line \d+ column \d+/.exec(error.message) ?? [];
    return wrong(`a file that is not JSON${place === undefined ? '' : `, at ${place}`}`);
  }
  const { data, error } = watchTable.safeParse(read);
  if (error === undefined) return { rows: data, problems: [] };
  return wrong(...error.issues.slice(0, PROBLEMS_MAX).map(problemOf));
};
