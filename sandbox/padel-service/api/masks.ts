import { z } from 'zod';
import type { Instant } from '../../../src/domain/terms.ts';
import { DAY } from '../../../src/lib/time.ts';
import { nameOf } from './resource.ts';

/** What a small plan shows in place of a value (padel-facts). */
export const HIDDEN = 'hidden_free_plan';

/**
 * Everything that a small plan withholds: fields by resource, wherever the resource occurs. A whole
 * list or object is withheld just as a number is; what is null stays null.
 */
export const MASKED: Readonly<Record<string, readonly string[]>> = {
  Player: ['points', 'height', 'birthdate', 'age', 'connections'],
  Match: ['court', 'court_order', 'started_time', 'duration'],
  Probability: ['team_1', 'team_2'],
  Pair: ['points', 'first_match_at', 'last_match_at', 'players'],
  PlayerStats: ['titles', 'finals', 'semifinals', 'best_round'],
  Video: ['url'],
};

/** The same of the profile `today` (service-today, "Plans"). */
const MASKED_TODAY: typeof MASKED = {
  MatchToday: ['duration', 'started_time', 'started_time_local', 'watchability'],
  PlayerToday: ['points', 'height', 'birthdate', 'age', 'connections'],
  PairToday: ['points', 'first_match_at', 'last_match_at', 'players'],
};

/** The masked fields of a schema; none unless it is a resource that has some. */
export const maskedFields = (schema: z.core.$ZodType): readonly string[] => {
  const name = nameOf(schema) ?? '';
  return MASKED[name] ?? MASKED_TODAY[name] ?? [];
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** For how long the free plan of the public service shows results. */
const RESULTS_SHOWN = 183 * DAY;

/** What is withheld of an old match of the profile `today` on top. */
const hiddenOfOld = (
  schema: z.core.$ZodType,
  { played_at: day }: Readonly<Record<string, unknown>>,
  now: Instant,
): readonly string[] =>
  nameOf(schema) === 'MatchToday' && Date.parse(String(day)) < now - RESULTS_SHOWN
    ? ['score', 'winner']
    : [];

/** An answer as a small plan sees it. @param schema of the answer */
export const masked = (
  schema: z.core.$ZodType | undefined,
  value: unknown,
  now: Instant,
): unknown => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return masked(schema.unwrap(), value, now);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((entry) => masked(schema.element, entry, now));
  }
  if (!(schema instanceof z.ZodObject) || !isRecord(value)) return value;

  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  const hidden = new Set([...maskedFields(schema), ...hiddenOfOld(schema, value, now)]);
  const shown = Object.entries(value).map(([name, each]) => {
    if (hidden.has(name) && each !== null && each !== undefined) return [name, HIDDEN];
    return [name, masked(shape[name], each, now)];
  });
  return Object.fromEntries(shown);
};
