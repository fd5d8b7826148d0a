import { bitOf } from '../../domain/alerts/alert-types.ts';
import { matchFilterReason } from '../../domain/alerts/settings.ts';
import { upcomingStart } from '../../domain/match/expected-start.ts';
import { receivesFollows } from '../../domain/alerts/follows.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { isPlaying } from '../../domain/match/match.ts';
import { serverEventStatusOf } from '../../domain/alerts/server-event.ts';
import type { Instant } from '../../domain/terms.ts';
import { drawIn } from '../../domain/tournament/ties.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { MINUTE, HOUR, DAY } from '../../lib/time.ts';
import { eventText } from '../../render/posts/server-event.ts';
import { followersByChannel } from '../../store/members/audiences.ts';
import { channelsWithEvents } from '../../store/channels/channel-settings.ts';
import type { Channel } from '../../store/channels/channels.ts';
import { findMatches, matchesInPlay, matchesUpcoming } from '../../store/matches/matches.ts';
import { serverEvents, type ServerEvent } from '../../store/channels/server-events.ts';
import { readMatchOffset } from '../../store/matches/venue-offset.ts';
import { delayedSnapshot, targetsIn } from '../delivery/subject.ts';
import {
  createServerCalendar,
  type EventPlan,
  type ServerCalendarOptions,
} from './server-calendar.ts';
import type { EventOutcome } from './server-event-writer.ts';

interface ServerEventsOptions extends ServerCalendarOptions {
  readonly serviceNow: () => Instant;
}

const AHEAD_MS = 3 * DAY;

/** Discord refuses a start in the past. */
const MIN_LEAD_MS = MINUTE;

/** Discord requires an end: the length of a long match. */
const DURATION_MS = 3 * HOUR;

const REFUSED_RETRY_MS = HOUR;

interface Step {
  readonly guildId: string;
  readonly take: () => Promise<EventOutcome['kind']>;
}

/** Keeps matches as scheduled events, moved, begun and ended with them. What a moderator has deleted stays deleted. */
export const createServerEvents = (options: ServerEventsOptions) => {
  const { db, now, serviceNow, log } = options;
  const calendar = createServerCalendar(options);

  /** @param offset of the venue, minutes ahead of UTC */
  const planFor = (
    channel: Channel,
    held: TrackedMatch,
    offset: number | null,
  ): EventPlan | null => {
    const isOn = isPlaying(held.state);
    const at = isOn ? serviceNow() + MIN_LEAD_MS : announcedAt(held, offset);
    // Discord uses our clock; the sandbox's service may run ahead of it.
    const start = at === null ? null : at - serviceNow() + now();
    if (start === null || start < now() + MIN_LEAD_MS / 2) return null;
    const text = eventText(readerIn(channel.locale), held, start, start + DURATION_MS);
    const { name, location } = text;
    return { text, shown: JSON.stringify({ name, location, at }) };
  };

  /** The request for a match in a channel's server; null for none. */
  const stepFor = (
    channel: Channel,
    held: TrackedMatch,
    event: ServerEvent | undefined,
    isWanted: boolean,
    offset: number | null,
  ): Step['take'] | null => {
    if (event === undefined || isRetryDue(event)) {
      const plan = planFor(channel, held, offset);
      if (plan === null || plan.text.startsAt > now() + AHEAD_MS) return null;
      const key = { matchId: held.match.id, guildId: channel.guildId };
      return () => calendar.create(key, plan);
    }
    if (!isWanted && event.status !== 'active') return () => calendar.cancel(event);
    const status = serverEventStatusOf(held);
    const plan = status === 'scheduled' ? planFor(channel, held, offset) : null;
    const isMoved = plan !== null && plan.shown !== event.shown;
    if (status === event.status && !isMoved) return null;
    return () => calendar.change(event, status, plan);
  };

  const stepsOf = async (
    newest: TrackedMatch,
    channels: readonly Channel[],
    known: readonly ServerEvent[],
  ): Promise<readonly Step[]> => {
    const wanting = channels.filter((channel) => isEventWanted(channel, newest));
    const follows = await followersByChannel(
      db,
      await targetsIn(db, newest),
      bitOf('news'),
      wanting.map(({ key }) => key),
    );
    const offset = await readMatchOffset(db, newest);
    const events = new Map(known.map((event) => [event.guildId, event]));
    const steps: Step[] = [];
    for (const channel of channels) {
      const { guildId, settings } = channel;
      const event = events.get(guildId);
      const isNew = event === undefined || isRetryDue(event);
      // A paused channel keeps its events unchanged.
      if (channel.pausedAt !== null || (!isNew && !isOpen(event))) continue;
      const isWanted = receivesFollows(settings, follows.get(channel.key));
      if (isNew && !isWanted) continue;
      // Names, start and end keep the channel's spoiler delay.
      const { held } = await delayedSnapshot(db, newest, channel, now());
      const take = held && stepFor(channel, held, event, isWanted, offset);
      if (take) steps.push({ guildId, take });
    }
    return steps;
  };

  const isRetryDue = ({ status, at }: ServerEvent): boolean =>
    status === 'refused' && now() - at > REFUSED_RETRY_MS;

  /** The error boundary of one server; a failed request waits for the next review. */
  const takeInTurn = async (guildId: string, steps: readonly Step[]): Promise<void> => {
    try {
      for (const { take } of steps) {
        const outcome = await take();
        if (outcome === 'failed' || outcome === 'limited') return;
      }
    } catch (error) {
      log.error({ err: error, guildId }, 'server events could not be updated');
    }
  };

  const review = async (): Promise<void> => {
    const channels = await channelsWithEvents(db);
    const known = await serverEvents(db);
    if (channels.length === 0 && known.length === 0) return;
    const wanting = new Set(channels.map(({ guildId }) => guildId));
    const open = known.filter(isOpen);
    const steps = open
      .filter(({ guildId }) => !wanting.has(guildId))
      .map((event): Step => ({
        guildId: event.guildId,
        take: () => calendar.cancel(event),
      }));
    const noted = Map.groupBy(known, ({ matchId }) => matchId);
    const ahead = [...(await matchesInPlay(db)), ...(await matchesUpcoming(db))];
    const shown = await findMatches(
      db,
      open.map(({ matchId }) => matchId),
    );
    const matches = new Map([...ahead, ...shown].map((held) => [held.match.id, held]));
    for (const [id, held] of matches)
      steps.push(...(await stepsOf(held, channels, noted.get(id) ?? [])));
    // In parallel: a rate limited server must not delay the others.
    const byGuild = Map.groupBy(steps, ({ guildId }) => guildId);
    await Promise.all([...byGuild].map(([guildId, own]) => takeInTurn(guildId, own)));
  };

  return { review };
};

/** An estimate moves all the time: only an announced start gets an event. */
const announcedAt = ({ match }: TrackedMatch, offset: number | null): Instant | null => {
  const start = upcomingStart(match, offset);
  return start === null || start.kind === 'estimated' ? null : start.at;
};

const isFinal = ({ match }: TrackedMatch): boolean => match.round === 1 && drawIn(match) === 'main';

const isOpen = ({ status, eventId }: ServerEvent): boolean =>
  eventId !== null && (status === 'scheduled' || status === 'active');

const isEventWanted = ({ settings }: Channel, held: TrackedMatch): boolean =>
  matchFilterReason(settings, held) === null && (settings.events !== 'finals' || isFinal(held));
