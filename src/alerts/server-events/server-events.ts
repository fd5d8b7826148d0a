import { unwantedMatch } from '../../domain/alert-settings.ts';
import { upcomingStart } from '../../domain/beginnings.ts';
import { isTold } from '../../domain/follows.ts';
import type { HeldMatch } from '../../domain/held-match.ts';
import { phaseOf } from '../../domain/match.ts';
import { standingOf } from '../../domain/server-event.ts';
import type { Instant } from '../../domain/terms.ts';
import { drawIn } from '../../domain/ties.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { MINUTE, HOUR, DAY } from '../../lib/time.ts';
import { eventText } from '../../render/server-event.ts';
import { followedBy } from '../../store/audiences.ts';
import { channelsWithEvents } from '../../store/channel-settings.ts';
import type { Channel } from '../../store/channels.ts';
import { findMatches, matchesInPlay, matchesUpcoming } from '../../store/matches.ts';
import { serverEvents, type ServerEvent } from '../../store/server-events.ts';
import { readMatchOffset } from '../../store/venue-offset.ts';
import { delayedSnapshot } from '../hindsight.ts';
import {
  createServerCalendar,
  type EventPlan,
  type ServerCalendarOptions,
} from './server-calendar.ts';
import type { EventOutcome } from './server-event-writer.ts';
import { targetsIn } from '../subject.ts';
import { namingTargets } from '../unwanted-matches.ts';

export interface ServerEventsOptions extends ServerCalendarOptions {
  readonly serviceNow: () => Instant;
}

/** Matches become events of the server so long before they begin. */
const AHEAD = 3 * DAY;

/** Discord refuses an event in the past; what begins sooner is begun by its start. */
const SOONEST = MINUTE;

/** Discord wants an end: as long as a long match takes. */
const LASTS = 3 * HOUR;

/** An event that Discord refused is tried again after so long. */
const REFUSED_FOR = HOUR;

/** One thing to do in a server. */
interface Step {
  readonly guildId: string;
  readonly take: () => Promise<EventOutcome['kind']>;
}

/** What was noted of events, as it is asked for. */
interface Noted {
  readonly ofMatch: (matchId: number) => ReadonlyMap<string, ServerEvent>;
  readonly idsIn: (guildId: string) => ReadonlySet<string>;
}

/**
 * Brings finals, or all followed matches, into the events of the servers that wish it: made when
 * their time is known, moved when it moves, begun and ended with the match. What a server shows is
 * noted, so that a restart makes nothing twice; what somebody deleted stays deleted. A server whose
 * channel has a spoiler delay sees begin and end as late as that.
 */
export const createServerEvents = (options: ServerEventsOptions) => {
  const { db, now, serviceNow, log } = options;
  const calendar = createServerCalendar(options);

  /** @param offset of the venue, minutes ahead of UTC */
  const planFor = (channel: Channel, held: HeldMatch, offset: number | null): EventPlan | null => {
    const isOn = phaseOf(held.state.status) === 'playing';
    const at = isOn ? serviceNow() + SOONEST : announcedAt(held, offset);
    // Discord's clock is ours: the sandbox's service may run ahead of it.
    const start = at === null ? null : at - serviceNow() + now();
    if (start === null || start < now() + SOONEST / 2) return null;
    const text = eventText(readerIn(channel.locale), held, start, start + LASTS);
    const { name, location } = text;
    return { text, shown: JSON.stringify({ name, location, at }) };
  };

  /** What is to be done of a match in the server of a channel; null for nothing. */
  const stepFor = (
    channel: Channel,
    held: HeldMatch,
    seen: {
      readonly event: ServerEvent | undefined;
      readonly isWanted: boolean;
      readonly offset: number | null;
      readonly noted: Noted;
    },
  ): Step['take'] | null => {
    const { event, isWanted, offset, noted } = seen;
    const { guildId } = channel;
    if (event === undefined || isForgiven(event)) {
      const plan = planFor(channel, held, offset);
      if (plan === null || plan.text.startsAt > now() + AHEAD) return null;
      const key = { matchId: held.match.id, guildId };
      return () => calendar.make(key, plan, noted.idsIn(guildId));
    }
    if (!isWanted && event.standing !== 'active') return () => calendar.callOff(event);
    const standing = standingOf(held);
    const plan = standing === 'scheduled' ? planFor(channel, held, offset) : null;
    const isMoved = plan !== null && plan.shown !== event.shown;
    if (standing === event.standing && !isMoved) return null;
    return () => calendar.change(event, standing, plan);
  };

  /** What is to be done of one match, in all servers that wish for events. */
  const stepsOf = async (
    newest: HeldMatch,
    channels: readonly Channel[],
    noted: Noted,
  ): Promise<readonly Step[]> => {
    const named = await followedBy(
      db,
      namingTargets(newest),
      channels.filter((channel) => promisesTooLittle(channel, newest)).map(({ key }) => key),
    );
    const wishing = channels.filter((channel) =>
      isWished(channel, newest, isTold(channel.settings, named.get(channel.key))),
    );
    const follows = await followedBy(
      db,
      await targetsIn(db, newest),
      wishing.map(({ key }) => key),
    );
    const offset = await readMatchOffset(db, newest);
    const events = noted.ofMatch(newest.match.id);
    const steps: Step[] = [];
    for (const channel of channels) {
      const { guildId, settings } = channel;
      const event = events.get(guildId);
      const isNew = event === undefined || isForgiven(event);
      // A pause changes nothing of what stands.
      if (channel.pausedAt !== null || (!isNew && !isOpen(event))) continue;
      const isWanted = isTold(settings, follows.get(channel.key));
      if (isNew && !isWanted) continue;
      // As the channel may know it by now: names, begin and end keep its spoiler delay.
      const { held } = await delayedSnapshot(db, newest, channel, now());
      if (held === undefined) continue;
      const take = stepFor(channel, held, { event, isWanted, offset, noted });
      if (take !== null) steps.push({ guildId, take });
    }
    return steps;
  };

  const isForgiven = ({ standing, at }: ServerEvent): boolean =>
    standing === 'refused' && now() - at > REFUSED_FOR;

  /** The error boundary of one server; what Discord does not take now waits for the next review. */
  const takeInTurn = async (guildId: string, steps: readonly Step[]): Promise<void> => {
    try {
      for (const { take } of steps) {
        const outcome = await take();
        if (outcome === 'failed' || outcome === 'limited') return;
      }
    } catch (error) {
      log.error({ err: error, guildId }, 'events of a server could not be kept');
    }
  };

  /** Makes, moves, begins and ends what is due. */
  const review = async (): Promise<void> => {
    const channels = await channelsWithEvents(db);
    const known = await serverEvents(db);
    if (channels.length === 0 && known.length === 0) return;
    const wishing = new Set(channels.map(({ guildId }) => guildId));
    const open = known.filter(isOpen);
    const steps = open
      .filter(({ guildId }) => !wishing.has(guildId))
      .map((event): Step => ({
        guildId: event.guildId,
        take: () => calendar.callOff(event),
      }));
    const noted = notedIn(known);
    const ahead = [...(await matchesInPlay(db)), ...(await matchesUpcoming(db))];
    const shown = await findMatches(
      db,
      open.map(({ matchId }) => matchId),
    );
    const matches = new Map([...ahead, ...shown].map((held) => [held.match.id, held]));
    for (const held of matches.values()) steps.push(...(await stepsOf(held, channels, noted)));
    // Side by side: one that Discord lets wait holds nobody else back.
    const byGuild = Map.groupBy(steps, ({ guildId }) => guildId);
    await Promise.all([...byGuild].map(([guildId, own]) => takeInTurn(guildId, own)));
  };

  return { review };
};

/** An estimate moves each hour: a calendar of the server waits for what is announced. */
const announcedAt = ({ match }: HeldMatch, offset: number | null): Instant | null => {
  const start = upcomingStart(match, offset);
  return start === null || start.kind === 'estimated' ? null : start.at;
};

const isFinal = ({ match }: HeldMatch): boolean => match.round === 1 && drawIn(match) === 'main';

const isOpen = ({ standing, eventId }: ServerEvent): boolean =>
  eventId !== null && (standing === 'scheduled' || standing === 'active');

const promisesTooLittle = ({ settings }: Channel, held: HeldMatch): boolean =>
  unwantedMatch(settings, held) === 'watchability';

const isWished = ({ settings }: Channel, held: HeldMatch, isNamed: boolean): boolean =>
  unwantedMatch(settings, held, isNamed) === null &&
  (settings.events !== 'finals' || isFinal(held));

const notedIn = (known: readonly ServerEvent[]): Noted => {
  const byMatch = Map.groupBy(known, ({ matchId }) => matchId);
  const byGuild = Map.groupBy(known, ({ guildId }) => guildId);
  return {
    ofMatch: (matchId) => new Map(byMatch.get(matchId)?.map((event) => [event.guildId, event])),
    idsIn: (guildId) => new Set(byGuild.get(guildId)?.flatMap(({ eventId }) => eventId ?? [])),
  };
};
