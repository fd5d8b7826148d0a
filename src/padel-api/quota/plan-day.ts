/** A remaining day of the month, today included, and what it needs relative to the others. */
export interface WeightedDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Above 0. */
  readonly weight: number;
}

interface DayPlanOptions {
  /** Requests of the month that were left at the start of today. */
  readonly monthLeft: number;
  /** The limit of any day. */
  readonly perDay: number;
  /** The remaining days of the month, today first. */
  readonly daysLeft: readonly WeightedDay[];
}

/**
 * How many requests today may spend: its share, by weight, of what is left of the month. What exceeds
 * `perDay` on one day is shared among the others; what earlier days left unused is part of `monthLeft`.
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
