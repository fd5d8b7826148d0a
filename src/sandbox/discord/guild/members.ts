import type { APIGuildMember } from 'discord-api-types/v10';
import { NO_FLAGS, userOf, type Account } from './accounts.ts';

/** A member without its user, as messages carry it. */
export const memberOf = (account: Account): Omit<APIGuildMember, 'user'> => ({
  roles: [...account.roleIds],
  nick: null,
  avatar: null,
  banner: null,
  joined_at: account.joinedAt,
  premium_since: null,
  communication_disabled_until: null,
  deaf: false,
  mute: false,
  pending: false,
  flags: NO_FLAGS,
});

/** A member as Discord's API object. */
export const fullMemberOf = (account: Account): APIGuildMember => ({
  ...memberOf(account),
  user: userOf(account),
});
