/** A day that is still to come, today included, and what it needs in comparison with the others. */
export interface WeightedDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Above 0. */
  readonly weight: number;
}

interface DayPlanOptions {
  /** Requests of the month that were left when today began. */
  readonly monthLeft: number;
  /** The most of any day. */
  readonly perDay: number;
  /** The days that are left of the month; today is the first. */
  readonly daysLeft: readonly WeightedDay[];
}

/**
 * How many requests today may spend: its share of what is left of the month, by weight. What a day
 * cannot take, because `perDay` is less, is shared among the others; what earlier days left unused is
 * part of `monthLeft`.
 */
export const planDay = ({ monthLeft, perDay, daysLeft }: DayPlanOptions): number => {
  const [today] = daysLeft;
  if (today === undefined || !Number.isFinite(monthLeft)) return perDay;
  let left = Math.max(0, monthLeft);
  let open = daysLeft;
  for (;;) {
    const unit = left / open.reduce((sum, { weight }) => sum + weight, 0);
    const isFull = ({ weight }: WeightedDay): boolean => weight * unit > perDay;
    if (isFull(today)) return perDay;
    const full = open.filter(isFull);
    if (full.length === 0) return Math.floor(today.weight * unit);
    left -= full.length * perDay;
    open = open.filter((day) => !isFull(day));
  }
};
