import type { CommandRequest, ComponentRequest, Services } from '../../src/discord/command.ts';
import { targetsOf, isSameTarget } from '../../src/domain/alerts/follows.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import { phaseOf, playersOf, type Match } from '../../src/domain/match/match.ts';
import { approximateStart, upcomingStart } from '../../src/domain/match/expected-start.ts';
import { absentAlerts, type Absence } from '../../src/domain/alerts/absent-alerts.ts';
import { dailyDigestSpan } from '../../src/domain/alerts/quiet-hours.ts';
import { localTime } from '../../src/domain/local-time.ts';
import type { Instant } from '../../src/domain/terms.ts';
import { MINUTE } from '../../src/lib/time.ts';
import { matchStateAt } from '../../src/store/matches/match-states.ts';
import { readMatchOffset } from '../../src/store/matches/venue-offset.ts';
import { whyMessage } from '../../src/render/moderation/why.ts';
import { deliveringTargets, followedSince } from '../../src/store/members/audiences.ts';
import { followsOf } from '../../src/store/follows/follows.ts';
import { deliveryHistory } from '../../src/store/outbox/delivery-history.ts';
import { postedCard } from '../../src/store/cards/cards.ts';
import { threadOf } from '../../src/store/cards/threads.ts';
import { setUpAt } from '../../src/store/channels/setting-changes.ts';
import type { Channel } from '../../src/store/channels/channels.ts';
import { countriesOfIds } from '../../src/store/matches/directory.ts';
import { trackedMatch } from '../queries/tracked-match.ts';
import { numberIn } from '../options/control-values.ts';
import { anyMatchNamed } from '../options/match.ts';
import { nameOfTarget } from '../options/target-name.ts';
import {
  eventKey,
  isAboutMatch,
  isMoment,
  type MomentEvent,
} from '../../src/domain/alerts/events.ts';
import { momentsOfMatch } from '../../src/domain/alerts/moment-changes.ts';
import { eventsOf } from '../../src/domain/match/events.ts';
import { replayMatch, type ReplayEvent } from '../../src/domain/alerts/replay.ts';
import { readerIn } from '../../src/i18n/i18n.ts';
import { previewMessage } from '../../src/render/moderation/preview.ts';

/** A channel's follows that match a match, including members' follows unless they are turned off. */
const followedOf = async (held: TrackedMatch, channel: Channel, { db }: Services) => {
  const ids = playersOf(held.match).map(({ id }) => id);
  const delivering = await deliveringTargets(db, channel, null);
  return targetsOf(held, await countriesOfIds(db, ids)).filter((target) =>
    delivering.some((each) => isSameTarget(each, target)),
  );
};

/** The live card of a match in a channel as it was posted; in a forum it stands in a post of its own. */
const cardOf = async (held: TrackedMatch, { key, kind, discordId }: Channel, { db }: Services) => {
  const card = { matchId: held.match.id, channelKey: key };
  const posted = await postedCard(db, card);
  const thread = kind === 'forum' ? await threadOf(db, card) : undefined;
  return posted && { ...posted, targetId: thread?.threadId ?? discordId };
};

/** Why the reminder of a match was not made, or when it will be. */
const reminderOf = async (
  held: TrackedMatch,
  { settings }: Channel,
  begunAt: Instant | undefined,
  { db, now }: Services,
): Promise<Absence> => {
  const matchAt = async (at: Instant) => (await matchStateAt(db, held.match.id, at)).seen?.match;
  const startIn = async (match: Match | undefined): Promise<Instant | null> => {
    if (match === undefined) return null;
    const start = upcomingStart(match, await readMatchOffset(db, { ...held, match }));
    return start === null || start.kind === 'estimated' ? null : start.at;
  };
  const startsAt = await startIn(begunAt === undefined ? held.match : await matchAt(begunAt - 1));
  if (startsAt === null) return 'no-start-time';
  const dueAt = startsAt - settings.remindBefore * MINUTE;
  if (begunAt !== undefined && begunAt <= dueAt) return 'already-begun';
  // Reminders are made each minute.
  if (dueAt > now() - MINUTE) return { dueAt };
  return (await startIn(await matchAt(dueAt))) === startsAt ? 'expired' : 'no-start-time';
};

/** The date of the daily post that is to have a match; null while nobody knows its day. */
const dailyDateOf = async (held: TrackedMatch, { settings }: Channel, { db }: Services) => {
  const at = approximateStart(held.match, await readMatchOffset(db, held));
  return at === null ? null : localTime(settings.timeZone, at - settings.digestAt * MINUTE).date;
};

/** What became of a match's alerts in a channel, and why there are none of a type. */
const recordOf = async (held: TrackedMatch, channel: Channel, services: Services) => {
  const { db, now } = services;
  const followed = await followedOf(held, channel, services);
  const since = await followedSince(db, followed, channel.key);
  const firstAt = (await matchStateAt(db, held.match.id, 0)).changesAt;
  const first = firstAt === null ? undefined : await matchStateAt(db, held.match.id, firstAt);
  const date = await dailyDateOf(held, channel, services);
  const digest = { kind: 'digest', channelKey: channel.key, date: date ?? '' } as const;
  const history = await deliveryHistory(db, held.match.id, channel.key, eventKey(digest));
  // The daily post had only what was known and followed by then.
  const knownAt = Math.max(firstAt ?? 0, since ?? Infinity);
  const news = history.filter(
    ({ event, createdAt }) => isAboutMatch(event) || createdAt >= knownAt,
  );
  const begun = news.find(({ event }) => event.kind === 'start' || event.kind === 'result');
  const dailyAt = date === null ? null : dailyDigestSpan(channel.settings, date).from;
  const missedDaily = (firstAt ?? 0) > (dailyAt ?? 0) ? 'expired' : 'not-then';
  const record = {
    held,
    firstPhase: phaseOf(first?.seen?.state.status ?? ''),
    isFollowed: followed.length > 0,
    news,
    reminder: await reminderOf(held, channel, begun?.createdAt, services),
    daily: dailyAt === null || dailyAt <= now() ? missedDaily : { dueAt: dailyAt },
  } as const;
  return {
    followed,
    followedSince: since,
    news,
    // Of what is not stored nothing is known.
    absences: first === undefined ? new Map() : absentAlerts(channel, record),
  };
};

/** `/alerts why`: why this channel did or did not receive a match's alerts. */
export const why = async (request: CommandRequest, channel: Channel, services: Services) => {
  const id = await anyMatchNamed(request, request.text('match') ?? '', services);
  const held = await trackedMatch(id, services);
  const { followed, ...record } = await recordOf(held, channel, services);
  const own = await followsOf(services.db, { channelKey: channel.key, memberId: null });
  const names = await Promise.all(
    followed
      .filter((target) => own.some((each) => isSameTarget(each, target)))
      .map((target) => nameOfTarget(request, target, services)),
  );
  return whyMessage(request, {
    channel,
    held,
    missing: services.missingIn(channel),
    timedOutUntil: services.timedOutUntil(channel.guildId),
    followed: names,
    isFollowed: followed.length > 0,
    ...record,
    card: await cardOf(held, channel, services),
    setUpAt: await setUpAt(services.db, channel.key),
    now: services.now(),
  });
};

/** What the settings of a channel would post about a match, from the button of `why`. */
export const preview = async (request: ComponentRequest, channel: Channel, services: Services) => {
  const held = await trackedMatch(numberIn(request.values[2]), services);
  return previewMessage(request, held, {
    told: readerIn(channel.locale),
    channel,
    isFollowed: (await followedOf(held, channel, services)).length > 0,
    news: replayMatch(channel.settings, held, await newsOf(held, channel, services)),
  });
};

const newsOf = async (held: TrackedMatch, channel: Channel, { db }: Services) => {
  const noted = await deliveryHistory(db, held.match.id, channel.key);
  const news = noted.flatMap(({ event, createdAt }) =>
    isAboutMatch(event) ? [{ event, at: createdAt }] : [],
  );
  if (news.some(({ event }) => isMoment(event))) return news;
  const known = news.length > 0 ? news : eventsOf(held.state).map((event) => ({ event, at: null }));
  return withMoments(known, momentsOfMatch(held));
};

/** Adds the moments of a match to its events, each before the end of its set; its result then is for their followers. */
const withMoments = (news: readonly ReplayEvent[], moments: readonly MomentEvent[]) => {
  const left = [...moments];
  const upTo = (set: number): ReplayEvent[] => {
    const count = left.findIndex((event) => event.set > set);
    return left.splice(0, count === -1 ? left.length : count).map((event) => ({ event, at: null }));
  };
  const ordered = news.flatMap((each) => {
    if (each.event.kind === 'set') return [...upTo(each.event.set), each];
    if (each.event.kind !== 'result') return [each];
    const event = moments.length > 0 ? { ...each.event, moment: true as const } : each.event;
    return [...upTo(Infinity), { ...each, event }];
  });
  return [...ordered, ...upTo(Infinity)];
};
