import type { Instant } from '../../../../src/domain/terms.ts';
import { MINUTE } from '../../../../src/lib/time.ts';
import { FOLLOWING, timedLabel, type CourtSlot } from './court-slots.ts';
import { instantAt } from './days.ts';
import type { Contest, Slot, Tournament } from '../model.ts';
import { chance, pickFrom, randomFrom, wholeBetween, type Random } from '../random.ts';

/** A match with its place in a day's order of play, and what becomes of that place. */
export interface Placed extends CourtSlot {
  readonly contest: Contest;
  /** What the order of play says at first, and when it is changed; null when it stays. */
  readonly change: {
    readonly from: Slot;
    readonly announcedAt: (started: Instant) => Instant;
  } | null;
}

/** How often on a day: a match goes to another court; one that names a time is put off. */
const ODDS = { moved: 0.3, putOff: 0.25 } as const;

/** Minutes by which a match is put off. */
const DELAYS = [30, 60] as const;

/** Minutes from a move to the start, and from a delay to the old time, at its publication. */
const NOTICE = {
  moved: { least: 40, most: 150 },
  putOff: { least: 20, most: 90 },
} as const;

const isPlayed = ({ contest }: Placed): boolean => contest.outcome !== 'walkover';

const lastOn = (placed: readonly Placed[], court: string): Placed | undefined =>
  placed.filter(({ slot }) => slot.court === court).at(-1);

/** The last match of a court goes to the end of a court that has no more matches than its own. */
const withMove = (random: Random, placed: readonly Placed[]): readonly Placed[] => {
  const courts = [...new Set(placed.map(({ slot }) => slot.court))];
  const candidates = courts
    .flatMap((court) => lastOn(placed, court) ?? [])
    .filter((last) => isPlayed(last) && last.timed === null);
  if (candidates.length === 0) return placed;

  const one = pickFrom(random, candidates);
  const targets = courts
    .filter((court) => court !== one.slot.court)
    .flatMap((court) => lastOn(placed, court) ?? [])
    .filter(({ slot }) => slot.order <= one.slot.order);
  if (targets.length === 0) return placed;

  const { court, order } = pickFrom(random, targets).slot;
  const notice = wholeBetween(random, NOTICE.moved.least, NOTICE.moved.most) * MINUTE;
  const moved: Placed = {
    ...one,
    slot: { ...one.slot, court, order: order + 1, label: FOLLOWING, announced: null },
    change: { from: one.slot, announcedAt: (started) => started - notice },
  };
  // At the end: everything that it follows now has its times before it.
  return [...placed.filter((each) => each !== one), moved];
};

/** A match that names a time gets a later one; whatever follows it on its court waits with it. */
const withDelay = (
  random: Random,
  placed: readonly Placed[],
  tournament: Tournament,
): readonly Placed[] => {
  const candidates = placed.filter((each) => isPlayed(each) && each.timed !== null);
  if (candidates.length === 0) return placed;

  const one = pickFrom(random, candidates);
  const { slot, earliest, timed } = one;
  const later = earliest + pickFrom(random, DELAYS);
  const notice = wholeBetween(random, NOTICE.putOff.least, NOTICE.putOff.most);
  const announced = instantAt(slot.day, earliest - notice, tournament.host.timezone);
  const label = timedLabel(timed ?? 'Not before', later, tournament);
  const putOff: Placed = {
    ...one,
    slot: { ...slot, label, announced: later },
    earliest: later,
    change: { from: slot, announcedAt: () => announced },
  };
  return placed.map((each) => (each === one ? putOff : each));
};

/**
 * Changes a day's order of play after it was published, as happens now and then. Each court's
 * matches stay in the order in which they are played.
 * @param placed the day's matches as they are published
 */
export const withChanges = (
  tournament: Tournament,
  placed: readonly Placed[],
): readonly Placed[] => {
  const [first] = placed;
  if (first === undefined) return placed;
  const random = randomFrom(first.contest.seed, 'programme');
  const moved = chance(random, ODDS.moved) ? withMove(random, placed) : placed;
  return chance(random, ODDS.putOff) ? withDelay(random, moved, tournament) : moved;
};
