import type { APIGuildMember, GuildMemberFlags } from 'discord-api-types/v10';
import { withFlags } from '../flags.ts';
import { userOf, type Account } from './accounts.ts';
import { roleIdsOf, type RoleState } from './roles.ts';

/** A member as interactions carry those they mention: without the user, and without voice. */
export const memberOutline = (
  state: RoleState,
  account: Account,
): Omit<APIGuildMember, 'user' | 'deaf' | 'mute'> => ({
  roles: [...roleIdsOf(state, account)],
  nick: null,
  avatar: null,
  banner: null,
  joined_at: account.joinedAt,
  premium_since: null,
  communication_disabled_until: account.bot ? (state.bot.timedOutUntil ?? null) : null,
  pending: false,
  flags: withFlags<GuildMemberFlags>(undefined, 0),
});

/** A member without its user, as messages carry it. */
export const memberOf = (state: RoleState, account: Account): Omit<APIGuildMember, 'user'> => ({
  ...memberOutline(state, account),
  deaf: false,
  mute: false,
});

/** A member as Discord's API object. */
export const fullMemberOf = (state: RoleState, account: Account): APIGuildMember => ({
  ...memberOf(state, account),
  user: userOf(account),
});
