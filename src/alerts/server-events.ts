import { beginsAt } from '../domain/beginnings.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf } from '../domain/match.ts';
import { unwantedMatch } from '../domain/alert-settings.ts';
import type { Instant } from '../domain/terms.ts';
import { readerIn } from '../i18n/i18n.ts';
import type { Logger } from '../lib/logger.ts';
import { eventText, type EventText } from '../render/server-event.ts';
import { isFollowed } from '../store/audiences.ts';
import { channelsWithEvents, type Channel } from '../store/channels.ts';
import type { Db } from '../store/database.ts';
import { findMatches, matchesInPlay, matchesUpcoming } from '../store/matches.ts';
import { noteServerEvent, serverEvents, type ServerEvent } from '../store/server-events.ts';
import { standingFor } from './hindsight.ts';
import { offsetOf } from './venue-offset.ts';
import { targetsIn } from './subject.ts';

/** How an event of a server stands (Discord's documentation, "Guild Scheduled Event Status"). */
export type EventStanding = 'scheduled' | 'active' | 'completed' | 'canceled';

/** What becomes of a request about an event. */
export type EventOutcome =
  | { readonly kind: 'done'; readonly eventId: string }
  /** Somebody deleted it, or it is over: it is left alone. */
  | { readonly kind: 'gone' }
  /** A permission is missing, or the server has as many as it may have. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** The one way to the events of servers. */
export interface EventWriter {
  readonly create: (guildId: string, event: EventText) => Promise<EventOutcome>;
  readonly change: (
    guildId: string,
    eventId: string,
    change: { readonly event?: EventText; readonly standing?: EventStanding },
  ) => Promise<EventOutcome>;
}

export interface ServerEventsOptions {
  readonly db: Db;
  readonly now: () => Instant;
  readonly serviceNow: () => Instant;
  readonly writer: EventWriter;
  readonly log: Logger;
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

/**
 * Brings finals, or all followed matches, into the events of the servers that wish it: made when
 * their time is known, moved when it moves, begun and ended with the match. What a server shows is
 * noted, so that a restart makes nothing twice; what somebody deleted stays deleted. A server whose
 * channel has a spoiler delay sees begin and end as late as that.
 */
export const createServerEvents = (options: ServerEventsOptions) => {
  const { db, now, serviceNow, writer, log } = options;
  const refusedAt = new Map<string, Instant>();

  const isWanted = async (channel: Channel, held: HeldMatch): Promise<boolean> => {
    if (unwantedMatch(channel.settings, held) !== null) return false;
    if (channel.settings.events === 'finals' && !isFinal(held)) return false;
    return await isFollowed(db, await targetsIn(db, held), channel.key);
  };

  /** When a match begins, by our clock: the sandbox's service may run ahead of it. */
  const startOf = async (held: HeldMatch): Promise<Instant | null> => {
    const at = beginsAt(held, await offsetOf(db, held));
    return at === null ? null : at - serviceNow() + now();
  };

  const textOf = async (channel: Channel, held: HeldMatch): Promise<EventText | null> => {
    const isOn = phaseOf(held.state.status) === 'playing';
    const start = isOn ? now() + SOONEST : await startOf(held);
    if (start === null || start < now() + SOONEST / 2 || start > now() + AHEAD) return null;
    return eventText(readerIn(channel.locale), held, start, start + LASTS);
  };

  const note = (event: ServerEvent): Promise<void> => noteServerEvent(db, event);

  const make = async (channel: Channel, held: HeldMatch): Promise<void> => {
    const text = await textOf(channel, held);
    if (text === null) return;
    const { guildId } = channel;
    const key = { matchId: held.match.id, guildId, at: now() };
    const made = await writer.create(guildId, text);
    if (made.kind === 'done') {
      await note({ ...key, eventId: made.eventId, shown: shownOf(text, 'scheduled') });
    } else if (made.kind === 'refused') {
      await note({ ...key, eventId: null, shown: 'refused' });
      log.warn({ guildId, reason: made.reason }, 'an event of a server was refused');
    }
  };

  const standingOf = (held: HeldMatch): EventStanding => {
    const phase = phaseOf(held.state.status);
    if (phase === 'playing') return 'active';
    if (phase === 'over') return held.state.status === 'walkover' ? 'canceled' : 'completed';
    return held.state.status === 'deleted' ? 'canceled' : 'scheduled';
  };

  const update = async (channel: Channel, held: HeldMatch, event: ServerEvent): Promise<void> => {
    const { eventId, guildId, matchId } = event;
    if (eventId === null) return;
    const [, before = 'scheduled'] = event.shown.split(' ');
    const standing = standingOf(held);
    const text = standing === 'scheduled' ? await textOf(channel, held) : null;
    const shown = text === null ? `- ${standing}` : shownOf(text, standing);
    const isShown = text === null ? before === standing : event.shown === shown;
    if (isShown) return;
    if (now() - (refusedAt.get(eventId) ?? 0) < CHANGE_REFUSED_FOR) return;
    const change = await changeTo(guildId, eventId, { before, standing, text });
    if (change.kind === 'refused') refusedAt.set(eventId, now());
    if (change.kind === 'failed' || change.kind === 'refused') return;
    const isGone = change.kind === 'gone';
    await note({ matchId, guildId, eventId: isGone ? null : eventId, shown, at: now() });
  };

  /** Discord ends only what has begun: a match whose start was missed begins and ends at once. */
  const changeTo = async (
    guildId: string,
    eventId: string,
    to: {
      readonly before: string;
      readonly standing: EventStanding;
      readonly text: EventText | null;
    },
  ): Promise<EventOutcome> => {
    const { before, standing, text } = to;
    if (before === 'scheduled' && standing === 'completed') {
      const begun = await writer.change(guildId, eventId, { standing: 'active' });
      if (begun.kind !== 'done') return begun;
    }
    const isBegun = before === 'active' && standing === 'canceled';
    return await writer.change(guildId, eventId, {
      ...(text === null ? {} : { event: text }),
      ...(before === standing ? {} : { standing: isBegun ? 'completed' : standing }),
    });
  };

  const review = async (): Promise<void> => {
    const channels = await channelsWithEvents(db);
    const known = await serverEvents(db);
    if (channels.length === 0 && known.length === 0) return;
    const ahead = [...(await matchesInPlay(db)), ...(await matchesUpcoming(db))];
    const open = known.filter(({ shown }) => !/ (completed|canceled)$/.test(shown));
    const shown = await findMatches(
      db,
      open.map(({ matchId }) => matchId),
    );
    const held = new Map([...ahead, ...shown].map((each) => [each.match.id, each]));
    const wishing = new Set(channels.map(({ guildId }) => guildId));
    for (const event of open) {
      if (!wishing.has(event.guildId)) await callOff(event);
    }
    for (const channel of channels) {
      for (const newest of held.values()) {
        // As the channel may know it by now: names, begin and end keep its spoiler delay.
        const { held: match } = await standingFor(db, newest, channel, now());
        if (match === undefined) continue;
        const event = known.find(
          (each) => each.matchId === match.match.id && each.guildId === channel.guildId,
        );
        if (event !== undefined && !isForgiven(event)) await update(channel, match, event);
        else if (await isWanted(channel, match)) await make(channel, match);
      }
    }
  };

  /** What nobody wishes any more is called off, or ended when it has begun. */
  const callOff = async (event: ServerEvent): Promise<void> => {
    const { eventId, guildId } = event;
    if (eventId === null) return;
    const isActive = event.shown.endsWith(' active');
    const standing = isActive ? 'completed' : 'canceled';
    if (now() - (refusedAt.get(eventId) ?? 0) < CHANGE_REFUSED_FOR) return;
    const change = await writer.change(guildId, eventId, { standing });
    if (change.kind === 'refused') refusedAt.set(eventId, now());
    if (change.kind === 'failed' || change.kind === 'refused') return;
    await note({ ...event, eventId: null, shown: `- ${standing}`, at: now() });
  };

  const isForgiven = ({ shown, at }: ServerEvent): boolean =>
    shown === 'refused' && now() - at > REFUSED_FOR;

  return { review };
};

/** What a server shows of a match, to see whether that has changed. */
const shownOf = ({ name, location, startsAt }: EventText, standing: EventStanding): string =>
  `${[name, location, startsAt].map((part) => encodeURIComponent(part)).join('|')} ${standing}`;

export type ServerEvents = ReturnType<typeof createServerEvents>;
