import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Which types were seen under each key of a record, lists and objects included: `players.team_1[].id`. */
export type Shape = ReadonlyMap<string, ReadonlySet<string>>;

/** Keys that the recorded answers have for their readers. */
const OURS = new Set(['note', 'of']);

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value === 'hidden_free_plan' ? 'hidden' : typeof value;
};

const membersOf = (value: unknown): readonly (readonly [string, unknown])[] => {
  if (Array.isArray(value)) return value.map((each: unknown) => ['[]', each]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => !OURS.has(key))
    .map(([key, each]) => [`.${key}`, each]);
};

/** The shape that records have together. */
export const shapeOf = (records: readonly unknown[]): Shape => {
  const shape = new Map<string, Set<string>>();
  const note = (path: string, value: unknown): void => {
    shape.set(path, (shape.get(path) ?? new Set()).add(typeOf(value)));
    for (const [key, each] of membersOf(value)) note(`${path}${key}`, each);
  };
  for (const record of records) note('', record);
  return shape;
};

const pairsOf = (shape: Shape): readonly string[] =>
  [...shape].flatMap(([path, types]) => [...types].map((type) => `${path}: ${type}`)).sort();

/** What one shape has and the other has not, both ways. */
export const differences = (recorded: Shape, sent: Shape) => {
  const [one, two] = [pairsOf(recorded), pairsOf(sent)];
  return {
    missing: one.filter((pair) => !two.includes(pair)),
    unrecorded: two.filter((pair) => !one.includes(pair)),
  };
};

const FOLDER = new URL('../../../../test/shapes/', import.meta.url);

/** A recorded answer. */
export const recorded = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));

const page = z.object({ data: z.array(z.unknown()) });

/** The records of recorded answers, pages opened. */
export const recordsOf = (...names: readonly string[]): readonly unknown[] =>
  names.flatMap((name) => {
    const answer = recorded(name);
    return page.safeParse(answer).data?.data ?? [answer];
  });
