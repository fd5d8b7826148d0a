import { randomBytes } from 'node:crypto';
import { InteractionContextType, type InteractionType } from 'discord-api-types/v10';
import { botAccount, permissionsIn } from '../channels/access.ts';
import { presentChannel } from '../channels/present.ts';
import type { Discord } from '../discord.ts';
import { APPLICATION_ID, GUILD_ID, userOf, type Account } from '../guild/accounts.ts';
import { GUILD_LOCALE, guildObject } from '../guild/guild.ts';
import { fullMemberOf } from '../guild/members.ts';
import type { StoredChannel, StoredInteraction, StoredMessage } from '../state/state.ts';
import { presentMessage } from '../messages/present.ts';

/** Somebody does something that the bot is to answer. */
export interface Act {
  readonly type: Exclude<InteractionType, typeof InteractionType.Ping>;
  readonly person: Account;
  readonly channel: StoredChannel;
  /** Discord's `data` of the interaction. */
  readonly data: object;
  readonly commandName?: string;
  readonly source?: StoredMessage | null;
}

/** Remembers an interaction and sends it to the bot. */
export const openInteraction = (discord: Discord, act: Act): StoredInteraction => {
  const { type, channel, person, source = null } = act;
  const interaction: StoredInteraction = {
    id: discord.nextId(),
    token: randomBytes(48).toString('base64url'),
    type,
    channelId: channel.id,
    userId: person.id,
    createdAt: discord.now(),
    commandName: act.commandName ?? null,
    sourceMessageId: source?.body.id ?? null,
    answeredWith: null,
    originalId: null,
  };
  discord.commit({ type: 'interaction', interaction });
  const isDirect = channel.recipientId !== null;
  discord.dispatch({
    name: 'INTERACTION_CREATE',
    guildId: isDirect ? null : GUILD_ID,
    data: {
      id: interaction.id,
      application_id: APPLICATION_ID,
      type,
      token: interaction.token,
      version: 1,
      data: act.data,
      channel_id: channel.id,
      channel: presentChannel(discord.state, channel),
      locale: person.locale,
      entitlements: [],
      app_permissions: String(permissionsIn(discord.state, channel, botAccount())),
      attachment_size_limit: discord.limits.fileBytes,
      ...(isDirect ? directPart(person) : guildPart(discord, act)),
      ...(source === null ? {} : { message: presentMessage(discord, source, person.id) }),
    },
  });
  return interaction;
};

const directPart = (person: Account) => ({
  user: userOf(person),
  context: InteractionContextType.BotDM,
  authorizing_integration_owners: { 0: '0' },
});

const guildPart = ({ state }: Discord, { person, channel }: Act) => {
  const { features } = guildObject();
  return {
    guild_id: GUILD_ID,
    guild: { id: GUILD_ID, locale: GUILD_LOCALE, features },
    guild_locale: GUILD_LOCALE,
    member: {
      ...fullMemberOf(person),
      permissions: String(permissionsIn(state, channel, person)),
    },
    context: InteractionContextType.Guild,
    authorizing_integration_owners: { 0: GUILD_ID },
  };
};
