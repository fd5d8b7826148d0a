import { Complaint } from '../complaint.ts';
import type { Discord } from '../discord.ts';
import { guildCreateData } from '../gateway/payloads.ts';
import { isoTime } from '../json.ts';
import { bitsOf, type PermissionName } from '../permissions.ts';
import { BOT, BOT_ROLE_ID, GUILD_ID } from './accounts.ts';
import { fullMemberOf } from './members.ts';
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

/** Gives the bot a time-out until an instant, or ends it with null. */
export const timeOutBot = (discord: Discord, until: number | null): void => {
  const timedOutUntil = until === null ? null : isoTime(until);
  discord.commit({ type: 'bot', bot: { ...discord.state.bot, timedOutUntil } });
  // At its end Discord sends nothing.
  if (until !== null) {
    const data = { guild_id: GUILD_ID, ...fullMemberOf(discord.state, BOT) };
    discord.dispatch({ name: 'GUILD_MEMBER_UPDATE', guildId: GUILD_ID, data, isOfBot: true });
  }
  discord.stateChanged();
};

/** Ends the bot's time-out at its time. */
export const settleTimeOut = (discord: Discord): void => {
  const { timedOutUntil } = discord.state.bot;
  const isOver = Date.parse(timedOutUntil ?? '') <= discord.now();
  if (isOver) timeOutBot(discord, null);
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
