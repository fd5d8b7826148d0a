export type ScheduleLabel = (
  | { readonly kind: 'starting' | 'not-before' | 'estimated'; readonly minutes: number }
  | { readonly kind: 'followed-by' }
  | { readonly kind: 'other' }
) & {
  /** What follows the time: `Possible Court Change`. */
  readonly remark?: string;
};

const KINDS = [
  ['starting', /^start(?:ing|s)?(?:\s+at)?\b/i],
  ['not-before', /^not\s+before\b/i],
  ['estimated', /^estimated(?:\s+(?:around|at))?\b/i],
] as const;

const OTHER: ScheduleLabel = { kind: 'other' };

const CLOCK = /^(\d{1,2})(?:[:.](\d{2}))?\s*(?:([ap])\.?m\.?)?$/i;

/** What stands between a time and its remark: `… - Possible Court Change`, `… (indoors)`. */
const SEPARATOR = /[,;(|·]|\s[-–—]|[-–—]\s/;

/** Characters of a remark: the longest that was seen has 21. */
const MAX_REMARK_LENGTH = 80;

/** A label without its remark: with another remark it announces the same. */
export const withoutRemark = (label: string): string => (label.split(SEPARATOR)[0] ?? '').trim();

const remarkIn = (label: string): { readonly remark?: string } => {
  const at = label.search(SEPARATOR);
  const remark = at === -1 ? '' : label.slice(at).replace(/^[\s,;(|·–—-]+/, '');
  const bounded = remark.replace(/\)$/, '').slice(0, MAX_REMARK_LENGTH).toWellFormed().trim();
  return bounded === '' ? {} : { remark: bounded };
};

/** Minutes of the day: `4:00 PM`, `4 PM`, `16:00`; null for anything else. */
const minutesOf = (text: string): number | null => {
  const [, hours, minutes = '0', half] = CLOCK.exec(text.trim()) ?? [];
  if (hours === undefined || Number(minutes) > 59) return null;
  if (half === undefined) return Number(hours) < 24 ? Number(hours) * 60 + Number(minutes) : null;
  if (Number(hours) < 1 || Number(hours) > 12) return null;
  const isAfternoon = half.toLowerCase() === 'p';
  return ((Number(hours) % 12) + (isAfternoon ? 12 : 0)) * 60 + Number(minutes);
};

/** Reads a label (padel-facts, "The rules"), each with or without a remark; an unknown one is `other`, shown as it is. */
export const readLabel = (label: string | null): ScheduleLabel => {
  const whole = label?.trim() ?? '';
  const text = withoutRemark(whole);
  if (whole === '' || /^followed\s+by$/i.test(text)) {
    return { kind: 'followed-by', ...remarkIn(whole) };
  }
  for (const [kind, beginning] of KINDS) {
    if (!beginning.test(text)) continue;
    const minutes = minutesOf(text.replace(beginning, ''));
    return minutes === null ? OTHER : { kind, minutes, ...remarkIn(whole) };
  }
  return OTHER;
};
