import { matchOfTheDay } from '../domain/match-of-the-day.ts';
import type { Match } from '../domain/match.ts';
import type { Reader } from '../i18n/i18n.ts';
import { seededName } from './names.ts';
import { scheduledTime } from './schedule-time.ts';

/**
 * `Match of the day: **Vega / Lamas [1]** – **Soria / Pinto** · 16:00`; null where none stands out.
 * @param matches as they are called in the message
 * @param offsetOf the venue's minutes ahead of UTC, of one of them
 */
export const matchOfTheDayLine = (
  reader: Reader,
  matches: readonly Match[],
  offsetOf: (match: Match) => number | null,
): string | null => {
  const match = matchOfTheDay(matches);
  if (match === null) return null;
  return reader.t('schedule.matchOfTheDay', {
    home: seededName(match, 'team_1'),
    away: seededName(match, 'team_2'),
    when: scheduledTime(reader, match, offsetOf(match)),
  });
};
