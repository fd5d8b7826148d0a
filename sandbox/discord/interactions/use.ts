import { ApplicationCommandType, InteractionType } from 'discord-api-types/v10';
import { Complaint } from '../complaint.ts';
import type { Discord } from '../discord.ts';
import type { Account } from '../guild/accounts.ts';
import { presentMessage } from '../messages/present.ts';
import { allCommands, type StoredMessage } from '../state/state.ts';
import { requireAvailable } from './available-commands.ts';
import { openInteraction } from './open.ts';
import { interactionOutcome, type InteractionOutcome } from './outcome.ts';

/** An entry of the menu "Apps" of a message, by its English name. */
interface Use {
  readonly person: Account;
  readonly message: StoredMessage;
  readonly command: string;
}

/** Uses a message command. Throws a `Complaint` for one that the person's client does not offer. */
export const useOnMessage = (
  discord: Discord,
  { person, message, command: name }: Use,
): Promise<InteractionOutcome> => {
  const { state } = discord;
  const offered = allCommands(state).filter(({ type }) => type === ApplicationCommandType.Message);
  const command = offered.find((each) => each.name === name);
  if (command === undefined) {
    const known = offered.map((each) => each.name).join(', ') || 'none';
    throw new Complaint(`The menu "Apps" of a message has no "${name}". It has: ${known}`);
  }
  const channel = state.channels.get(message.body.channel_id);
  if (channel === undefined) throw new Complaint('The channel of this message is gone');
  requireAvailable(state, command, person, channel);
  const target = message.body.id;
  const data = {
    id: command.id,
    name: command.name,
    type: command.type,
    target_id: target,
    resolved: { messages: { [target]: presentMessage(discord, message, person.id) } },
  };
  return interactionOutcome(discord, () =>
    openInteraction(discord, {
      type: InteractionType.ApplicationCommand,
      person,
      channel,
      data,
      commandName: command.name,
    }),
  );
};
