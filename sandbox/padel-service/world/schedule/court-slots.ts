import type { Round } from '../../../../src/domain/terms.ts';
import type { Day } from './days.ts';
import type { Contest, Slot, Tournament } from '../model.ts';

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

/** The label of a match that has no time of its own. */
export const FOLLOWING = 'Followed by';

/** The first words of labels with a time. */
export type TimedLabel = 'Starting at' | 'Not before';

/** A match's slot in the order of play. */
export interface CourtSlot {
  readonly slot: Slot;
  /** It does not start before this, minutes after the day's local midnight. */
  readonly earliest: number;
  /** The word before the time that its label names; null when it just follows another match. */
  readonly timed: TimedLabel | null;
}

/** Minutes of the day as the tournament writes them: `4:00 PM` or `16:00`. */
export const clockLabel = (minutes: number, usesDayClock: boolean): string => {
  const hours = Math.floor(minutes / 60);
  const rest = String(minutes % 60).padStart(2, '0');
  if (usesDayClock) return `${hours}:${rest}`;
  return `${((hours + 11) % 12) + 1}:${rest} ${hours < 12 ? 'AM' : 'PM'}`;
};

/** A label that names a time, in minutes of the day. */
export const timedLabel = (
  word: TimedLabel,
  minutes: number,
  { usesDayClock }: Tournament,
): string => `${word} ${clockLabel(minutes, usesDayClock)}`;

/** Puts a day's matches on courts, in turn. One slot for each match, in the same order. */
export const courtSlots = (
  tournament: Tournament,
  day: Day,
  contests: readonly Contest[],
): CourtSlot[] => {
  const { host } = tournament;
  const deepest = Math.min(...contests.map(({ round }) => round));
  const plan = DAY_PLANS.find(({ from }) => deepest >= from) ?? FINAL_DAY;
  const wanted = Math.ceil(contests.length / MATCHES_PER_COURT);
  const courts = host.courts.slice(0, Math.min(plan.courts, wanted));
  const evening = plan === FINAL_DAY ? EVENING.orderOnFinalDay : EVENING.order;

  const timeOf = (order: number, court: string): { timed: TimedLabel | null; earliest: number } => {
    if (order === 1) return { timed: 'Starting at', earliest: plan.opens };
    if (order !== evening || court !== courts[0]) return { timed: null, earliest: plan.opens };
    const earliest = Math.ceil((plan.opens + (order - 1) * RESERVED) / 30) * 30;
    return { timed: 'Not before', earliest };
  };

  return contests.map((_, position) => {
    const order = Math.floor(position / courts.length) + 1;
    const court = courts[position % courts.length] ?? host.venue;
    const { timed, earliest } = timeOf(order, court);
    const label = timed === null ? FOLLOWING : timedLabel(timed, earliest, tournament);
    const announced = timed === null ? null : earliest;
    return { slot: { day, court, order, label, announced }, earliest, timed };
  });
};
