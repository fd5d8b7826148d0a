import { unwantedMatch } from '../domain/alert-settings.ts';
import { beginsAt } from '../domain/beginnings.ts';
import { isTold } from '../domain/follows.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf } from '../domain/match.ts';
import { standingOf, type EventStanding } from '../domain/server-event.ts';
import type { Instant } from '../domain/terms.ts';
import { readerIn } from '../i18n/i18n.ts';
import type { Logger } from '../lib/logger.ts';
import { eventText, type EventText } from '../render/server-event.ts';
import { followedBy } from '../store/audiences.ts';
import { channelsWithEvents, type Channel } from '../store/channels.ts';
import type { Db } from '../store/database.ts';
import { findMatches, matchesInPlay, matchesUpcoming } from '../store/matches.ts';
import {
  forgetServerEvent,
  noteServerEvent,
  serverEvents,
  type ServerEvent,
} from '../store/server-events.ts';
import { standingFor } from './hindsight.ts';
import type { EventOutcome, EventWriter } from './server-event-writer.ts';
import { targetsIn } from './subject.ts';
import { offsetOf } from './venue-offset.ts';

export interface ServerEventsOptions {
  readonly db: Db;
  readonly now: () => Instant;
  readonly serviceNow: () => Instant;
  readonly writer: EventWriter;
  readonly log: Logger;
}

/** An event as it is to be, and what of it is compared, to see whether it has moved. */
interface Plan {
  readonly text: EventText;
  /** Times by the service's clock, which ours may drift from. */
  readonly shown: string;
}

/** Matches become events of the server so long before they begin. */
const AHEAD = 3 * 24 * 60 * 60_000;

/** Discord refuses an event in the past; what begins sooner is begun by its start. */
const SOONEST = 60_000;

/** Discord wants an end: as long as a long match takes. */
const LASTS = 3 * 60 * 60_000;

/** An event that Discord refused is tried again after so long. */
const REFUSED_FOR = 60 * 60_000;

/** And a change of one, since the permission may be given back at any time. */
const CHANGE_REFUSED_FOR = 10 * 60_000;

const isFinal = ({ match }: HeldMatch): boolean => match.round === 1;

const isOpen = ({ standing, eventId }: ServerEvent): boolean =>
  eventId !== null && (standing === 'scheduled' || standing === 'active');

/**
 * Brings finals, or all followed matches, into the events of the servers that wish it: made when
 * their time is known, moved when it moves, begun and ended with the match. What a server shows is
 * noted, so that a restart makes nothing twice; what somebody deleted stays deleted. A server whose
 * channel has a spoiler delay sees begin and end as late as that.
 */
export const createServerEvents = ({ db, now, serviceNow, writer, log }: ServerEventsOptions) => {
  const refusedAt = new Map<string, Instant>();

  /** When a match begins, by the service's clock. */
  const startOf = async (held: HeldMatch): Promise<Instant | null> =>
    phaseOf(held.state.status) === 'playing'
      ? serviceNow() + SOONEST
      : beginsAt(held, await offsetOf(db, held));

  const plan = async (channel: Channel, held: HeldMatch): Promise<Plan | null> => {
    const at = await startOf(held);
    // Discord's clock is ours: the sandbox's service may run ahead of it.
    const start = at === null ? null : at - serviceNow() + now();
    if (at === null || start === null || start < now() + SOONEST / 2) return null;
    const text = eventText(readerIn(channel.locale), held, start, start + LASTS);
    const { name, location } = text;
    return { text, shown: JSON.stringify({ name, location, at }) };
  };

  const make = async (channel: Channel, held: HeldMatch): Promise<void> => {
    const planned = await plan(channel, held);
    if (planned === null || planned.text.startsAt > now() + AHEAD) return;
    const { guildId } = channel;
    const { text, shown } = planned;
    const key = { matchId: held.match.id, guildId, shown, at: now() };
    const made = await writer.create(guildId, text);
    if (made.kind === 'done') {
      await noteServerEvent(db, { ...key, eventId: made.eventId, standing: 'scheduled' });
    } else if (made.kind === 'refused') {
      await noteServerEvent(db, { ...key, eventId: null, standing: 'refused' });
      log.warn({ guildId, reason: made.reason }, 'an event of a server was refused');
    }
  };

  const update = async (channel: Channel, held: HeldMatch, event: ServerEvent): Promise<void> => {
    const standing = standingOf(held);
    const planned = standing === 'scheduled' ? await plan(channel, held) : null;
    const isMoved = planned !== null && planned.shown !== event.shown;
    if (standing === event.standing && !isMoved) return;
    await change(event, standing, planned);
  };

  /** Changes an event at Discord, and notes what became of it. */
  const change = async (
    event: ServerEvent,
    standing: EventStanding,
    planned: Plan | null,
  ): Promise<void> => {
    const { eventId } = event;
    if (eventId === null || isAtRest(eventId)) return;
    const text = planned?.text ?? null;
    const { kind } = await changeTo(event.guildId, eventId, {
      from: event.standing,
      standing,
      text,
    });
    if (kind === 'refused') refusedAt.set(eventId, now());
    if (kind === 'failed' || kind === 'refused') return;
    refusedAt.delete(eventId);
    await noteServerEvent(db, {
      ...event,
      standing,
      eventId: kind === 'gone' ? null : eventId,
      shown: planned?.shown ?? event.shown,
      at: now(),
    });
  };

  const changeTo = async (
    guildId: string,
    eventId: string,
    to: {
      readonly from: ServerEvent['standing'];
      readonly standing: EventStanding;
      readonly text: EventText | null;
    },
  ): Promise<EventOutcome> => {
    const { from, standing, text } = to;
    // Discord ends only what has begun: a match whose start was missed begins and ends at once.
    if (from === 'scheduled' && standing === 'completed') {
      const begun = await writer.change(guildId, eventId, { standing: 'active' });
      if (begun.kind !== 'done') return begun;
    }
    // And what has begun is not called off any more.
    const isBegun = from === 'active' && standing === 'canceled';
    return await writer.change(guildId, eventId, {
      ...(text === null ? {} : { event: text }),
      ...(from === standing ? {} : { standing: isBegun ? 'completed' : standing }),
    });
  };

  /** Discord refused to change it a moment ago. */
  const isAtRest = (eventId: string): boolean =>
    now() - (refusedAt.get(eventId) ?? -Infinity) < CHANGE_REFUSED_FOR;

  /**
   * What nobody wishes any more is called off, or ended when it has begun. It is forgotten, too: who
   * wishes for it again shall have it.
   */
  const callOff = async (event: ServerEvent): Promise<void> => {
    const { eventId, guildId, standing: from } = event;
    if (eventId === null || isAtRest(eventId)) return;
    const standing = from === 'active' ? 'completed' : 'canceled';
    const { kind } = await changeTo(guildId, eventId, { from, standing, text: null });
    if (kind === 'refused') refusedAt.set(eventId, now());
    if (kind === 'done' || kind === 'gone') await forgetServerEvent(db, event);
  };

  /** One match in all servers that wish for events. */
  const reviewMatch = async (
    newest: HeldMatch,
    channels: readonly Channel[],
    events: ReadonlyMap<string, ServerEvent>,
  ): Promise<void> => {
    const wishing = channels.filter((channel) => isWished(channel, newest));
    const follows = await followedBy(
      db,
      await targetsIn(db, newest),
      wishing.map(({ key }) => key),
    );
    for (const channel of channels) {
      const event = events.get(channel.guildId);
      const isNew = event === undefined || isForgiven(event);
      // A pause changes nothing of what stands.
      if (channel.pausedAt !== null || (!isNew && !isOpen(event))) continue;
      const isWanted = isTold(channel.settings, follows.get(channel.key));
      if (isNew && !isWanted) continue;
      // As the channel may know it by now: names, begin and end keep its spoiler delay.
      const { held } = await standingFor(db, newest, channel, now());
      if (held === undefined) continue;
      if (isNew) await make(channel, held);
      else if (isWanted || event.standing === 'active') await update(channel, held, event);
      else await callOff(event);
    }
  };

  const isForgiven = ({ standing, at }: ServerEvent): boolean =>
    standing === 'refused' && now() - at > REFUSED_FOR;

  /** Makes, moves, begins and ends what is due. */
  const review = async (): Promise<void> => {
    const channels = await channelsWithEvents(db);
    const known = await serverEvents(db);
    if (channels.length === 0 && known.length === 0) return;
    const wishing = new Set(channels.map(({ guildId }) => guildId));
    const open = known.filter(isOpen);
    for (const event of open) if (!wishing.has(event.guildId)) await callOff(event);
    const byMatch = Map.groupBy(known, ({ matchId }) => matchId);
    const ahead = [...(await matchesInPlay(db)), ...(await matchesUpcoming(db))];
    const shown = await findMatches(
      db,
      open.map(({ matchId }) => matchId),
    );
    const matches = new Map([...ahead, ...shown].map((held) => [held.match.id, held]));
    for (const [id, held] of matches) {
      const events = new Map((byMatch.get(id) ?? []).map((event) => [event.guildId, event]));
      await reviewMatch(held, channels, events);
    }
  };

  return { review };
};

const isWished = ({ settings }: Channel, held: HeldMatch): boolean =>
  unwantedMatch(settings, held) === null && (settings.events !== 'finals' || isFinal(held));

export type ServerEvents = ReturnType<typeof createServerEvents>;
