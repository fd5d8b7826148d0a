import type { Instant, Round } from '#src/domain/terms.ts';
import { instantAt, type Day } from './days.ts';
import type { Contest, Slot, Tournament } from './model.ts';

/** How a day looks by its most advanced round: courts in use, first start (minutes of the day). */
const DAY_PLANS = [
  { from: 8, courts: 5, opens: 600 },
  { from: 4, courts: 3, opens: 660 },
  { from: 2, courts: 2, opens: 720 },
  { from: 1, courts: 1, opens: 960 },
] as const satisfies readonly { from: Round; courts: number; opens: number }[];

const FINAL_DAY = DAY_PLANS[3];

/** A court in use has at least this many matches a day, as far as there are enough. */
const MATCHES_PER_COURT = 3;

/** Minutes that the order of play reserves for a match before a "Not before". */
const RESERVED = 105;

/** Which match of the first court is announced with a time of its own. */
const EVENING = { order: 3, orderOnFinalDay: 2 } as const;

/** A match's place in the order of play. */
export interface CourtSlot {
  readonly slot: Slot;
  /** It does not start before this. */
  readonly earliest: Instant;
}

/** Minutes of the day as the tournament writes them: `4:00 PM` or `16:00`. */
const clockLabel = (minutes: number, usesDayClock: boolean): string => {
  const hours = Math.floor(minutes / 60);
  const rest = String(minutes % 60).padStart(2, '0');
  if (usesDayClock) return `${hours}:${rest}`;
  return `${((hours + 11) % 12) + 1}:${rest} ${hours < 12 ? 'AM' : 'PM'}`;
};

/** Puts a day's matches on courts, in turn. One slot for each match, in the same order. */
export const courtSlots = (
  { place, usesDayClock }: Tournament,
  day: Day,
  contests: readonly Contest[],
): CourtSlot[] => {
  const deepest = Math.min(...contests.map(({ round }) => round));
  const plan = DAY_PLANS.find(({ from }) => deepest >= from) ?? FINAL_DAY;
  const wanted = Math.ceil(contests.length / MATCHES_PER_COURT);
  const courts = place.courts.slice(0, Math.min(plan.courts, wanted));
  const evening = plan === FINAL_DAY ? EVENING.orderOnFinalDay : EVENING.order;

  const labelled = (order: number, court: string): { label: string; minutes: number } => {
    const clock = (minutes: number): string => clockLabel(minutes, usesDayClock);
    if (order === 1) return { label: `Starting at ${clock(plan.opens)}`, minutes: plan.opens };
    if (order !== evening || court !== courts[0]) {
      return { label: 'Followed by', minutes: plan.opens };
    }
    const minutes = Math.ceil((plan.opens + (order - 1) * RESERVED) / 30) * 30;
    return { label: `Not before ${clock(minutes)}`, minutes };
  };

  return contests.map((_, position) => {
    const order = Math.floor(position / courts.length) + 1;
    const court = courts[position % courts.length] ?? place.venue;
    const { label, minutes } = labelled(order, court);
    return {
      slot: { day, court, order, label },
      earliest: instantAt(day, minutes, place.timezone),
    };
  });
};
