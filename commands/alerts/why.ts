import type { CommandRequest, ComponentRequest, Services } from '../../src/discord/command.ts';
import { targetsOf, isSameTarget, type FollowTarget } from '../../src/domain/alerts/follows.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import { phaseOf, playersOf } from '../../src/domain/match/match.ts';
import { approximateStart, upcomingStart } from '../../src/domain/match/expected-start.ts';
import { absentAlerts } from '../../src/domain/alerts/absent-alerts.ts';
import { dailyDigestSpan } from '../../src/domain/alerts/quiet-hours.ts';
import { localTime } from '../../src/domain/local-time.ts';
import type { Instant } from '../../src/domain/terms.ts';
import { MINUTE } from '../../src/lib/time.ts';
import { matchStateAt } from '../../src/store/matches/match-states.ts';
import { readMatchOffset } from '../../src/store/matches/venue-offset.ts';
import { whyMessage } from '../../src/render/moderation/why.ts';
import { deliveringTargetsOf, followedSince } from '../../src/store/members/audiences.ts';
import { followsOf } from '../../src/store/follows/follows.ts';
import { deliveryHistory } from '../../src/store/outbox/delivery-history.ts';
import { findCard } from '../../src/store/cards/cards.ts';
import { threadOf } from '../../src/store/cards/threads.ts';
import { channelsOfGuild, type Channel } from '../../src/store/channels/channels.ts';
import { setUpAt } from '../../src/store/channels/setting-changes.ts';
import { countriesOfIds } from '../../src/store/matches/directory.ts';
import { channelFromOption } from './channel.ts';
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

/** Channels' follows that match a match, including members' follows unless they are turned off. */
const followsIn = async (held: TrackedMatch, channels: readonly Channel[], { db }: Services) => {
  const ids = playersOf(held.match).map(({ id }) => id);
  const targets = targetsOf(held, await countriesOfIds(db, ids));
  const delivering = await deliveringTargetsOf(db, channels, null);
  return ({ key }: Channel): readonly FollowTarget[] =>
    targets.filter((target) => delivering.get(key)?.some((each) => isSameTarget(each, target)));
};

/** The live card of a match in a channel as it was posted; in a forum it stands in a post of its own. */
const cardOf = async (held: TrackedMatch, { key, kind, discordId }: Channel, { db }: Services) => {
  const card = { matchId: held.match.id, channelKey: key };
  const { messageId = null, postedAt: at = null } = (await findCard(db, card)) ?? {};
  if (messageId === null || at === null) return undefined;
  const thread = kind === 'forum' ? await threadOf(db, card) : undefined;
  return { messageId, at, targetId: thread?.threadId ?? discordId };
};

/** What became of a match's alerts in a channel, and why there are none of a type. */
const recordOf = async (
  held: TrackedMatch,
  channel: Channel,
  { db, now }: Services,
  followed: readonly FollowTarget[],
) => {
  const { key, settings } = channel;
  const { id } = held.match;
  const stateAt = (at: Instant) => matchStateAt(db, id, at);
  const offset = await readMatchOffset(db, held);
  const since = await followedSince(db, followed, key);
  const firstAt = (await stateAt(0)).changesAt;
  const first = (await stateAt(firstAt ?? 0)).seen;
  // Past states are deleted: the first that is left may not be how the match was first read.
  const isKnownLonger = first !== undefined && first.rev > 1;
  const day = (approximateStart(held.match, offset) ?? now()) - settings.digestAt * MINUTE;
  const { date } = localTime(settings.timeZone, day);
  const digest = eventKey({ kind: 'digest', channelKey: key, date });
  // The daily post had only what was known and followed by then.
  const knownAt = Math.max(isKnownLonger ? 0 : (firstAt ?? 0), since ?? Infinity);
  const news = (await deliveryHistory(db, id, key, digest)).filter(
    ({ event, createdAt }) => isAboutMatch(event) || createdAt >= knownAt,
  );
  const begun = news.find(({ event }) => event.kind === 'start' || event.kind === 'result');
  const last = (await stateAt((begun?.createdAt ?? now()) - 1)).seen;
  const start = last === undefined ? null : upcomingStart(last.match, offset);
  const isReminded = start !== null && start.kind !== 'estimated';
  const record = {
    held,
    firstPhase: isKnownLonger ? 'unknown' : phaseOf(first?.state.status ?? ''),
    followedSince: since,
    news,
    reminderAt: isReminded ? start.at - settings.remindBefore * MINUTE : null,
    dailyAt: dailyDigestSpan(settings, date).from,
    now: now(),
  };
  // Of what is not stored nothing is known.
  return { ...record, absences: firstAt === null ? new Map() : absentAlerts(channel, record) };
};

/** `/alerts why`: why a channel did or did not receive a match's alerts; which others follow it. */
export const why = async (request: CommandRequest, services: Services) => {
  const usual = await channelFromOption(request, services);
  const id = await anyMatchNamed(request, request.text('match') ?? '', services);
  const held = await trackedMatch(id, services);
  const channels = await channelsOfGuild(services.db, usual.guildId);
  const followedBy = await followsIn(held, channels, services);
  const following = channels
    .filter(({ discordId, broken }) => request.maySee(discordId) && broken !== 'unknown-channel')
    .filter((each) => followedBy(each).length > 0);
  const asked = [request.channel('channel')?.id, request.channelId, request.parentId];
  const channel = asked.includes(usual.discordId) ? usual : (following[0] ?? usual);
  const followed = followedBy(channel);
  const others = following.filter(({ key }) => key !== channel.key);
  const own = await followsOf(services.db, { channelKey: channel.key, memberId: null });
  const names = await Promise.all(
    followed
      .filter((target) => own.some((each) => isSameTarget(each, target)))
      .map((target) => nameOfTarget(request, target, services)),
  );
  return whyMessage(request, {
    ...(await recordOf(held, channel, services, followed)),
    channel,
    missing: services.missingIn(channel),
    timedOutUntil: services.timedOutUntil(channel.guildId),
    followed: names,
    others: others.map(({ discordId }) => `<#${discordId}>`),
    card: await cardOf(held, channel, services),
    setUpAt: await setUpAt(services.db, channel.key),
  });
};

/** What the settings of a channel would post about a match, from the button of `why`. */
export const preview = async (request: ComponentRequest, channel: Channel, services: Services) => {
  const held = await trackedMatch(numberIn(request.values[2]), services);
  return previewMessage(request, held, {
    told: readerIn(channel.locale),
    channel,
    isFollowed: (await followsIn(held, [channel], services))(channel).length > 0,
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
