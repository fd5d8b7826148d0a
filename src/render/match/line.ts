import type { HeldMatch } from '../../domain/match/state.ts';
import type { Translate, Reader } from '../../i18n/i18n.ts';
import { outsidePlain, outside } from '../../i18n/text.ts';
import { phaseName } from '../tournament/ties.ts';
import {
  isCancelled,
  isNotPlayed,
  type MatchStatus,
  type Match,
} from '../../domain/match/match.ts';
import { matchOfTheDay } from '../../domain/tournament/order-of-play.ts';
import { seededName } from '../people/names.ts';
import { scheduledTime } from '../schedule/time.ts';

/** The round in the reader's language; the service's own word where the round is none of ours. */
export const roundName = (t: Translate, { match }: Pick<HeldMatch, 'match'>): string =>
  phaseName(t, match) ?? (match.round === null ? match.roundName : t(`round.${match.round}`));

/**
 * Where a match belongs, as plain text without markdown: `Madrid P1 · Men · Quarterfinal ·
 * Center Court`.
 */
export const matchContext = (t: Translate, held: Pick<HeldMatch, 'match' | 'tournament'>): string =>
  [
    held.tournament?.name,
    held.match.category === null ? null : t(`category.${held.match.category}`),
    roundName(t, held),
    held.match.court,
  ]
    .filter((part) => part !== undefined && part !== null && part !== '')
    .map((part) => outsidePlain(part ?? '', 60))
    .join(' · ');

/** `1 h 12`, `38 min`. */
export const durationText = (t: Translate, minutes: number): string =>
  minutes < 60
    ? t('duration.minutes', { minutes })
    : t('duration.hours', {
        hours: Math.floor(minutes / 60),
        minutes: String(minutes % 60).padStart(2, '0'),
      });

/** A status that is none of the usual ones, in words where we have any; safe in markdown. */
export const otherStatus = (t: Translate, status: MatchStatus): string => {
  if (isNotPlayed(status)) return t('card.notPlayed');
  return isCancelled(status)
    ? t('card.cancelled')
    : t('card.status', { status: outside(status, 30) });
};

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
