import { z } from 'zod';
import { isVisible, withoutInvisible } from '../../lib/text.ts';
import { ROUNDS, TEAMS, type ByTeam, type Round, type Team } from '../../domain/terms.ts';

/**
 * What the service writes in place of any value that a small plan withholds (padel-facts).
 */
export const MASK = 'hidden_free_plan';

/** A resource without its masks, and the names of the fields that were masked. */
interface Unmasked {
  readonly value: unknown;
  readonly withheld: readonly string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMasked = (value: unknown): boolean =>
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

/** Whatever the service sends, or leaves out. */
export const anything = z.unknown().optional();

/** No figure of padel is as large. */
const LARGEST = 1e9;

const inRange = (value: number): number | null => (Math.abs(value) <= LARGEST ? value : null);

/** A number, also when written as text; anything else is null. */
export const numeric = anything.transform((value): number | null => {
  if (typeof value === 'number') return inRange(value);
  // `Number` would take '0x1F' and '1e3', too, which nobody writes who means a number.
  if (typeof value !== 'string' || !/^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value)) return null;
  return inRange(Number(value));
});

/** An id or a count: it has to be there. Never made of null, which `Number` would read as 0. */
export const whole = z.union([
  z.number().int().nonnegative(),
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().int()),
]);

/**
 * Text that says something, of any length; null, missing, blank, masked and invisible are null.
 * Characters that change the writing direction of what stands beside them do not come in.
 */
const said = anything.transform((value): string | null => {
  if (typeof value !== 'string' || value === MASK) return null;
  // PostgreSQL holds no NUL: one name with it would keep all others of its page from being stored.
  const visible = withoutInvisible(value.replaceAll('\0', '')).trim();
  return isVisible(visible) ? visible : null;
});

/** No name, court or label is longer, in characters. */
const LONGEST_NAME = 300;

/** Text that says something, cut where it is too long; null, missing, blank and masked are null. */
export const text = said.transform((value) => value?.slice(0, LONGEST_NAME).toWellFormed() ?? null);

/** The longest address that browsers agree on, in characters. */
const LONGEST_ADDRESS = 2_048;
/** Longer than what anybody is called, or a match of four. */
const SHORT = 100;

/** Text of a length that may stand in a line; null when it is longer. */
export const shortText = text.transform((value) =>
  value === null || value.length > SHORT ? null : value,
);

/** An address on the web, encoded as one; null for anything else, such as a path. */
export const webAddress = said.transform((value) => {
  const url = value === null || value.length > LONGEST_ADDRESS ? null : URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
});

/** Null when withheld, or a word that is neither. */
export const category = text.transform((value) =>
  value === 'men' || value === 'women' ? value : null,
);

/** `team_1` or `team_2`; null for anything else. */
export const anyTeam = anything.transform(
  (value): Team | null => TEAMS.find((team) => team === value) ?? null,
);

/** Without what is null: what is unknown is missing, and never written over what is known. */
export const known = <T extends object>(
  fields: T,
): { readonly [K in keyof T]?: Exclude<T[K], null | undefined> } =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
    // Each entry is one of the fields, and none of them is null.
  ) as { readonly [K in keyof T]?: Exclude<T[K], null | undefined> };

/** Those of a list that can be read: one odd entry does not take the others down. */
export const readable = <T>(item: z.ZodType<T>) =>
  anything.transform((entries): readonly T[] => {
    if (!Array.isArray(entries)) return [];
    return entries.flatMap((entry) => {
      const parsed = item.safeParse(entry);
      return parsed.success ? [parsed.data] : [];
    });
  });

/** The players of each team that can be read; nobody where there are none. */
export const lineUp = <T>(player: z.ZodType<T>) => {
  const teams = z.object({ team_1: readable(player), team_2: readable(player) });
  return anything.transform(
    (value): ByTeam<readonly T[]> => teams.safeParse(value).data ?? { team_1: [], team_2: [] },
  );
};

/** Unranked players carry 9999, null or nothing (padel-facts). */
export const ranking = numeric.transform((value) =>
  value === null || value <= 0 || value >= 9999 ? null : value,
);

/**
 * A resource of which any value may be masked: reads its fields with the masks taken as null, and
 * names what was withheld.
 */
export const maskable = <T extends object>(
  fields: z.ZodType<T>,
): z.ZodType<T & { readonly withheld: readonly string[] }> =>
  z.unknown().transform((raw, context) => {
    const { value, withheld } = unmask(raw);
    const parsed = fields.safeParse(value);
    if (parsed.success) return { ...parsed.data, withheld };
    for (const { path, message } of parsed.error.issues) {
      context.addIssue({ code: 'custom', path, message });
    }
    return z.NEVER;
  });

/** One of the specification's rounds, as a number or as text; null for anything else. */
export const round = numeric.transform(
  (value): Round | null => ROUNDS.find((each) => each === value) ?? null,
);

/** Padel is younger than the one, and this bot will not see the other. */
const [FIRST_INSTANT, LAST_INSTANT] = [Date.UTC(1960), Date.UTC(2200)] as const;

/** ISO 8601 with any offset; null for anything that is no instant of our time. */
export const instant = text.transform((value) => {
  const at = value === null ? NaN : Date.parse(value);
  return at >= FIRST_INSTANT && at <= LAST_INSTANT ? at : null;
});

/** A local date, `YYYY-MM-DD`; a date-time gives its date part; null for no day of any calendar. */
export const localDate = text.transform((value) => {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(value ?? '')?.[0];
  return date === undefined || Number.isNaN(Date.parse(date)) ? null : date;
});
