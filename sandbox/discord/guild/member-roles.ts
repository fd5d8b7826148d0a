import type { APIRole } from 'discord-api-types/v10';
import type { Discord } from '../discord.ts';
import { GUILD_ID, type Account } from './accounts.ts';
import { fullMemberOf } from './members.ts';
import { roleIdsOf } from './roles.ts';

/** Stores a new or changed role and announces it. */
export const publishRole = (discord: Discord, role: APIRole): void => {
  const name = discord.state.roles.has(role.id) ? 'GUILD_ROLE_UPDATE' : 'GUILD_ROLE_CREATE';
  discord.commit({ type: 'role', role });
  discord.dispatch({ name, guildId: GUILD_ID, data: { guild_id: GUILD_ID, role } });
  discord.stateChanged();
};

/** Removes a role, which takes it from its members, and announces it. */
export const publishRoleDeletion = (discord: Discord, id: string): void => {
  discord.commit({ type: 'role-gone', id });
  const data = { guild_id: GUILD_ID, role_id: id };
  discord.dispatch({ name: 'GUILD_ROLE_DELETE', guildId: GUILD_ID, data });
  discord.stateChanged();
};

/** Gives a member a role or takes it, and announces the member. */
export const setMemberRole = (
  discord: Discord,
  account: Account,
  roleId: string,
  isGiven: boolean,
): void => {
  const others = roleIdsOf(discord.state, account).filter((id) => id !== roleId);
  const roleIds = isGiven ? [...others, roleId] : others;
  discord.commit({ type: 'member-roles', userId: account.id, roleIds });
  const data = { guild_id: GUILD_ID, ...fullMemberOf(discord.state, account) };
  discord.dispatch({
    name: 'GUILD_MEMBER_UPDATE',
    guildId: GUILD_ID,
    data,
    isOfBot: account.bot,
  });
  discord.stateChanged();
};
