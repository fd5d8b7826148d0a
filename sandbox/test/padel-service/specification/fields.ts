import { z } from 'zod';

/**
 * The resources in the specification's own words: one table each, with the types looked up below. A
 * field that the specification leaves open ("present, type unspecified") may hold anything.
 */
const TYPES = {
  integer: z.int(),
  'integer or null': z.int().nullable(),
  number: z.number(),
  string: z.string(),
  'string or null': z.string().nullable(),
  boolean: z.boolean(),
  present: z.unknown(),
  category: z.enum(['men', 'women']),
  round: z.literal([1, 2, 4, 8, 16, 32]),
  'country code': z.string().length(2),
  level: z.enum([
    'finals',
    'fip_gold',
    'fip_other',
    'fip_platinum',
    'major',
    'p1',
    'p2',
    'wpt_1000',
    'wpt_500',
    'wpt_final',
    'wpt_master',
  ]),
} as const;

/** An object with exactly these fields, each of a type named above or of a shape of its own. */
export const fields = (table: Readonly<Record<string, keyof typeof TYPES | z.ZodType>>) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(table).map(([name, type]) => [
        name,
        typeof type === 'string' ? TYPES[type] : type,
      ]),
    ),
  );

/** One value for each team. */
export const teams = (value: z.ZodType) => fields({ team_1: value, team_2: value });
