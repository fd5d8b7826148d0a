import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Instant } from '../../domain/terms.ts';
import { delayOf } from '../../domain/alerts/verdict.ts';
import { type Channel, channelByKey } from '../../store/channels/channels.ts';
import type { Db } from '../../store/connection/database.ts';
import { matchStateAt } from '../../store/matches/match-states.ts';
import { withTie } from '../../store/matches/ties.ts';
import { isAboutMatch, type AboutMatch, type AlertEvent } from '../../domain/alerts/events.ts';
import type { QuietHoursNews, AlertSubject } from '../../domain/alerts/subject.ts';
import {
  followedIn,
  levelTarget,
  targetsOf,
  type FollowTarget,
  distinctTargets,
} from '../../domain/alerts/follows.ts';
import { TOURNAMENT_LEVELS } from '../../domain/levels.ts';
import { playersOf } from '../../domain/match/match.ts';
import type { Tournament } from '../../domain/people/people.ts';
import { deliveringTargets, type Recipients } from '../../store/members/audiences.ts';
import { findTournament } from '../../store/matches/match-lists.ts';
import { findMatch, findMatches } from '../../store/matches/matches.ts';
import { quietHoursDigest } from '../../store/outbox/quiet-hours-digest.ts';
import { countriesOfIds } from '../../store/matches/directory.ts';
import { readMatchOffset } from '../../store/matches/venue-offset.ts';
import { matchesOfDay } from './day-matches.ts';

interface DelayedSnapshot {
  /** Undefined while the channel may not see anything yet. */
  readonly held: TrackedMatch | undefined;
  /** When the snapshot changes next; null when it is current. */
  readonly moreAt: Instant | null;
}

export const delayedSnapshot = async (
  db: Db,
  held: TrackedMatch,
  channel: Pick<Channel, 'settings'>,
  now: Instant,
): Promise<DelayedSnapshot> => {
  const delay = delayOf(channel.settings);
  if (delay === 0) return { held: await withTie(db, held), moreAt: null };
  const then = now - delay;
  const { seen, changesAt } = await matchStateAt(db, held.match.id, then);
  if (changesAt === null) return { held: await withTie(db, held, then), moreAt: null };
  const moreAt = changesAt + delay;
  if (seen === undefined) return { held: undefined, moreAt };
  const { match, state, rev, at } = seen;
  // A later change of `delayedSince` only says that data was late: no spoiler, and stale by then.
  const known = { ...held, match, state, rev, changedAt: at, delayedSince: null };
  return { held: await withTie(db, known, then), moreAt };
};

/** Every target whose followers get a match's alerts, its players' countries included. */
export const targetsIn = async (
  db: Db,
  held: Pick<TrackedMatch, 'match' | 'tournament'>,
): Promise<readonly FollowTarget[]> =>
  targetsOf(
    held,
    await countriesOfIds(
      db,
      playersOf(held.match).map(({ id }) => id),
    ),
  );

/** A match with what the post of this event says besides. */
const subjectOfMatch = async (
  db: Db,
  event: AboutMatch,
  held: TrackedMatch,
): Promise<AlertSubject> => {
  const isScheduled = event.kind === 'schedule' || event.kind === 'next';
  return { kind: 'match', held, ...(isScheduled && { offset: await readMatchOffset(db, held) }) };
};

/** Null when nothing of it is left. @param known the subject as read before: an unchanged match is not read again */
export const subjectOf = async (
  db: Db,
  event: AlertEvent,
  known: AlertSubject | null = null,
): Promise<AlertSubject | null> => {
  if (isAboutMatch(event)) {
    const held = await findMatch(
      db,
      event.matchId,
      known?.kind === 'match' ? known.held : undefined,
    );
    return held === undefined ? null : await subjectOfMatch(db, event, held);
  }
  switch (event.kind) {
    case 'draw': {
      const matches = await findMatches(db, event.matchIds);
      if (matches.length === 0) return null;
      const tournament = (await findTournament(db, event.tournamentId)) ?? null;
      return { kind: 'matches', tournament, matches };
    }
    case 'tournament': {
      const tournament = await findTournament(db, event.tournamentId);
      return tournament === undefined ? null : { kind: 'tournament', tournament };
    }
    case 'digest':
      return { kind: 'day', ...(await matchesOfDay(db, event.channelKey, event.date)) };
    case 'ranking': {
      const channel = await channelByKey(db, event.channelKey);
      const isDirect = channel?.kind === 'direct';
      // A direct message has the players who were followed as its event was made.
      const followed =
        channel === undefined || isDirect
          ? event.players
          : followedIn(event.players, await deliveringTargets(db, channel, 'daily'));
      return { kind: 'ranking', followed, isDirect };
    }
    case 'quiet-hours-digest':
      return { kind: 'quiet-hours-digest', news: await digestOf(db, event) };
  }
};

const digestOf = async (
  db: Db,
  { channelKey, until }: { readonly channelKey: number; readonly until: Instant },
): Promise<readonly QuietHoursNews[]> => {
  const news = await quietHoursDigest(db, channelKey, until);
  return await Promise.all(
    news.map(async (each) =>
      each.event.kind === 'schedule' && each.held !== null
        ? { ...each, offset: await readMatchOffset(db, each.held) }
        : each,
    ),
  );
};

export const recipientsOf = async (
  db: Db,
  event: AlertEvent,
  subject: AlertSubject,
): Promise<Recipients> => {
  if ('channelKey' in event) return { channelKey: event.channelKey };
  switch (subject.kind) {
    case 'match':
      return await targetsIn(db, subject.held);
    case 'matches': {
      const each = await Promise.all(subject.matches.map((held) => targetsIn(db, held)));
      return distinctTargets(each.flat());
    }
    case 'tournament':
      return [
        ...targetsOfTournament(subject.tournament),
        // Its follows may not have moved yet.
        ...('former' in event ? [{ kind: 'tournament' as const, id: event.former.id }] : []),
      ];
    default:
      return [];
  }
};

const targetsOfTournament = ({ id, level }: Tournament): readonly FollowTarget[] => {
  const known = TOURNAMENT_LEVELS.find((each) => each === level);
  return [{ kind: 'tournament', id }, ...(known === undefined ? [] : [levelTarget(known)])];
};
