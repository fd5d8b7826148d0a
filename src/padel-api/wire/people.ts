import { z } from 'zod';
import { shortNameOf } from '../../domain/people/display-names.ts';
import type { Player, RankingEntry, Simulation } from '../../domain/people/people.ts';
import {
  category,
  countryCode,
  withoutNulls,
  lineUp,
  expecting,
  isRecord,
  wireDate,
  maskable,
  numeric,
  oneOf,
  wireRanking,
  shortText,
  wireText,
  webAddress,
  whole,
  readable,
} from './lenient.ts';
import { always, today } from './marks.ts';
import type { Pair, PairIds } from '../../domain/people/pairs.ts';

/** Elo starts at 1000, with two decimals; implausible values are no rating. */
const rating = numeric.transform((value) =>
  value !== null && value > 0 && value < 5_000 ? Math.round(value * 100) / 100 : null,
);

const playerFields = z
  .object({
    id: always(whole),
    name: always(wireText),
    short_name: today(shortText),
    category: always(category),
    photo_url: webAddress,
    ranking: wireRanking,
    points: numeric,
    height: numeric,
    nationality: countryCode,
    birthplace: wireText,
    birthdate: wireText,
    age: numeric,
    hand: oneOf('left', 'right'),
    side: oneOf('drive', 'backhand'),
    elo: today(rating),
  })
  .transform((raw): Omit<Player, 'withheld'> => {
    const { photo_url: photoUrl, short_name: short, name, elo, ...rest } = raw;
    const called = shortNameOf(short, name ?? '');
    return {
      ...rest,
      ...withoutNulls({ elo }),
      photoUrl,
      name: name ?? `#${raw.id}`,
      ...(called === null ? {} : { shortName: called, called }),
    };
  });

/** Parses a Player of the service (specification, "Player (PlayerResource)"). */
export const playerWire: z.ZodType<Player> = maskable(playerFields);

const likelihood = numeric.pipe(z.number().nonnegative().max(100));
const likelihoods = z.object({ team_1: likelihood, team_2: likelihood });

const probability = expecting('object').transform((raw): Simulation['chances'] => {
  const { team_1 = 0, team_2 = 0 } = likelihoods.safeParse(raw).data ?? {};
  const sum = team_1 + team_2;
  return sum > 0 ? { team_1: team_1 / sum, team_2: team_2 / sum } : null;
});

const simulationFields = z
  .object({ probability: always(probability), players: always(lineUp(playerWire)) })
  .transform((raw) => ({ chances: raw.probability, players: raw.players }));

/**
 * Parses a simulation. Chances are percentages or fractions; dividing by their sum
 * handles both (padel-facts). Null when the plan withholds them.
 */
export const simulationWire: z.ZodType<Simulation> = maskable(simulationFields);

/** `12-7`: two player ids joined by a hyphen (specification, "Pair"). */
const pairId = z
  .string()
  .describe('text')
  .transform((value, context): PairIds => {
    const [, ...digits] = /^(\d+)-(\d+)$/.exec(value.trim()) ?? [];
    const ids = z.tuple([whole, whole]).safeParse(digits);
    if (ids.success) return ids.data;
    context.addIssue(`a pair's id should look like "12-7", not "${value}"`);
    return z.NEVER;
  });

const pairFields = z
  .object({
    id: always(pairId),
    name: wireText,
    category,
    points: numeric,
    first_match_at: wireDate,
    last_match_at: wireDate,
    players: always(readable(playerWire)),
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

/** The largest possible movement: there are no more players. */
const MAX_PLACES = 30_000;

const places = numeric.transform((value) =>
  value !== null && Number.isInteger(value) && Math.abs(value) <= MAX_PLACES ? value : null,
);

const rankedPerson = z.object({
  id: always(whole),
  name: always(wireText),
  short_name: today(shortText),
  nationality: today(countryCode),
});

const rankedRow = rankedPerson.extend({
  ranking: today(wireRanking),
  points: today(numeric),
  ranking_diff: today(places),
  date: today(wireDate),
});

/** The player beside their place, or in a field of their own: then the row's id is not theirs. */
const rankingEntryFields = z
  .preprocess((raw) => {
    const player = isRecord(raw) ? raw['player'] : undefined;
    if (!isRecord(raw) || player === undefined) return raw;
    return { ...raw, ...(rankedPerson.safeParse(player).data ?? { id: null }) };
  }, rankedRow)
  .transform((raw): Omit<RankingEntry, 'withheld'> => {
    const name = raw.name ?? `#${raw.id}`;
    const called = shortNameOf(raw.short_name, name);
    return {
      id: raw.id,
      name,
      nationality: raw.nationality,
      ranking: raw.ranking,
      points: raw.points,
      ...(called === null ? {} : { shortName: called, called }),
      ...withoutNulls({
        // The service counts the new place minus the old one: positive means that the player fell.
        moved: raw.ranking_diff === null ? null : 0 - raw.ranking_diff,
        date: raw.date,
      }),
    };
  });

/** An entry of `GET /rankings`. */
export const rankingEntryWire: z.ZodType<RankingEntry> = maskable(rankingEntryFields);
