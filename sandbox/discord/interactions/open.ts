import { randomBytes } from 'node:crypto';
import type { InteractionType } from 'discord-api-types/v10';
import { answerPermissionsIn, permissionsIn } from '../channels/access.ts';
import { peopleIn } from '../channels/direct.ts';
import { presentChannel } from '../channels/present.ts';
import type { Discord } from '../discord.ts';
import { APPLICATION_ID, GUILD_ID, userOf, type Account } from '../guild/accounts.ts';
import { GUILD_FEATURES, GUILD_LOCALE } from '../guild/guild.ts';
import { fullMemberOf } from '../guild/members.ts';
import type { StoredChannel, StoredInteraction, StoredMessage } from '../state/state.ts';
import { contextFor } from './offered.ts';
import { ownersFor } from './origin.ts';
import { presentMessage } from '../messages/present.ts';

/** A person's action that the bot has to answer. */
export interface Act {
  readonly type: Exclude<InteractionType, typeof InteractionType.Ping>;
  readonly person: Account;
  readonly channel: StoredChannel;
  /** Discord's `data` of the interaction. */
  readonly data: object;
  readonly commandName?: string;
  readonly source?: StoredMessage | null;
  /** Of a form: the interaction that it answered. */
  readonly opener?: StoredInteraction;
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
    createdAt: discord.machineNow(),
    commandName: act.commandName ?? null,
    sourceMessageId: source?.body.id ?? null,
    answeredWith: null,
    originalId: null,
    ...(act.opener === undefined ? {} : { opener: act.opener }),
  };
  discord.commit({ type: 'interaction', interaction });
  const people = peopleIn(channel).length;
  discord.dispatch({
    name: 'INTERACTION_CREATE',
    guildId: people === 0 ? GUILD_ID : null,
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
      app_permissions: String(answerPermissionsIn(discord.state, channel)),
      attachment_size_limit: discord.limits.fileBytes,
      context: contextFor(people),
      authorizing_integration_owners: ownersFor(discord.state, channel, person.id),
      ...(people === 0 ? guildPart(discord, act) : { user: userOf(person) }),
      ...(source === null ? {} : { message: presentMessage(discord, source, person.id) }),
    },
  });
  return interaction;
};

const guildPart = ({ state }: Discord, { person, channel }: Act) => {
  return {
    guild_id: GUILD_ID,
    guild: { id: GUILD_ID, locale: GUILD_LOCALE, features: GUILD_FEATURES },
    guild_locale: GUILD_LOCALE,
    member: {
      ...fullMemberOf(state, person),
      permissions: String(permissionsIn(state, channel, person)),
    },
  };
};
