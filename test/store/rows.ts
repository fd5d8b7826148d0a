import type { Match } from '#src/domain/match/match.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { setUpChannel, type Channel, type ChannelSetup } from '#src/store/channels/channels.ts';
import type { Db } from '#src/store/connection/database.ts';
import { addFollow, type AddedFollow } from '#src/store/follows/follows.ts';
import type { FollowTarget } from '#src/domain/alerts/follows.ts';
import { insertMatch, updateMatch } from '#src/store/matches/matches.ts';
import { aMatch } from '../domain/feed.ts';

/** The time of the tests. */
export const NOON = Date.UTC(2026, 5, 7, 12);

/** The Discord id of the n-th channel, server or user of a test. */
export const discordId = (n: number): string => `11000000000000${String(n).padStart(5, '0')}`;

/** The n-th alert channel, by default in a server of its own. */
export const aChannel = (
  db: Db,
  n: number,
  overrides: Partial<ChannelSetup> = {},
): Promise<Channel> =>
  setUpChannel(
    db,
    {
      discordId: discordId(n),
      guildId: discordId(50_000 + n),
      locale: 'en',
      configuredBy: discordId(90_000),
      ...overrides,
    },
    NOON,
  );

export const aPlayer = (id: number): FollowTarget => ({ kind: 'player', id });

/** Adds a follow of a channel, or of a member in it. */
export const follow = (
  db: Db,
  { key: channelKey }: Channel,
  target: FollowTarget,
  memberId: string | null = null,
): Promise<AddedFollow> => addFollow(db, { channelKey, memberId }, target, NOON);

/** Inserts a new match. */
export const hold = async (db: Db, match: Partial<Match> = {}, now = NOON): Promise<Match> => {
  const whole = aMatch(match);
  await insertMatch(db, { match: whole, state: stateOf(whole), now });
  return whole;
};

/** Writes the next revision of a match over `rev`. */
export const change = (db: Db, rev: number, match: Match, now = NOON): Promise<boolean> =>
  updateMatch(db, rev, { match, state: stateOf(match), now });

/** Notes that a channel was sent so many posts just now. */
export const postsBefore = async (db: Db, channelKey: number, count: number): Promise<void> => {
  const sent = Array.from({ length: count }, (_, n) => ({
    eventId: 1_000_000 + n,
    channelKey,
    outcome: 'sent' as const,
    reason: null,
    detail: null,
    dueAt: null,
    messageId: null,
    targetId: null,
    attempts: 0,
    shownRev: 0,
    priority: null,
    lastDelayReason: null,
    digestAt: null,
    pingedTo: null,
    at: Date.now(),
  }));
  await db.insertInto('deliveries').values(sent).execute();
};
