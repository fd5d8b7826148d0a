import { z } from 'zod';
import type { Pair, PairIds } from '../../domain/pairs.ts';
import { category, localDate, maskable, numeric, readable, text, whole } from './lenient.ts';
import { playerWire } from './people.ts';

/** `12-7`: two player ids joined by a hyphen (specification, "Pair"). */
const pairId = z.string().transform((value, context): PairIds => {
  const [, ...digits] = /^(\d+)-(\d+)$/.exec(value.trim()) ?? [];
  const ids = z.tuple([whole, whole]).safeParse(digits);
  if (ids.success) return ids.data;
  context.addIssue(`a pair's id should look like "12-7", not "${value}"`);
  return z.NEVER;
});

const pairFields = z
  .object({
    id: pairId,
    name: text,
    category,
    points: numeric,
    first_match_at: localDate,
    last_match_at: localDate,
    players: readable(playerWire),
  })
  .transform((raw): Omit<Pair, 'withheld'> => ({
    ids: raw.id,
    name: raw.name ?? raw.players.map(({ name }) => name).join(' / '),
    category: raw.category,
    points: raw.points,
    firstMatchOn: raw.first_match_at,
    lastMatchOn: raw.last_match_at,
    players: raw.players,
  }));

/** Parses a Pair of the service (specification, "Pair (PairResource)"). */
export const pairWire: z.ZodType<Pair> = maskable(pairFields);
