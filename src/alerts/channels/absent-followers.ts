import { DAY } from '../../lib/time.ts';
import {
  followersOfGuild,
  deleteGuildMember,
  guildsWithFollowers,
  recordAbsence,
  clearAbsence,
  type GuildMember,
} from '../../store/members/absent-members.ts';
import type { AlertsContext } from '../delivery/delivery.ts';

interface AbsentFollowersOptions extends Pick<AlertsContext, 'db' | 'now' | 'log'> {
  readonly isServed: (guildId: string) => boolean;
  /** Whether a user is a member of a server; null when Discord does not answer. */
  readonly isMember: (member: GuildMember) => Promise<boolean | null>;
}

const RETENTION_MS = 30 * DAY;

/** Requests to Discord each minute, few beside the 50 a second that it allows. */
const CHECKS_PER_MINUTE = 20;

/** Deletes follows of members who left. Discord reports departures only with a privileged intent: each is asked daily. */
export const createAbsentFollowers = ({
  db,
  now,
  isServed,
  isMember,
  log,
}: AbsentFollowersOptions): (() => Promise<void>) => {
  let guilds: string[] = [];
  const members: GuildMember[] = [];
  let nextPassAt = -Infinity;

  /** The next members to check; none when all were checked today. */
  const next = async (): Promise<readonly GuildMember[]> => {
    if (guilds.length === 0 && members.length === 0 && now() >= nextPassAt) {
      nextPassAt = now() + DAY;
      guilds = (await guildsWithFollowers(db)).filter(isServed);
    }
    while (members.length < CHECKS_PER_MINUTE) {
      const guildId = guilds.shift();
      if (guildId === undefined) break;
      const found = await followersOfGuild(db, guildId);
      members.push(...found.map((memberId) => ({ guildId, memberId })));
    }
    return members.splice(0, CHECKS_PER_MINUTE);
  };

  const check = async (member: GuildMember): Promise<void> => {
    const isPresent = await isMember(member);
    if (isPresent === null) return;
    if (isPresent) {
      await clearAbsence(db, member);
      return;
    }
    const since = await recordAbsence(db, member, now());
    if (now() - since < RETENTION_MS) return;
    await deleteGuildMember(db, member);
    log.info({ guildId: member.guildId }, 'follows of a member who left 30 days ago deleted');
  };

  return async () => {
    for (const member of await next()) {
      await check(member).catch((error: unknown) => {
        log.warn(
          { err: error, guildId: member.guildId },
          'membership of a follower could not be checked',
        );
      });
    }
  };
};
