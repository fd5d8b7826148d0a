import type { APIGuildMember, GuildMemberFlags } from 'discord-api-types/v10';
import { withFlags } from '../flags.ts';
import { userOf, type Account } from './accounts.ts';

/** A member as interactions carry those they mention: without the user, and without voice. */
export const memberOutline = (
  account: Account,
): Omit<APIGuildMember, 'user' | 'deaf' | 'mute'> => ({
  roles: [...account.roleIds],
  nick: null,
  avatar: null,
  banner: null,
  joined_at: account.joinedAt,
  premium_since: null,
  communication_disabled_until: null,
  pending: false,
  flags: withFlags<GuildMemberFlags>(undefined, 0),
});

/** A member without its user, as messages carry it. */
export const memberOf = (account: Account): Omit<APIGuildMember, 'user'> => ({
  ...memberOutline(account),
  deaf: false,
  mute: false,
});

/** A member as Discord's API object. */
export const fullMemberOf = (account: Account): APIGuildMember => ({
  ...memberOf(account),
  user: userOf(account),
});
