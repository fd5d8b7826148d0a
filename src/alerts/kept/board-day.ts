import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { dayBoard } from '../../domain/alerts/board.ts';
import { targetKey, type FollowTarget } from '../../domain/alerts/follows.ts';
import type { VenueOffset } from '../../domain/alerts/subject.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { localTime } from '../../domain/local-time.ts';
import type { Instant } from '../../domain/terms.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { HOUR, MINUTE } from '../../lib/time.ts';
import type { MessageBody } from '../../render/message.ts';
import { boardAsOf, boardMessage } from '../../render/schedule/board.ts';
import type { Channel } from '../../store/channels/channels.ts';
import type { Db } from '../../store/connection/database.ts';
import { matchStatesAt } from '../../store/matches/match-states.ts';
import { findMatches } from '../../store/matches/matches.ts';
import { revisionsSince } from '../../store/matches/match-lists.ts';
import { matchPool, venueClocks, wantedIn, type MatchPool } from '../delivery/day-matches.ts';

/** The longest day of a time zone: what is over for longer was not played today. */
const RESULTS_FOR_MS = 26 * HOUR;

interface RenderedBoard {
  readonly body: MessageBody;
  readonly digest: string;
}

/** Boards that were rendered from one day: channels with the same choices share theirs. */
const MAX_VARIANTS = 1_000;

/** Countries of players and clocks of venues become known without a change of a match. */
const REREAD_AFTER_MS = 5 * MINUTE;

export interface BoardDay extends MatchPool {
  readonly offsets: ReadonlyMap<number, VenueOffset>;
  /** Empty again for each new day, and whenever a match has changed. */
  readonly variants: LRUCache<string, RenderedBoard>;
}

const dayOf = async (
  db: Db,
  matches: readonly TrackedMatch[],
  offsets: BoardDay['offsets'],
): Promise<BoardDay> => {
  const variants = new LRUCache<string, RenderedBoard>({ max: MAX_VARIANTS });
  return { ...(await matchPool(db, matches)), offsets, variants };
};

/** The day as it was before a spoiler delay, its choice of matches included: who plays next is a result, too. */
export const delayedDay = async (db: Db, day: BoardDay, then: Instant): Promise<BoardDay> => {
  const recent = day.matches.filter(({ changedAt }) => changedAt > then);
  if (recent.length === 0) return day;
  const ids = recent.map(({ match }) => match.id);
  const states = await matchStatesAt(db, ids, then);
  const matches = day.matches.flatMap((held) => {
    if (held.changedAt <= then) return held;
    const seen = states.get(held.match.id);
    if (seen === undefined) return [];
    const { match, state, rev, at } = seen;
    return { ...held, match, state, rev, changedAt: at, delayedSince: null };
  });
  return await dayOf(db, matches, day.offsets);
};

/** Reads the day's matches for all boards at once: while none changes, that is one query for their revisions. */
export const createDayReader = (db: Db) => {
  let held = new Map<number, { readonly rev: string; readonly match: TrackedMatch }>();
  let read:
    | { readonly revisions: string; readonly at: Instant; readonly day: BoardDay }
    | undefined;

  return async (now: Instant): Promise<BoardDay> => {
    const revisions = await revisionsSince(db, now - RESULTS_FOR_MS);
    const together = JSON.stringify(revisions);
    if (read?.revisions === together && now - read.at < REREAD_AFTER_MS) return read.day;
    const changed = revisions.filter(({ id, rev }) => held.get(id)?.rev !== rev);
    const fresh = new Map(
      (
        await findMatches(
          db,
          changed.map(({ id }) => id),
        )
      ).map((match) => [match.match.id, match]),
    );
    held = new Map(
      revisions.flatMap(({ id, rev }) => {
        const match = fresh.get(id) ?? held.get(id)?.match;
        return match === undefined ? [] : [[id, { rev, match }]];
      }),
    );
    const matches = [...held.values()].map(({ match }) => match);
    const clockOf = venueClocks(db);
    const offsets = new Map<number, VenueOffset>();
    for (const match of matches) offsets.set(match.match.id, await clockOf(match));
    const day = await dayOf(db, matches, offsets);
    read = { revisions: together, at: now, day };
    return day;
  };
};

export interface BoardContent {
  /** Of all but the time of the update. */
  readonly digest: string;
  readonly bodyAt: (updatedAt: Instant) => MessageBody;
}

export const boardContent = (
  { settings, locale }: Channel,
  day: BoardDay,
  follows: readonly FollowTarget[],
  today: Instant,
): BoardContent => {
  const { date } = localTime(settings.timeZone, today);
  const reader = readerIn(locale);
  const render = (): RenderedBoard => {
    const matches = wantedIn(day, settings, follows);
    const board = dayBoard(matches, day.offsets, date, settings.timeZone);
    const body = boardMessage(reader, { ...board, style: settings });
    const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
    return { body, digest };
  };
  const variant = JSON.stringify([locale, date, settings, follows.map(targetKey).sort()]);
  const { body, digest } = day.variants.get(variant) ?? render();
  day.variants.set(variant, { body, digest });
  return { digest, bodyAt: (updatedAt) => boardAsOf(reader, body, updatedAt) };
};
