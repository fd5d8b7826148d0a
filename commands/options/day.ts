import type { CommandUser, AutocompleteRequest, Services } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';
import { dayExamples, isDate, isTodayTyped, typedDay } from '../../src/i18n/days.ts';
import { dayChoice } from '../../src/render/lines/time.ts';
import { utcDate, dayAfter } from '../../src/lib/time.ts';

/** The requested day: a local date, or today, which differs between venues. */
export interface RequestedDay {
  readonly day: string;
  readonly isToday: boolean;
}

const TODAY_IN_ID = 'today.';

/** The day in a control's custom id: `2026-06-07`, or `today.2026-06-07`. */
export const dayWord = ({ day, isToday }: RequestedDay): string =>
  isToday ? `${TODAY_IN_ID}${day}` : day;

/** Parses the output of `dayWord`; null for anything else. */
export const dayIn = (word: string): RequestedDay | null => {
  const isToday = word.startsWith(TODAY_IN_ID);
  const day = isToday ? word.slice(TODAY_IN_ID.length) : word;
  return isDate(day) ? { day, isToday } : null;
};

/** The value of "today" in autocomplete: a word, because the date differs between venues. */
const TODAY = 'today';

/**
 * The typed day; today by default.
 * @throws UserError when it is not recognized
 */
export const parseDay = (
  user: CommandUser,
  typed: string | null,
  services: Services,
): RequestedDay => {
  const today = serviceDay(services);
  if (typed === null) return { day: today, isToday: true };
  // A public answer is in the server's language; users type in their own.
  const day = typedDay(user.typesIn, typed, today);
  if (day !== null) return { day, isToday: isTodayTyped(typed) };
  const examples = { list: dayExamples(user.typesIn, today) };
  throw new UserError('unknown-day', { name: typed, examples });
};

/** Days offered before any input: the next seven, then yesterday. */
const OFFERED = [0, 1, 2, 3, 4, 5, 6, -1];

export const suggestDays = (request: AutocompleteRequest, services: Services) => {
  const today = serviceDay(services);
  const typed = typedDay(request.typesIn, request.typed, today);
  const days = typed === null ? OFFERED.map((days) => dayAfter(today, days)) : [typed];
  const choices = days.map((day) => ({
    name: dayChoice(request, day, today),
    value: typed === null && day === today ? TODAY : day,
  }));
  const begun = request.typed.trim().toLowerCase();
  return typed === null
    ? choices.filter(({ name, value }) => `${value} ${name}`.toLowerCase().includes(begun))
    : choices;
};

/**
 * The UTC day on the service's clock, `YYYY-MM-DD`, plus `days`. A venue may be a day before or
 * after it.
 */
export const serviceDay = ({ api }: Pick<Services, 'api'>, days = 0): string =>
  dayAfter(utcDate(api.serviceNow()), days);
