import type { EventStanding } from '../../domain/server-event.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Logger } from '../../lib/logger.ts';
import { MINUTE, HOUR } from '../../lib/time.ts';
import type { EventText } from '../../render/server-event.ts';
import type { Db } from '../../store/database.ts';
import { writeWithRetry } from '../../store/persistently.ts';
import { forgetServerEvent, noteServerEvent, type ServerEvent } from '../../store/server-events.ts';
import type { EventOutcome, EventWriter, StandingEvent } from './server-event-writer.ts';

/** An event as it is to be, and what of it is compared, to see whether it has moved. */
export interface EventPlan {
  readonly text: EventText;
  /** Times by the service's clock, which ours may drift from. */
  readonly shown: string;
}

/** Which match, among the events of which server. */
export type EventKey = Pick<ServerEvent, 'matchId' | 'guildId'>;

export interface ServerCalendarOptions {
  readonly db: Db;
  readonly now: () => Instant;
  readonly writer: EventWriter;
  readonly log: Logger;
}

/** A change that Discord refused is tried again after so long: the permission may be given back. */
const CHANGE_REFUSED_FOR = 10 * MINUTE;

/** The same two pairs do not meet twice within this. */
const SAME_MATCH = HOUR;

/**
 * Makes, changes and calls off the events of servers, and notes what became of it. Discord takes no
 * nonce for an event: before the first one is made in a server, and after a failure of it or of ours,
 * it is asked for those that stand there without a note, since an answer was lost, or the process
 * killed in between.
 */
export const createServerCalendar = ({ db, now, writer, log }: ServerCalendarOptions) => {
  const refusedAt = new Map<string, Instant>();
  /** By server: events of ours that nobody has noted. */
  const strays = new Map<string, readonly StandingEvent[]>();

  const note = (event: ServerEvent): Promise<void> =>
    writeWithRetry(() => noteServerEvent(db, event));

  const straysIn = async (
    guildId: string,
    noted: ReadonlySet<string>,
  ): Promise<readonly StandingEvent[] | null> => {
    const known = strays.get(guildId);
    if (known !== undefined) return known;
    const standing = await writer.list(guildId);
    if (standing === null) return null;
    const unknown = standing.filter(({ eventId }) => !noted.has(eventId));
    strays.set(guildId, unknown);
    return unknown;
  };

  /**
   * Makes an event, or takes up the one that stands there already.
   * @param noted Discord's ids of the events of this server that are known
   */
  const make = async (
    { matchId, guildId }: EventKey,
    { text, shown }: EventPlan,
    noted: ReadonlySet<string>,
  ): Promise<EventOutcome['kind']> => {
    const unknown = await straysIn(guildId, noted);
    if (unknown === null) return 'failed';
    const key = { matchId, guildId, at: now() };
    const stray = unknown.find(
      ({ name, startsAt }) => name === text.name && Math.abs(startsAt - text.startsAt) < SAME_MATCH,
    );
    if (stray !== undefined) {
      const { eventId, standing } = stray;
      // What it shows is not known: it is written once more.
      await note({ ...key, eventId, standing, shown: '' });
      strays.set(
        guildId,
        unknown.filter((each) => each !== stray),
      );
      return 'done';
    }
    // Until it is known, and noted, what became of it, it may stand there without a note.
    strays.delete(guildId);
    const made = await writer.create(guildId, text);
    if (made.kind === 'done') {
      const { eventId } = made;
      await note({ ...key, eventId, standing: 'scheduled', shown });
    } else if (made.kind === 'refused') {
      await note({ ...key, eventId: null, standing: 'refused', shown });
      log.warn({ guildId, reason: made.reason }, 'an event of a server was refused');
    }
    if (made.kind !== 'failed') strays.set(guildId, unknown);
    return made.kind;
  };

  /** Brings an event to how it is to stand, and to what it is to say where that has changed. */
  const change = async (
    event: ServerEvent,
    standing: EventStanding,
    planned: EventPlan | null,
  ): Promise<EventOutcome['kind']> => {
    const kind = await changeTo(event, standing, planned?.text ?? null);
    if (kind !== 'done' && kind !== 'gone') return kind;
    await note({
      ...event,
      standing,
      eventId: kind === 'gone' ? null : event.eventId,
      shown: planned?.shown ?? event.shown,
      at: now(),
    });
    return kind;
  };

  /**
   * What nobody wishes any more is called off, or ended when it has begun. It is forgotten, too: who
   * wishes for it again shall have it.
   */
  const callOff = async (event: ServerEvent): Promise<EventOutcome['kind']> => {
    const kind = await changeTo(event, 'canceled', null);
    if (kind === 'done' || kind === 'gone') await forgetServerEvent(db, event);
    return kind;
  };

  const changeTo = async (
    event: ServerEvent,
    standing: EventStanding,
    text: EventText | null,
  ): Promise<EventOutcome['kind']> => {
    const { guildId, eventId, standing: from } = event;
    if (eventId === null) return 'gone';
    const isAtRest = now() - (refusedAt.get(eventId) ?? -Infinity) < CHANGE_REFUSED_FOR;
    if (isAtRest) return 'refused';
    for (const change of stepsTo(from, standing, text)) {
      const { kind } = await writer.change(guildId, eventId, change);
      if (kind === 'refused') refusedAt.set(eventId, now());
      if (kind !== 'done') return kind;
    }
    refusedAt.delete(eventId);
    return 'done';
  };

  return { make, change, callOff };
};

type Change = Parameters<EventWriter['change']>[2];

/** The requests that bring an event from how it stands to how it is to stand. */
const stepsTo = (
  from: ServerEvent['standing'],
  to: EventStanding,
  event: EventText | null,
): readonly Change[] => {
  const text = event === null ? {} : { event };
  if (from === to) return [text];
  // Discord ends only what has begun: a match whose start was missed begins and ends at once.
  if (from === 'scheduled' && to === 'completed') {
    return [{ standing: 'active' }, { ...text, standing: to }];
  }
  // And what has begun is not called off any more.
  const isBegun = from === 'active' && to === 'canceled';
  return [{ ...text, standing: isBegun ? 'completed' : to }];
};
