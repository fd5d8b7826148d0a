import { refusal } from '../errors.ts';
import { ACCOUNTS, APPLICATION_ID, GUILD_ID, userOf } from '../guild/accounts.ts';
import type { MessageBody, StoredInteraction } from '../state/state.ts';

/** What a message tells about the interaction that it answers. */
export const originOf = (interaction: StoredInteraction): Partial<MessageBody> => {
  const account = ACCOUNTS.get(interaction.userId);
  if (account === undefined) throw refusal('unknownUser');
  const user = userOf(account);
  const metadata = {
    id: interaction.id,
    type: interaction.type,
    user,
    authorizing_integration_owners: { 0: GUILD_ID },
    ...(interaction.commandName === null ? {} : { name: interaction.commandName }),
    ...(interaction.sourceMessageId === null
      ? {}
      : { interacted_message_id: interaction.sourceMessageId }),
  };
  const origin = {
    application_id: APPLICATION_ID,
    webhook_id: APPLICATION_ID,
    interaction_metadata: metadata,
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
