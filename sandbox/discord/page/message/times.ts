/** Formats of Discord's `<t:seconds:style>`; `R` is relative and handled apart. */
const STYLES: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

const STEPS = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

/** A Discord timestamp as this person's client shows it; `at` and `now` in milliseconds. */
export function timestampText(at: number, style: string, locale: string, now: number): string {
  if (style === 'R') return relative(at, locale, now);
  return new Intl.DateTimeFormat(locale, STYLES[style] ?? STYLES['f']).format(at);
}

/** The moment in full, for a tooltip. */
export function fullTime(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, STYLES['F']).format(at);
}

/** Hours and minutes, as beside a message. */
export function clockTime(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, STYLES['t']).format(at);
}

/** Day and time in short, as of an event. */
export function momentText(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** The day, as between messages of two days. */
export function dayText(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, STYLES['D']).format(at);
}

function relative(at: number, locale: string, now: number): string {
  const distance = Math.round((at - now) / 1000);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const step = STEPS.find(({ seconds }) => Math.abs(distance) >= seconds);
  if (step === undefined) return format.format(0, 'second');
  return format.format(Math.round(distance / step.seconds), step.unit);
}
