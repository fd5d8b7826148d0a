import { z } from 'zod';
import { isVisible, withoutInvisible } from '../../lib/text.ts';
import { ROUNDS, TEAMS, type ByTeam, type Round, type Team } from '../../domain/terms.ts';
import { marks } from './marks.ts';

/** The service's placeholder for values that a small plan withholds (padel-facts). */
export const MASK = 'hidden_free_plan';

/** A resource without its masks, and the names of the masked fields. */
interface Unmasked {
  readonly value: unknown;
  readonly withheld: readonly string[];
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A plan may withhold a value; the field is there then. */
export const isMasked = (value: unknown): boolean =>
  value === MASK || (Array.isArray(value) && value.some(isMasked));

/** Replaces masked values by null, at the top level and one level below. */
const unmask = (raw: unknown): Unmasked => {
  if (!isRecord(raw)) return { value: raw, withheld: [] };
  const withheld: string[] = [];
  const strip = (name: string, value: unknown): unknown => {
    if (isMasked(value)) {
      if (!withheld.includes(name)) withheld.push(name);
      return null;
    }
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, strip(name, each)]));
  };
  const entries = Object.entries(raw).map(([name, value]) => [name, strip(name, value)]);
  return { value: Object.fromEntries(entries), withheld };
};

/** Any value, or none. */
export const anything = z.unknown().optional();

/** Anything, which is of these kinds when it can be read: `list or text` (KINDS in records.ts). */
export const expecting = (kinds: string) => anything.describe(kinds);

/** No figure of padel is as large. */
const LARGEST = 1e9;

const inRange = (value: number): number | null => (Math.abs(value) <= LARGEST ? value : null);

/** A number, also as text; anything else is null. */
export const numeric = expecting('number').transform((value): number | null => {
  if (typeof value === 'number') return inRange(value);
  // `Number` would also accept '0x1F' and '1e3', which no service means as a number.
  if (typeof value !== 'string' || !/^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value)) return null;
  return inRange(Number(value));
});

/** An id or a count, required. Null is rejected: `Number` would read it as 0. */
export const whole = z
  .union([
    z.number().int().nonnegative(),
    z.string().regex(/^\d+$/).transform(Number).pipe(z.number().int()),
  ])
  .describe('number');

/**
 * Visible text of any length; null when missing, blank, masked or invisible. Removes characters that
 * change the writing direction.
 */
const visibleText = expecting('text').transform((value): string | null => {
  if (typeof value !== 'string' || value === MASK) return null;
  // PostgreSQL cannot store NUL: one such name would fail the insert of its whole page.
  const visible = withoutInvisible(value.replaceAll('\0', '')).trim();
  return isVisible(visible) ? visible : null;
});

/** No name, court or label is longer, in characters. */
const MAX_NAME_LENGTH = 300;

/** Visible text, truncated; null when missing, blank or masked. */
export const wireText = visibleText.transform(
  (value) => value?.slice(0, MAX_NAME_LENGTH).toWellFormed() ?? null,
);

/** ISO 3166 alpha-2; null for anything else, and for `ZZ`, which means that it is unknown. */
export const countryCode = wireText.transform((value) => {
  const code = value?.toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : null;
});

/** The longest URL that browsers agree on, in characters. */
const MAX_URL_LENGTH = 2_048;
/** Longer than any display name, or a match of four. */
const MAX_SHORT_LENGTH = 100;

/** Text that fits in a line; null when it is longer. */
export const shortText = wireText.transform((value) =>
  value === null || value.length > MAX_SHORT_LENGTH ? null : value,
);

/** A URL, encoded; null for anything else, such as a path. */
export const webAddress = visibleText.transform((value) => {
  const url = value === null || value.length > MAX_URL_LENGTH ? null : URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
});

/** One of these words; null for anything else. */
export const oneOf = <const T extends string>(...words: readonly T[]) =>
  wireText.transform((value): T | null => words.find((word) => word === value) ?? null);

/** Null when withheld, or another word. */
export const category = oneOf('men', 'women');

/** `team_1` or `team_2`; null for anything else. */
export const anyTeam = expecting('text').transform(
  (value): Team | null => TEAMS.find((team) => team === value) ?? null,
);

/** Removes null fields, so that unknown values never overwrite known ones. */
export const withoutNulls = <T extends object>(
  fields: T,
): { readonly [K in keyof T]?: Exclude<T[K], null | undefined> } =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
    // Each entry is a field of T, and not null.
  ) as { readonly [K in keyof T]?: Exclude<T[K], null | undefined> };

/** The readable items of a list; unreadable ones are left out. */
export const readable = <T>(item: z.ZodType<T>, most = Infinity) =>
  expecting('list').transform((entries): readonly T[] => {
    if (!Array.isArray(entries)) return [];
    return entries.slice(0, most).flatMap((entry) => {
      const parsed = item.safeParse(entry);
      return parsed.success ? [parsed.data] : [];
    });
  });

/** More than any service lists of a side, which is two. */
const SIDE_MAX = 10;

/** The readable players of each team; empty without any. */
export const lineUp = <T>(player: z.ZodType<T>) => {
  const side = readable(player, SIDE_MAX);
  const teams = z.object({ team_1: side, team_2: side });
  return expecting('object').transform(
    (value): ByTeam<readonly T[]> => teams.safeParse(value).data ?? { team_1: [], team_2: [] },
  );
};

/** Unranked players carry 9999, null or nothing (padel-facts). */
export const wireRanking = numeric.transform((value) =>
  value === null || value <= 0 || value >= 9999 ? null : value,
);

/** A resource with maskable values: parses its fields with masks as null, and lists the withheld ones. */
export const maskable = <T extends object>(
  fields: z.ZodType<T>,
): z.ZodType<T & { readonly withheld: readonly string[] }> => {
  const wire = z.unknown().transform((raw, context) => {
    const { value, withheld } = unmask(raw);
    const parsed = fields.safeParse(value);
    if (parsed.success) return { ...parsed.data, withheld };
    for (const { path, message } of parsed.error.issues) {
      context.addIssue({ code: 'custom', path, message });
    }
    return z.NEVER;
  });
  marks.set(wire, { record: fields });
  return wire;
};

/** One of the specification's rounds, as a number or as text; null for anything else. */
export const round = numeric.transform(
  (value): Round | null => ROUNDS.find((each) => each === value) ?? null,
);

/** Instants out of this range are errors of the service. */
const [FIRST_INSTANT, LAST_INSTANT] = [Date.UTC(1960), Date.UTC(2200)] as const;

/** ISO 8601 with any offset; null for anything out of range, and for a date: it is no midnight. */
export const instant = wireText
  .transform((value) => {
    const at = value === null || !value.includes(':') ? NaN : Date.parse(value);
    return at >= FIRST_INSTANT && at <= LAST_INSTANT ? at : null;
  })
  .describe('instant');

/** A local date, `YYYY-MM-DD`, or the date part of a date-time; null for an invalid date. */
export const wireDate = wireText
  .transform((value) => {
    const date = /^\d{4}-\d{2}-\d{2}/.exec(value ?? '')?.[0];
    return date === undefined || Number.isNaN(Date.parse(date)) ? null : date;
  })
  .describe('date');
