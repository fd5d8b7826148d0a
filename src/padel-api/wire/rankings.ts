import { z } from 'zod';
import { shortNameOf } from '../../domain/called-names.ts';
import type { RankingEntry } from '../../domain/rankings.ts';
import { withoutNulls, maskable, numeric, ranking, shortText, text, whole } from './lenient.ts';

/** The largest possible movement: there are no more players. */
const MAX_PLACES = 30_000;

const places = numeric.transform((value) =>
  value !== null && Number.isInteger(value) && Math.abs(value) <= MAX_PLACES ? value : null,
);

const rankingEntryFields = z
  .object({
    ranking,
    points: numeric,
    ranking_diff: places,
    player: z.object({ id: whole, name: text, short_name: shortText, nationality: text }),
  })
  .transform(({ player, ...raw }): Omit<RankingEntry, 'withheld'> => {
    const name = player.name ?? `#${player.id}`;
    const called = shortNameOf(player.short_name, name);
    return {
      id: player.id,
      name,
      nationality: player.nationality,
      ranking: raw.ranking,
      points: raw.points,
      ...(called === null ? {} : { shortName: called, called }),
      ...withoutNulls({ moved: raw.ranking_diff }),
    };
  });

/** An entry of `GET /rankings`, as the public service sends it. */
export const rankingEntryWire: z.ZodType<RankingEntry> = maskable(rankingEntryFields);
