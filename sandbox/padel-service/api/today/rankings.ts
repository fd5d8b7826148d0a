import { z } from 'zod';
import type { Category } from '../../../../src/domain/terms.ts';
import { DAY, HOUR } from '../../../../src/lib/time.ts';
import { isoDate, type Day } from '../../world/schedule/days.ts';
import { publicElo } from '../../world/people/elo.ts';
import type { Player } from '../../world/model.ts';
import { placesOf, type PublishedRanking } from '../../world/records/knowledge.ts';
import type { Knowledge } from '../../world/world.ts';
import { list, type Endpoint } from '../endpoint.ts';
import { category, choice, countryCode, date, period, sorting } from '../input.ts';
import { playerAt } from '../lookup.ts';
import { inOrderOf } from '../order.ts';
import { pathOf, resourceToday, type Shown } from '../resource.ts';
import { nationalityToday } from './player.ts';

const TYPES = ['official', 'race', 'elo'] as const;

type Type = (typeof TYPES)[number];

const CATEGORIES = ['men', 'women'] as const satisfies readonly Category[];

/** A place in a ranking (service-today, "Rankings"): a flat row, in which the player's id is its own. */
const entrySchema = resourceToday('RankingEntryToday', {
  id: z.int(),
  self: z.string(),
  name: z.string(),
  category: z.enum(CATEGORIES),
  nationality: z.string().length(2),
  type: z.enum(TYPES),
  ranking: z.int().min(1),
  ranking_diff: z
    .int()
    .nullable()
    .describe('The new place minus the old one: positive means fell.'),
  points: z.int(),
  points_diff: z.int().nullable(),
  date: z.iso.date(),
  connections: z.strictObject({ rankings: z.string() }),
});

interface Entry {
  readonly type: Type;
  readonly player: Player;
  readonly ranking: number;
  readonly points: number;
  readonly rankingDiff: number | null;
  readonly pointsDiff: number | null;
  readonly day: Day;
}

const WEEK = 7 * DAY;

/** Ratings are those of Monday morning. */
const ELO_HOUR = 10 * HOUR;

/** Players are rated after this many rated matches within this period. */
const RATED = { matches: 5, within: 365 * DAY } as const;

/** What counts in a ranking of a type on a Monday; null for players who are not in it. */
const pointsIn = (
  type: Type,
  known: Knowledge,
  { day, pointsOf, racePointsOf }: PublishedRanking,
): ((player: Player) => number | null) => {
  if (type === 'elo') {
    const monday = day * DAY + ELO_HOUR;
    return (player) => {
      const { elo, matches } = known.ratingAt(player, monday);
      const recent = matches - known.ratingAt(player, monday - RATED.within).matches;
      return recent >= RATED.matches ? publicElo(elo) : null;
    };
  }
  return (player) => {
    const points = type === 'race' ? racePointsOf(player) : pointsOf(player);
    return points > 0 ? points : null;
  };
};

/** The places of a ranking, the best first; the same points, as partners have them, are the same place. */
const rowsIn = (type: Type, of: Category, known: Knowledge, published: PublishedRanking) => {
  const pointsOf = pointsIn(type, known, published);
  const rows = known.players
    .filter((player) => player.category === of)
    .flatMap((player) => {
      const points = pointsOf(player);
      return points === null ? [] : [{ player, points }];
    })
    .sort((a, b) => b.points - a.points || a.player.id - b.player.id);
  const points = new Map(rows.map((row) => [row.player, row.points]));
  const places = placesOf([...points.keys()], (player) => points.get(player) ?? 0);
  return rows.map((row) => ({ ...row, ranking: places.get(row.player.id) ?? 0 }));
};

/** The ranking of a type as last published before an instant, with the changes in a week. */
const rankingOf = (type: Type, of: Category, known: Knowledge, at: number): readonly Entry[] => {
  const published = known.rankingAt(at, of);
  const former = known.rankingAt(published.day * DAY - 1, of);
  const before = new Map(rowsIn(type, of, known, former).map((entry) => [entry.player.id, entry]));
  return rowsIn(type, of, known, published).map(({ player, points, ranking }) => {
    const old = before.get(player.id);
    return {
      ...{ type, player, points, ranking, day: published.day },
      rankingDiff: old ? ranking - old.ranking : null,
      pointsDiff: old ? points - old.points : null,
    };
  });
};

const shown = ({
  type,
  player,
  ranking,
  points,
  rankingDiff,
  pointsDiff,
  day,
}: Entry): Shown<z.output<typeof entrySchema>> => ({
  id: player.id,
  self: pathOf('players', player.id),
  name: player.name,
  category: player.category,
  nationality: nationalityToday(player),
  ...{ type, ranking },
  ranking_diff: rankingDiff,
  points,
  points_diff: pointsDiff,
  date: isoDate(day),
  connections: { rankings: `${pathOf('players', player.id)}/rankings` },
});

const KEYS = {
  ranking: ({ ranking }: Entry) => ranking,
  ranking_diff: ({ rankingDiff }: Entry) => rankingDiff,
  points_diff: ({ pointsDiff }: Entry) => pointsDiff,
} as const;

/** The instant of whose ranking a day's is: its end. */
const endOf = (day: Day): number => (day + 1) * DAY - 1;

/** The most weeks of a player's history in one answer. */
const MOST_WEEKS = 52;

export const rankingEndpoints: readonly Endpoint[] = [
  list({
    method: 'GET',
    path: '/rankings',
    summary: 'A whole ranking as it was published on a Monday',
    query: {
      type: choice(TYPES).default('official'),
      category,
      nationality: countryCode().optional(),
      date: date().optional(),
      ...sorting(['ranking', 'ranking_diff', 'points_diff']),
    },
    of: entrySchema,
    entries: ({ query }, known) => {
      const at = query.date === undefined ? known.now : Math.min(endOf(query.date), known.now);
      const categories = query.category === undefined ? CATEGORIES : [query.category];
      const entries = categories
        .flatMap((each) => rankingOf(query.type, each, known, at))
        .filter(
          ({ player }) =>
            query.nationality === undefined || nationalityToday(player) === query.nationality,
        );
      return inOrderOf(entries, KEYS[query.sort_by ?? 'ranking'], query.order_by);
    },
    show: shown,
  }),

  list({
    method: 'GET',
    path: '/players/{player}/rankings',
    summary: "A player's places: the latest of each type, or a type's week by week",
    plan: 'pro',
    query: { type: choice(TYPES).optional(), ...period },
    of: entrySchema,
    entries: ({ path, query }, known) => {
      const player = playerAt(known, path.player);
      const placeAt = (type: Type, at: number): readonly Entry[] =>
        rankingOf(type, player.category, known, at).filter((each) => each.player.id === player.id);
      const { after_date: after, before_date: before } = query;
      const types = query.type === undefined ? TYPES : [query.type];
      if (after === undefined && before === undefined && query.type === undefined) {
        return types.flatMap((type) => placeAt(type, known.now));
      }
      const last = Math.min(before === undefined ? known.now : endOf(before), known.now);
      const mondays = Array.from({ length: MOST_WEEKS }, (_, week) => last - week * WEEK);
      return types.flatMap((type) =>
        mondays
          .filter((at) => after === undefined || known.rankingAt(at, player.category).day >= after)
          .flatMap((at) => placeAt(type, at)),
      );
    },
    show: shown,
  }),
];
