import type { Instant, Round } from '#src/domain/terms.ts';
import { HOUR, instantAt, MINUTE, SECOND, type Day } from './days.ts';
import type { Contest, Match, Slot, Tournament } from './model.ts';
import { programmeOf } from './order-of-play.ts';
import { randomFrom, wait, wholeBetween, type Random } from './random.ts';

/** How a day looks by its most advanced round: courts in use, first start (minutes of the day). */
const DAY_PLANS: readonly { from: Round; courts: number; opens: number }[] = [
  { from: 8, courts: 5, opens: 600 },
  { from: 4, courts: 3, opens: 660 },
  { from: 2, courts: 2, opens: 720 },
  { from: 1, courts: 1, opens: 960 },
];

/** A court in use has at least this many matches a day, as far as there are enough. */
const MATCHES_PER_COURT = 3;

/** Lateness of a day's first match and the gap between two on a court: 11 and 19 minutes on average. */
const LATENESS = 11 * MINUTE;
const GAP = { least: 9 * MINUTE, spread: 10 * MINUTE } as const;

/** Minutes that the order of play reserves for a match before a "Not before". */
const RESERVED = 105;

/** The draw is made in the afternoon two days before, an order of play on the evening before. */
const DRAW = { daysBefore: 2, minutes: 18 * 60 } as const;
const PUBLICATION = { daysBefore: 1, minutes: 19 * 60 } as const;

/** Minutes of the day as the tournament writes them: `4:00 PM` or `16:00`. */
const clockLabel = (minutes: number, usesDayClock: boolean): string => {
  const hours = Math.floor(minutes / 60);
  const rest = String(minutes % 60).padStart(2, '0');
  if (usesDayClock) return `${hours}:${rest}`;
  return `${((hours + 11) % 12) + 1}:${rest} ${hours < 12 ? 'AM' : 'PM'}`;
};

interface Place {
  readonly slot: Slot;
  /** Minutes of the day before which it does not start. */
  readonly notBefore: number | null;
}

const placesOf = (tournament: Tournament, day: Day, contests: readonly Contest[]): Place[] => {
  const deepest = Math.min(...contests.map(({ round }) => round));
  const plan = DAY_PLANS.find(({ from }) => deepest >= from) ?? DAY_PLANS[0];
  const wanted = Math.ceil(contests.length / MATCHES_PER_COURT);
  const courts = tournament.place.courts.slice(0, Math.min(plan?.courts ?? 1, wanted));

  return contests.map((_, position): Place => {
    const order = Math.floor(position / courts.length) + 1;
    const court = courts[position % courts.length] ?? tournament.place.venue;
    const opens = plan?.opens ?? 600;
    const isEvening = court === courts[0] && order === (deepest === 1 ? 2 : 3);
    const reserved = Math.ceil((opens + (order - 1) * RESERVED) / 30) * 30;
    const notBefore = order === 1 ? opens : isEvening ? reserved : null;
    const prefix = order === 1 ? 'Starting at' : 'Not before';
    const label =
      notBefore === null
        ? 'Followed by'
        : `${prefix} ${clockLabel(notBefore, tournament.usesDayClock)}`;
    return { slot: { day, court, order, label }, notBefore };
  });
};

const keyOf = (category: string, round: number, index: number): string =>
  `${category}/${round}/${index}`;

/** When the pairs of a match are known: with the draw, or when both feeding matches are over. */
const createdAt = (
  { category, round, index }: Contest,
  tournament: Tournament,
  done: ReadonlyMap<string, Match>,
): Instant => {
  const { start, place } = tournament;
  const drawn = instantAt(start - DRAW.daysBefore, DRAW.minutes, place.timezone);
  const feeders = [0, 1].map((half) => done.get(keyOf(category, round * 2, index * 2 + half)));
  return Math.max(drawn, ...feeders.map((feeder) => feeder?.closed ?? drawn));
};

/** From the last point to the word `finished`: the time in which a match is `ended`. */
const closingTime = (random: Random): number => wholeBetween(random, 25, 95) * SECOND;

/** Gives every match of a tournament its place and its times. */
export const schedule = (tournament: Tournament, contests: readonly Contest[]): Match[] => {
  const { timezone } = tournament.place;
  const done = new Map<string, Match>();
  const note = (match: Match): void => {
    done.set(keyOf(match.category, match.round, match.index), match);
  };

  for (const each of contests.filter(({ outcome }) => outcome === 'bye')) {
    const created = createdAt(each, tournament, done);
    const times = { created, published: created, started: null, ended: null, closed: created };
    note({ ...each, ...times, tournament, slot: null });
  }

  for (const [day, today] of programmeOf(tournament, contests)) {
    const places = placesOf(tournament, day, today);
    const evening = instantAt(day - PUBLICATION.daysBefore, PUBLICATION.minutes, timezone);
    const courtFree = new Map<string, Instant>();

    today.forEach((each, position) => {
      const place = places[position];
      if (place === undefined) return;
      const { slot, notBefore } = place;
      const random = randomFrom(each.seed, 'schedule');
      const created = createdAt(each, tournament, done);
      const published = Math.max(created, evening);
      const base = { ...each, tournament, slot, created, published };

      if (each.outcome === 'walkover') {
        const morning = instantAt(day, 0, timezone) + 8 * HOUR + wait(random, 20 * MINUTE);
        const closed = Math.round(Math.max(published + MINUTE, morning));
        note({ ...base, started: null, ended: null, closed });
        return;
      }

      const free = courtFree.get(slot.court);
      const earliest = notBefore === null ? 0 : instantAt(day, notBefore, timezone);
      const afterPrevious = free === undefined ? 0 : free + GAP.least + wait(random, GAP.spread);
      const lateness = free === undefined ? wait(random, LATENESS) : 0;
      const started = Math.round(Math.max(earliest + lateness, afterPrevious, published));
      const ended = started + each.duration;
      courtFree.set(slot.court, ended);
      note({ ...base, started, ended, closed: ended + closingTime(random) });
    });
  }
  return [...done.values()];
};
