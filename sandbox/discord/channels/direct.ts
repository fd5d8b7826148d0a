import { ChannelType } from 'discord-api-types/v10';
import { Complaint } from '../complaint.ts';
import type { Discord } from '../discord.ts';
import type { Account } from '../guild/accounts.ts';
import { plainChannel, type StoredChannel } from '../state/state.ts';

/** The people who talk in a direct message beside the bot, or among themselves; none in the guild. */
export const peopleIn = ({ recipientId, companionId }: StoredChannel): readonly string[] =>
  [recipientId, companionId].filter((id) => typeof id === 'string');

/** Whether two people talk among themselves: the bot is not a member and receives no events. */
export const isPrivate = ({ companionId }: StoredChannel): boolean => companionId !== undefined;

/** The conversation of a person with the bot, or with `companion`; created if missing. */
export const directChannel = (
  discord: Discord,
  person: Account,
  companion?: Account,
): StoredChannel => {
  if (companion?.id === person.id) throw new Complaint('Nobody writes to themselves here');
  const wanted = [person, ...(companion === undefined ? [] : [companion])];
  const known = [...discord.state.channels.values()].find((channel) => {
    const people = peopleIn(channel);
    return people.length === wanted.length && wanted.every(({ id }) => people.includes(id));
  });
  if (known !== undefined) return known;
  const channel = plainChannel({
    id: discord.nextId(),
    type: ChannelType.DM,
    name: wanted.map(({ username }) => username).join('-'),
    recipientId: person.id,
    ...(companion === undefined ? {} : { companionId: companion.id }),
  });
  // No gateway event: since version 8 of its API, Discord sends bots no event for direct message channels.
  discord.commit({ type: 'channel', channel });
  discord.stateChanged();
  return channel;
};
