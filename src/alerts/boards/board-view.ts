import { createHash } from 'node:crypto';
import { dayBoard } from '../../domain/alerts/board.ts';
import { delayOf } from '../../domain/alerts/verdict.ts';
import { targetKey, type FollowTarget } from '../../domain/alerts/follows.ts';
import { localTime } from '../../domain/local-time.ts';
import type { HeldMatch } from '../../domain/match/state.ts';
import type { Instant } from '../../domain/terms.ts';
import { readerIn } from '../../i18n/i18n.ts';
import type { MessageBody } from '../../render/message.ts';
import { boardAsOf, boardMessage } from '../../render/schedule/board.ts';
import type { Channel } from '../../store/channels/channels.ts';
import type { Db } from '../../store/connection/database.ts';
import { matchStatesAt } from '../../store/matches/match-states.ts';
import { wantedIn } from '../agenda/day-matches.ts';
import type { BoardDay, RenderedBoard } from './read-day.ts';

/** What a board should show now. */
export interface BoardContent {
  /** Of all but the time of the update. */
  readonly digest: string;
  readonly bodyAt: (updatedAt: Instant) => MessageBody;
}

/** The matches as they were some time ago; null for one that was not known then. */
export type Hindsight = ReadonlyMap<number, HeldMatch | null>;

const NOTHING: Hindsight = new Map();

/** One query for each spoiler delay, and none for those within which no match has changed. */
export const hindsights = async (
  db: Db,
  { matches }: BoardDay,
  channels: readonly Pick<Channel, 'settings'>[],
  now: Instant,
): Promise<ReadonlyMap<number, Hindsight>> => {
  const delays = new Set(channels.map(({ settings }) => delayOf(settings)));
  const made = new Map<number, Hindsight>();
  for (const delay of delays) {
    const then = now - delay;
    const recent = matches.filter(({ changedAt }) => changedAt > then);
    if (delay === 0 || recent.length === 0) continue;
    const ids = recent.map(({ match }) => match.id);
    const states = await matchStatesAt(db, ids, then);
    made.set(
      delay,
      new Map(
        recent.map((held) => {
          const seen = states.get(held.match.id);
          if (seen === undefined) return [held.match.id, null];
          const { match, state, rev, at } = seen;
          const was = { ...held, match, state, rev, changedAt: at, delayedSince: null };
          return [held.match.id, was];
        }),
      ),
    );
  }
  return made;
};

export const boardContent = (
  channel: Channel,
  day: BoardDay,
  follows: readonly FollowTarget[],
  { today, seen = NOTHING }: { readonly today: Instant; readonly seen: Hindsight | undefined },
): BoardContent => {
  const { settings, locale } = channel;
  const { date } = localTime(settings.timeZone, today);
  const reader = readerIn(locale);
  const render = (): RenderedBoard => {
    const matches = wantedIn(day, settings, follows).flatMap((held) => {
      const then = seen.get(held.match.id);
      return then === undefined ? [held] : (then ?? []);
    });
    const board = dayBoard(matches, day.offsets, date, settings.timeZone);
    const body = boardMessage(reader, { ...board, style: settings });
    const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
    return { body, digest };
  };
  const variant = JSON.stringify([locale, date, settings, follows.map(targetKey).sort()]);
  // What a spoiler delay still holds back changes with the clock.
  const known = seen.size > 0 ? undefined : day.variants.get(variant);
  const { body, digest } = known ?? render();
  if (seen.size === 0) day.variants.set(variant, { body, digest });
  return { digest, bodyAt: (updatedAt) => boardAsOf(reader, body, updatedAt) };
};
