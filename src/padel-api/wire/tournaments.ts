import { z } from 'zod';
import { timeZoneNamed } from '../../domain/local-time.ts';
import type { Tournament } from '../../domain/people/people.ts';
import type { Edition, Winner } from '../../domain/tournament/editions.ts';
import type { Season, Video } from '../../domain/tournament/seasons.ts';
import {
  anything,
  category,
  countryCode,
  expecting,
  instant,
  maskable,
  numeric,
  oneOf,
  shortText,
  webAddress,
  whole,
  wireDate,
  wireText,
  withoutNulls,
} from './lenient.ts';
import { always, due, today } from './marks.ts';

/** An IANA time zone that the runtime knows, under its current name; null for anything else. */
const timeZone = shortText.transform((value) =>
  value === null ? null : (timeZoneNamed(value) ?? null),
);

const venueFields = z.object({ name: shortText });

const venue = expecting('object').transform(
  (value) => venueFields.safeParse(value).data?.name ?? null,
);

const prizeFields = z.object({
  amount: numeric.pipe(z.number().positive()),
  currency: z.string().regex(/^[A-Z]{3}$/),
});

const prize = expecting('object').transform((value) => prizeFields.safeParse(value).data ?? null);

/** Parses a Tournament of the service; unknown levels and statuses are kept. */
export const tournamentWire = z
  .object({
    id: always(whole),
    name: always(wireText),
    location: wireText,
    country: countryCode,
    level: always(wireText),
    status: always(wireText),
    start_date: always(wireDate),
    end_date: always(wireDate),
    timezone: due(today(timeZone), 'placed', ({ country }) => typeof country === 'string'),
    format: today(oneOf('pairs', 'teams')),
    venue: today(venue),
    prize: today(prize),
  })
  .transform((raw): Tournament => ({
    id: raw.id,
    name: raw.name ?? `#${raw.id}`,
    location: raw.location,
    country: raw.country,
    level: raw.level ?? '',
    status: raw.status ?? '',
    startDate: raw.start_date,
    endDate: raw.end_date,
    ...withoutNulls({
      format: raw.format,
      timeZone: raw.timezone,
      venue: raw.venue,
      prize: raw.prize,
    }),
  }));

/** Two teams of three pairs win a team event. */
const MOST = 12;

const rowFields = z.object({
  category,
  name: shortText,
  players: z.array(z.unknown()).catch([]),
});

/**
 * Names in winners: as text, in rows with a name or players, or in lists by category. Nobody has seen
 * them filled: anything else is nobody.
 */
const winnersIn = (raw: unknown, of: Winner['category'], depth = 0): readonly Winner[] => {
  if (typeof raw === 'string') {
    const name = shortText.parse(raw);
    return name === null ? [] : [{ category: of, name }];
  }
  if (depth > 3) return [];
  if (Array.isArray(raw)) {
    return raw.slice(0, MOST).flatMap((each) => winnersIn(each, of, depth + 1));
  }
  const row = rowFields.safeParse(raw).data;
  if (row === undefined) return [];
  const own = row.category ?? of;
  const players = winnersIn(row.players, own, depth + 1);
  return players.length > 0 ? players : winnersIn(row.name, own, depth + 1);
};

const byCategory = z.object({ men: anything, women: anything });

const winners = anything.transform((raw): readonly Winner[] => {
  const all = Array.isArray(raw) ? raw : [];
  const { men, women } = byCategory.safeParse(raw).data ?? {};
  return [...winnersIn(all, null), ...winnersIn(men, 'men'), ...winnersIn(women, 'women')].slice(
    0,
    MOST,
  );
});

/** Parses a Tournament of the service for what its other years tell: when, and who won. */
export const editionWire = z
  .object({ id: always(whole), start_date: always(wireDate), winners })
  .transform((raw): Edition => ({
    id: raw.id,
    startDate: raw.start_date,
    winners: raw.winners,
  }));

/** Parses a Season of the service (specification, "Season (SeasonResource)"). */
export const seasonWire: z.ZodType<Season> = z
  .object({
    id: always(whole),
    name: always(wireText),
    year: always(numeric),
    tournaments_count: numeric,
    status: always(wireText),
    start_date: always(wireDate),
    end_date: wireDate,
  })
  .transform((raw) => ({
    id: raw.id,
    name: raw.name ?? `#${raw.id}`,
    year: raw.year,
    tournaments: raw.tournaments_count,
    status: raw.status ?? '',
    startDate: raw.start_date,
    endDate: raw.end_date,
  }));

/** Parses a Video of the service (specification, "Video (VideoResource)"). */
export const videoWire: z.ZodType<Video> = maskable(
  z
    .object({
      id: always(whole),
      name: wireText,
      url: always(webAddress),
      type: wireText,
      started_at: instant,
    })
    .transform(({ started_at: startedAt, name, ...raw }) => ({
      ...raw,
      name: name ?? `#${raw.id}`,
      startedAt,
    })),
);
