import type { Instant } from '../../../../src/domain/terms.ts';
import { SECOND, MINUTE } from '../../../../src/lib/time.ts';
import { courtSlots } from './court-slots.ts';
import { instantAt, type Day } from './days.ts';
import type { Contest, Match, Tournament } from '../model.ts';
import { programmeOf } from './order-of-play.ts';
import { withChanges, type Placed } from './programme-changes.ts';
import { randomFrom, wait, wholeBetween } from '../random.ts';

/** Lateness of a court's first match, gap between two: 11 and 19 minutes on average. */
const LATENESS = 11 * MINUTE;
const GAP = { least: 9 * MINUTE, spread: 10 * MINUTE } as const;

/** The draw is made in the afternoon two days before, an order of play on the evening before. */
const DRAW = { daysBefore: 2, minutes: 18 * 60 } as const;
export const PUBLICATION = { daysBefore: 1, minutes: 19 * 60 } as const;

/** Walkovers are published on the morning of the match. */
const MORNING = { minutes: 8 * 60, spread: 20 * MINUTE } as const;

/** From the last point to the final status: a match is `ended` for this long. */
const CLOSING = { least: 25, most: 95 } as const;

/** A tournament's matches by category, round and slot, as they get their times. */
type Timetable = Map<string, Match>;

const keyOf = (category: string, round: number, index: number): string =>
  `${category}/${round}/${index}`;

const enter = (timetable: Timetable, match: Match): void => {
  timetable.set(keyOf(match.category, match.round, match.index), match);
};

/** When the draw of a tournament is made. */
export const drawnAt = ({ start, host }: Tournament): Instant =>
  instantAt(start - DRAW.daysBefore, DRAW.minutes, host.timezone);

/** When the pairs of a match are known: with the draw, or when both feeding matches are over. */
const createdAt = (
  { category, round, index }: Contest,
  tournament: Tournament,
  timetable: Timetable,
): Instant => {
  const drawn = drawnAt(tournament);
  const feeders = [0, 1].map((half) => timetable.get(keyOf(category, round * 2, index * 2 + half)));
  return Math.max(drawn, ...feeders.map((feeder) => feeder?.closed ?? drawn));
};

type Times = Pick<Match, 'started' | 'ended' | 'closed'>;

/** When a walkover is published. @param midnight of the day, at the venue */
export const walkoverTimes = (contest: Contest, published: Instant, midnight: Instant): Times => {
  const late = wait(randomFrom(contest.seed, 'schedule'), MORNING.spread);
  const morning = midnight + MORNING.minutes * MINUTE + late;
  const closed = Math.round(Math.max(published + MINUTE, morning));
  return { started: null, ended: null, closed };
};

/** When a match is played. @param free when the match before on this court ended; undefined for the first one */
export const playTimes = (
  contest: Contest,
  earliest: Instant,
  free: Instant | undefined,
): Times & { started: Instant; ended: Instant } => {
  const random = randomFrom(contest.seed, 'schedule');
  const ready =
    free === undefined
      ? earliest + wait(random, LATENESS)
      : Math.max(earliest, free + GAP.least + wait(random, GAP.spread));
  const started = Math.round(ready);
  const ended = started + contest.duration;
  const closed = ended + wholeBetween(random, CLOSING.least, CLOSING.most) * SECOND;
  return { started, ended, closed };
};

/** A change of the order of play is published after the order of play, whatever the notice. */
const formerSlotOf = ({ change }: Placed, published: Instant, started: Instant) =>
  change && { slot: change.from, until: Math.max(published + MINUTE, change.announcedAt(started)) };

const scheduleDay = (
  tournament: Tournament,
  day: Day,
  today: readonly Placed[],
  timetable: Timetable,
): void => {
  const { timezone } = tournament.host;
  const evening = instantAt(day - PUBLICATION.daysBefore, PUBLICATION.minutes, timezone);
  const freeCourts = new Map<string, Instant>();

  for (const placed of today) {
    const { contest, slot, earliest } = placed;
    const created = createdAt(contest, tournament, timetable);
    const published = Math.max(created, evening);
    const base = { ...contest, tournament, slot, created, published, deleted: null };
    if (contest.outcome === 'walkover') {
      const times = walkoverTimes(contest, published, instantAt(day, 0, timezone));
      enter(timetable, { ...base, ...times, formerSlot: null });
      continue;
    }
    const opens = instantAt(day, earliest, timezone);
    const times = playTimes(contest, opens, freeCourts.get(slot.court));
    freeCourts.set(slot.court, times.ended);
    const formerSlot = formerSlotOf(placed, published, times.started);
    enter(timetable, { ...base, ...times, formerSlot });
  }
};

/** Gives every match of a tournament its place and its times. */
export const schedule = (tournament: Tournament, contests: readonly Contest[]): Match[] => {
  const timetable: Timetable = new Map();
  for (const contest of contests.filter(({ outcome }) => outcome === 'bye')) {
    const created = createdAt(contest, tournament, timetable);
    const times = { created, published: created, started: null, ended: null, closed: created };
    const nowhere = { slot: null, formerSlot: null, deleted: null };
    enter(timetable, { ...contest, ...times, ...nowhere, tournament });
  }
  for (const [day, today] of programmeOf(tournament, contests)) {
    const slots = courtSlots(tournament, day, today);
    const placed = today.flatMap((contest, position): Placed[] => {
      const courtSlot = slots[position];
      return courtSlot ? [{ ...courtSlot, contest, change: null }] : [];
    });
    scheduleDay(tournament, day, withChanges(tournament, placed), timetable);
  }
  return [...timetable.values()];
};
