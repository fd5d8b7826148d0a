import { Complaint } from '../complaint.ts';
import type { Discord } from '../discord.ts';
import { guildCreateData } from '../gateway/payloads.ts';
import { isoTime } from '../json.ts';
import { bitsOf, type PermissionName } from '../permissions.ts';
import { BOT_ROLE_ID, GUILD_ID } from './accounts.ts';
import { rolesOf } from './roles.ts';

/** Removes the bot from the guild: it receives one event, and has no access from then on. */
export const removeBot = (discord: Discord): void => {
  const { bot } = discord.state;
  if (!bot.isMember) throw new Complaint('The bot is not in the server');
  discord.commit({ type: 'bot', bot: { ...bot, isMember: false } });
  // Without `unavailable`: with it, the guild would have an outage.
  discord.dispatch({ name: 'GUILD_DELETE', guildId: GUILD_ID, data: { id: GUILD_ID } });
  discord.stateChanged();
};

/**
 * Invites the bot with these permissions. A bot that is a member already stays, and its role gets
 * them, as with Discord's invitation links.
 */
export const inviteBot = (discord: Discord, permissions: readonly PermissionName[]): void => {
  const { isMember, joinedAt } = discord.state.bot;
  discord.commit({
    type: 'bot',
    bot: {
      isMember: true,
      permissions: String(bitsOf(permissions)),
      joinedAt: isMember ? joinedAt : isoTime(discord.now()),
    },
  });
  const { state } = discord;
  if (isMember) {
    const role = rolesOf(state).find(({ id }) => id === BOT_ROLE_ID);
    const data = { guild_id: GUILD_ID, role };
    discord.dispatch({ name: 'GUILD_ROLE_UPDATE', guildId: GUILD_ID, data });
  } else {
    const forIntents = (intents: number) => guildCreateData(state, intents);
    discord.dispatch({ name: 'GUILD_CREATE', guildId: GUILD_ID, data: null, forIntents });
  }
  discord.stateChanged();
};
