import { ChannelType } from 'discord-api-types/v10';
import type { ControlState, ShownChannel } from '../control-contract.ts';
import type { Discord } from '../discord.ts';
import { APPLICATION_ID, BOT, GUILD_ID, PEOPLE, type Account } from '../guild/accounts.ts';
import { GUILD_NAME } from '../guild/guild.ts';
import { availableCommands } from '../interactions/available-commands.ts';
import { namesOf } from '../permissions.ts';
import { allCommands, type StoredChannel } from '../state/state.ts';
import { presentPerson } from './people.ts';

/** A channel as the control API shows it. */
export const showChannel = (channel: StoredChannel): ShownChannel => ({
  id: channel.id,
  name: channel.name,
  type: channel.type,
  parentId: channel.parentId,
  topic: channel.topic,
  deniedToBot: channel.overwrites
    .filter(({ id }) => id === APPLICATION_ID)
    .flatMap(({ deny }) => namesOf(BigInt(deny))),
});

/** Everything that the page shows beside messages; with `person`, only commands that they may run. */
export const controlState = (discord: Discord, person: Account | null = null): ControlState => {
  const { state } = discord;
  const general = [...state.channels.values()].find(({ type }) => type === ChannelType.GuildText);
  return {
    guild: { id: GUILD_ID, name: GUILD_NAME },
    channels: [...state.channels.values()].map(showChannel),
    people: PEOPLE.map(presentPerson),
    bot: { id: BOT.id, username: BOT.displayName, online: discord.isBotOnline() },
    commands:
      person === null || general === undefined
        ? allCommands(state)
        : availableCommands(state, person, general),
    faults: discord.faults.current,
    hasWorld: discord.worldUrl !== null,
  };
};
