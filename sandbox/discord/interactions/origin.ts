import { ApplicationIntegrationType } from 'discord-api-types/v10';
import { isPrivate } from '../channels/direct.ts';
import { refusal } from '../errors.ts';
import { ACCOUNTS, APPLICATION_ID, GUILD_ID, userOf } from '../guild/accounts.ts';
import type { MessageBody, State, StoredChannel, StoredInteraction } from '../state/state.ts';

/**
 * Who has added the app, as an interaction states it: the guild (in direct messages with the bot
 * that is `0`), and the person, when they have.
 */
export const ownersFor = (
  { appUsers, bot }: Readonly<State>,
  channel: StoredChannel,
  personId: string,
): Readonly<Partial<Record<ApplicationIntegrationType, string>>> => ({
  ...(isPrivate(channel) || !bot.isMember
    ? {}
    : { [ApplicationIntegrationType.GuildInstall]: channel.recipientId === null ? GUILD_ID : '0' }),
  ...(appUsers.has(personId) ? { [ApplicationIntegrationType.UserInstall]: personId } : {}),
});

/** The metadata of a message about the interaction that it answers. */
export const originOf = (
  state: Readonly<State>,
  channel: StoredChannel,
  interaction: StoredInteraction,
): Partial<MessageBody> => {
  const account = ACCOUNTS.get(interaction.userId);
  if (account === undefined) throw refusal('unknownUser');
  const user = userOf(account);
  const metadataOf = ({
    id,
    type,
    commandName,
    sourceMessageId,
    opener,
  }: StoredInteraction): object => ({
    id,
    type,
    user,
    authorizing_integration_owners: ownersFor(state, channel, interaction.userId),
    ...(commandName === null ? {} : { name: commandName }),
    ...(sourceMessageId === null ? {} : { interacted_message_id: sourceMessageId }),
    ...(opener === undefined ? {} : { triggering_interaction_metadata: metadataOf(opener) }),
  });
  const origin = {
    application_id: APPLICATION_ID,
    webhook_id: APPLICATION_ID,
    interaction_metadata: metadataOf(interaction),
    ...(interaction.commandName === null
      ? {}
      : {
          interaction: {
            id: interaction.id,
            type: interaction.type,
            name: interaction.commandName,
            user,
          },
        }),
  };
  return origin as Partial<MessageBody>; // the union of metadata kinds, told apart by `type`
};
