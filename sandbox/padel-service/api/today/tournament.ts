import { z } from 'zod';
import type { Category, Instant } from '../../../../src/domain/terms.ts';
import { DAY } from '../../../../src/lib/time.ts';
import {
  isCovered,
  LEVELS_TODAY,
  playersOf,
  type Level,
  type Match,
  type Player,
  type Tournament,
} from '../../world/model.ts';
import { chance, randomFrom } from '../../world/random.ts';
import { tournamentStatus } from '../../world/records/visible.ts';
import { instantAt, isoDate } from '../../world/schedule/days.ts';
import type { Knowledge } from '../../world/world.ts';
import { pathOf, resourceToday, type Shown } from '../resource.ts';
import { pairIdOf } from '../resources/pair.ts';
import { tournamentSchema } from '../resources/tournament.ts';
import { matchesIn } from './known-matches.ts';
import { inService } from './match-times.ts';

const winner = resourceToday('WinnerToday', {
  id: z.int(),
  self: z.string(),
  name: z.string(),
  short_name: z.string(),
  connections: z.strictObject({ pair: z.string() }),
});

/** A tournament as the public service has it today (service-today, "Tournaments"). */
export const tournamentTodaySchema = resourceToday('TournamentToday', {
  ...tournamentSchema.shape,
  url: z.null(),
  venue: z.strictObject({ name: z.string(), address: z.string().optional() }).nullable(),
  timezone: z.string(),
  level: z.enum(LEVELS_TODAY),
  status: z.enum(['pending', 'live', 'finished', 'cancelled', 'postponed']),
  format: z.enum(['pairs', 'teams']),
  court_type: z.enum(['indoor', 'outdoor']).nullable(),
  prize: z.strictObject({ amount: z.int(), currency: z.string().length(3) }).nullable(),
  photo_url: z.string().nullable(),
  winners: z.union([
    z.array(winner).length(0),
    z.strictObject({ men: z.array(winner).optional(), women: z.array(winner).optional() }),
  ]),
  links: z.null(),
  updated_at: z.iso.datetime({ offset: true }),
  connections: z.strictObject({
    season: z.string(),
    matches: z.string(),
    news: z.string(),
    videos: z.string().optional(),
  }),
});

type Winner = Shown<z.output<typeof winner>>;

const winnersOfPair = (pair: readonly Player[]): readonly Winner[] => {
  const [one, two] = pair.toSorted((a, b) => a.id - b.id);
  if (!one || !two) return [];
  return pair.map(({ id, name, called }) => ({
    ...{ id, self: pathOf('players', id), name, short_name: called },
    connections: { pair: pathOf('pairs', pairIdOf([one, two])) },
  }));
};

/** The players of the champions, pair by pair: of a team all three pairs, whichever won. */
const winnersIn = (
  finals: readonly Match[],
  category: Category,
  now: number,
): readonly Winner[] | null => {
  const own = finals.filter((match) => match.category === category);
  if (own.length === 0 || own.some(({ closed }) => closed > now)) return null;
  return own.flatMap((match) => winnersOfPair(playersOf(match, match.tie?.winner ?? match.winner)));
};

/** Of a category without a champion there is nothing; of both, the empty list that PHP makes of it. */
const winnersShown = (tournament: Tournament, known: Knowledge) => {
  const finals = matchesIn(known, tournament.id).filter(
    ({ round, tie, deleted, outcome }) =>
      round === 1 && tie?.draw !== 'placement' && deleted === null && outcome !== 'cancelled',
  );
  const men = winnersIn(finals, 'men', known.now);
  const women = winnersIn(finals, 'women', known.now);
  if (men === null && women === null) return [];
  return { ...(men === null ? {} : { men }), ...(women === null ? {} : { women }) };
};

/** Euros for the biggest events; of the others no prize is known. */
const PRIZES: Readonly<Partial<Record<Level, number>>> = {
  major: 525_000,
  finals: 650_000,
  p1: 479_068,
  p2: 264_534,
  fip_platinum: 80_000,
};

/** How often the place of a tournament is not known until some days before it, and how many. */
const UNKNOWN_PLACE = { odds: 0.06, until: 30 } as const;

const ADDRESSED = 0.7;

const placeOf = ({ id, start, host, level }: Tournament, now: Instant) => {
  const random = randomFrom('place', id);
  const isUnknown = chance(random, UNKNOWN_PLACE.odds) && now < (start - UNKNOWN_PLACE.until) * DAY;
  const address = chance(random, ADDRESSED) ? { address: `${host.venue}, ${host.city}` } : {};
  return {
    location: isUnknown ? 'Tbd' : host.city,
    venue: isUnknown || !isCovered(level) ? null : { name: host.venue, ...address },
    country: isUnknown ? 'ZZ' : host.country,
    court_type: isCovered(level) ? (chance(random, 0.8) ? 'indoor' : 'outdoor') : null,
  } as const;
};

const updatedAt = (
  { announced, cancelled, postponed, start, end, host }: Tournament,
  now: Instant,
) =>
  Math.max(
    announced,
    ...[
      cancelled ?? Infinity,
      postponed ?? Infinity,
      instantAt(start, 0, host.timezone),
      instantAt(end + 1, 0, host.timezone),
    ].filter((at) => at <= now),
  );

/** The number of a tournament's season: 1 for the first one of the records. */
const seasonNumber = ({ season }: Tournament, { tournaments }: Knowledge): number =>
  season - Math.min(...tournaments.map((each) => each.season)) + 1;

/** A tournament as the public service shows it. */
export const tournamentToday = (
  tournament: Tournament,
  known: Knowledge,
): Shown<z.output<typeof tournamentTodaySchema>> => {
  const { id, name, level, host, start, end, postponed = Infinity } = tournament;
  const { now } = known;
  const self = pathOf('tournaments', id);
  const amount = PRIZES[level];
  const { court_type, ...place } = placeOf(tournament, now);
  return {
    ...{ id, self, name, url: null, ...place },
    timezone: host.timezone,
    level,
    status: postponed <= now ? 'postponed' : tournamentStatus(tournament, now),
    format: tournament.isForTeams === true ? 'teams' : 'pairs',
    court_type,
    prize: amount === undefined ? null : { amount, currency: 'EUR' },
    photo_url: isCovered(level) ? `https://padel.example/photos/tournaments/${id}.webp` : null,
    winners: winnersShown(tournament, known),
    start_date: isoDate(start),
    end_date: isoDate(end),
    links: null,
    updated_at: inService(updatedAt(tournament, now)),
    connections: {
      season: pathOf('seasons', seasonNumber(tournament, known)),
      matches: `${self}/matches`,
      news: `${self}/news`,
      ...(isCovered(level) ? { videos: `${self}/videos` } : {}),
    },
  };
};
