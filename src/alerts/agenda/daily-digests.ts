import { localTime } from '../../domain/local-time.ts';
import {
  DAILY_DIGEST_FRESH_MS,
  nextDailyDigest,
  dailyDigestSpan,
  type Span,
} from '../../domain/alerts/quiet-hours.ts';
import type { Instant } from '../../domain/terms.ts';
import {
  claimDailyDigest,
  dueDailyDigests,
  type DueDailyDigest,
} from '../../store/channels/channel-settings.ts';
import type { Db } from '../../store/connection/database.ts';
import { addEvents } from '../../store/outbox/events.ts';
import { quietHoursEnd, newAlertEvent } from '../ingest/news.ts';
import { matchFilterReason } from '../../domain/alerts/settings.ts';
import type { AlertSubject, VenueOffset } from '../../domain/alerts/subject.ts';
import { approximateStart } from '../../domain/match/expected-start.ts';
import {
  namesMatch,
  targetsOf,
  type FollowTarget,
  targetKey,
} from '../../domain/alerts/follows.ts';
import type { HeldMatch } from '../../domain/match/state.ts';
import { phaseOf, playersOf } from '../../domain/match/match.ts';
import { HOUR, dayAfter } from '../../lib/time.ts';
import { channelByKey } from '../../store/channels/channels.ts';
import { deliveringTargets } from '../../store/follows/audiences.ts';
import { unfinishedMatches } from '../../store/matches/matches.ts';
import { countriesOfPlayers } from '../../store/matches/directory.ts';
import { readMatchOffset } from '../../store/matches/venue-offset.ts';

interface DailyDigestsOptions {
  readonly db: Db;
  readonly now: () => Instant;
  /** The service's clock: the list is of its day. */
  readonly serviceNow: () => Instant;
}

export const createDailyDigests = ({ db, now, serviceNow }: DailyDigestsOptions) => {
  const postDigest = ({ channel, dueAt }: DueDailyDigest): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const { settings, key: channelKey } = channel;
      const isClaimed = await claimDailyDigest(
        tx,
        channelKey,
        dueAt,
        nextDailyDigest(settings, now()),
      );
      // A moderator has just chosen another hour: the next run uses that.
      if (!isClaimed) return;
      const isInTime = now() - dueAt < DAILY_DIGEST_FRESH_MS;
      if (!isInTime || !settings.kinds.includes('digest')) return;
      const { date } = localTime(settings.timeZone, serviceNow());
      const event = { kind: 'digest', channelKey, date } as const;
      await addEvents(tx, [newAlertEvent(event, quietHoursEnd(settings, now()))], now());
    });

  return async (): Promise<void> => {
    for (const due of await dueDailyDigests(db, now())) await postDigest(due);
  };
};

/** A match later than this is no longer expected to start. */
const MAX_LATE_MS = 12 * HOUR;

type MatchesOfDay = Pick<Extract<AlertSubject, { kind: 'day' }>, 'matches' | 'offsets'>;

/**
 * The matches of a channel from one daily digest to the next, and their venues' clocks. A thousand
 * channels may have the same hour: the number of queries does not grow with the matches.
 */
export const matchesOfDay = async (
  db: Db,
  channelKey: number,
  date: string,
): Promise<MatchesOfDay> => {
  const channel = await channelByKey(db, channelKey);
  if (channel === undefined) return { matches: [] };
  const { settings } = channel;
  const ahead = await unfinishedMatches(db, dayAfter(date, -1));
  const follows = await deliveringTargets(db, channel, 'digest');
  const names = new Set(follows.filter(namesMatch).map(targetKey));
  const isNamed = (held: HeldMatch): boolean =>
    targetsOf(held).some((target) => names.has(targetKey(target)));
  const wanted = await followedAmong(
    db,
    ahead.filter((held) => matchFilterReason(settings, held, isNamed(held)) === null),
    follows,
  );
  const clockOf = clocks(db);
  const span = dailyDigestSpan(settings, date);
  const matches: HeldMatch[] = [];
  const offsets = new Map<number, VenueOffset>();
  for (const held of wanted) {
    const offset = await clockOf(held);
    if (!isInSpan(held, offset, span)) continue;
    matches.push(held);
    offsets.set(held.match.id, offset);
  }
  return { matches, offsets };
};

/** A late or running match belongs to the day, too. */
const isInSpan = (held: HeldMatch, offset: VenueOffset, { from, to }: Span): boolean => {
  const at = approximateStart(held.match, offset);
  if (at === null || at >= to) return false;
  return at >= from - MAX_LATE_MS || phaseOf(held.state.status) !== 'upcoming';
};

const followedAmong = async (
  db: Db,
  matches: readonly HeldMatch[],
  follows: readonly FollowTarget[],
): Promise<readonly HeldMatch[]> => {
  const followed = new Set(follows.map(targetKey));
  const ids = matches.flatMap(({ match }) => playersOf(match).map(({ id }) => id));
  const countries = await countriesOfPlayers(db, ids);
  return matches.filter((held) => {
    const theirs = playersOf(held.match).flatMap(({ id }) => countries.get(id) ?? []);
    return targetsOf(held, theirs).some((target) => followed.has(targetKey(target)));
  });
};

const clocks = (db: Db): ((held: HeldMatch) => Promise<VenueOffset>) => {
  const known = new Map<string, Promise<VenueOffset>>();
  return (held) => {
    const place = `${held.match.tournamentId ?? ''} ${held.match.playedOn ?? ''}`;
    const offset = known.get(place) ?? readMatchOffset(db, held);
    known.set(place, offset);
    return offset;
  };
};
