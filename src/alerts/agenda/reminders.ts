import { REMIND_CHOICES } from '../../domain/alerts/settings.ts';
import { upcomingStart } from '../../domain/match/expected-start.ts';
import type { Match } from '../../domain/match/match.ts';
import { minutesLeft } from '../../domain/match/next-on-court.ts';
import { clockCorrection, MINUTE } from '../../lib/time.ts';
import { addEvents } from '../../store/outbox/events.ts';
import { matchesInPlay, matchesUpcoming } from '../../store/matches/matches.ts';
import { isTypeWanted } from '../../store/channels/channel-settings.ts';
import { readMatchOffset } from '../../store/matches/venue-offset.ts';
import type { AlertsContext } from '../delivery/delivery.ts';
import { newAlertEvent } from '../ingest/news.ts';

/** A reminder later than this is stale. */
const MAX_LATE_MS = 4 * MINUTE;

/** Whether a reminder of so many minutes is due, given the time until the start. */
const isTime = (minutes: number, until: number): boolean => {
  const late = minutes * MINUTE - until;
  return late >= 0 && late <= Math.min(MAX_LATE_MS, minutes * MINUTE);
};

/** At least so long is a match that has more than one set to play, in minutes. */
const MORE_THAN_A_SET = 45;

const isOnCourtOf = (one: Match, other: Match): boolean =>
  one.court !== null && one.court === other.court && one.tournamentId === other.tournamentId;

export const createReminders =
  ({ db, now, serviceNow }: Pick<AlertsContext, 'db' | 'now' | 'serviceNow'>) =>
  async (): Promise<void> => {
    if (!(await isTypeWanted(db, 'upcoming'))) return;
    const inPlay = await matchesInPlay(db, now());
    for (const held of await matchesUpcoming(db)) {
      const start = upcomingStart(held.match, await readMatchOffset(db, held));
      if (start === null) continue;
      const { at: startsAt, kind } = start;
      // Of an estimate nobody is reminded: that it is next on court is told.
      if (kind === 'estimated') continue;
      const earliest = kind === 'not-before' ? { isNotBefore: true } : {};
      const until = startsAt - now() - clockCorrection(now(), serviceNow());
      const { id: matchId } = held.match;
      // While another match keeps its court beyond that, it is told as the next there.
      const playing = inPlay.find((other) => isOnCourtOf(other.match, held.match));
      const left = playing === undefined ? 0 : (minutesLeft(playing.state) ?? MORE_THAN_A_SET);
      if (left * MINUTE > until) continue;
      const news = REMIND_CHOICES.filter((minutes) => isTime(minutes, until)).map((minutes) =>
        newAlertEvent({ kind: 'reminder', matchId, minutes, startsAt, ...earliest }, now()),
      );
      if (news.length > 0) await addEvents(db, news, now());
    }
  };
