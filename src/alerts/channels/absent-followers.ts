import type { Instant } from '../../domain/terms.ts';
import type { Logger } from '../../lib/logger.ts';
import { DAY } from '../../lib/time.ts';
import {
  followersOfGuild,
  forgetMemberOf,
  guildsWithFollowers,
  noteAbsent,
  notePresent,
  type MemberOf,
} from '../../store/absent-members.ts';
import type { Db } from '../../store/database.ts';

export interface AbsentFollowersOptions {
  readonly db: Db;
  readonly now: () => Instant;
  /** Whether this process serves a server; the process that does looks after its members. */
  readonly isServed: (guildId: string) => boolean;
  /** Whether somebody is a member of a server; null when Discord does not say. */
  readonly isMember: (member: MemberOf) => Promise<boolean | null>;
  readonly log: Logger;
}

/** Milliseconds between a member's leaving and the end of what they follow in that server. */
const KEPT_FOR = 30 * DAY;

/** Requests to Discord each minute, a small part of the 50 a second. */
const ASKED_AT_ONCE = 20;

/**
 * Ends what members follow in a server that they left. Discord tells of those who leave with a
 * privileged intent alone, so it is asked for each follower, once a day. Who is back within 30 days
 * loses nothing.
 * @returns what is to be called each minute: it goes on where it was.
 */
export const createAbsentFollowers = (options: AbsentFollowersOptions): (() => Promise<void>) => {
  const { db, now, isServed, isMember, log } = options;
  let guilds: string[] = [];
  const members: MemberOf[] = [];
  let nextPassAt = -Infinity;

  /** The next members to ask about; none when all were asked about today. */
  const next = async (): Promise<readonly MemberOf[]> => {
    if (guilds.length === 0 && members.length === 0 && now() >= nextPassAt) {
      nextPassAt = now() + DAY;
      guilds = (await guildsWithFollowers(db)).filter(isServed);
    }
    while (members.length < ASKED_AT_ONCE) {
      const guildId = guilds.shift();
      if (guildId === undefined) break;
      const found = await followersOfGuild(db, guildId);
      members.push(...found.map((memberId) => ({ guildId, memberId })));
    }
    return members.splice(0, ASKED_AT_ONCE);
  };

  const check = async (member: MemberOf): Promise<void> => {
    const isThere = await isMember(member);
    if (isThere === null) return;
    if (isThere) {
      await notePresent(db, member);
      return;
    }
    const since = await noteAbsent(db, member, now());
    if (now() - since < KEPT_FOR) return;
    await forgetMemberOf(db, member);
    log.info({ guildId: member.guildId }, 'a member left 30 days ago: their follows are deleted');
  };

  return async () => {
    for (const member of await next()) {
      await check(member).catch((error: unknown) => {
        log.warn({ err: error, guildId: member.guildId }, 'a follower could not be looked after');
      });
    }
  };
};
