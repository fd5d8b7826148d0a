import { botAccount, may, permissionsIn } from '../channels/access.ts';
import { peopleIn } from '../channels/direct.ts';
import type { ControlState, ShownChannel, ShownThread } from '../shown-state.ts';
import type { Discord } from '../discord.ts';
import { APPLICATION_ID, BOT, GUILD_ID, PEOPLE, type Account } from '../guild/accounts.ts';
import { GUILD_NAME } from '../guild/guild.ts';
import { rolesOf } from '../guild/roles.ts';
import { availableCommands } from '../interactions/available-commands.ts';
import { namesOf } from '../permissions.ts';
import { allCommands, type State, type StoredChannel, type StoredThread } from '../state/state.ts';
import { shownEvents } from './events-of-guild.ts';
import { presentPerson } from './people.ts';

/** A channel as the control API shows it. */
export const showChannel = (state: Readonly<State>, channel: StoredChannel): ShownChannel => ({
  id: channel.id,
  name: channel.name,
  type: channel.type,
  parentId: channel.parentId,
  topic: channel.topic,
  deniedToBot: ownOverwrites(channel).flatMap(({ deny }) => namesOf(BigInt(deny))),
  allowedToBot: ownOverwrites(channel).flatMap(({ allow }) => namesOf(BigInt(allow))),
  botPermissions: namesOf(permissionsIn(state, channel, botAccount())),
  peopleIds: peopleIn(channel),
  thread: channel.thread && shownThread(channel.thread),
});

const ownOverwrites = ({ overwrites }: StoredChannel) =>
  overwrites.filter(({ id }) => id === APPLICATION_ID);

const shownThread = ({ ownerId, createdAt, archived, locked }: StoredThread): ShownThread => ({
  ownerId,
  createdAt,
  archived,
  locked,
});

/** The person who sees the state, and their channel. */
export interface Viewer {
  readonly person: Account;
  readonly channel: StoredChannel;
}

/**
 * Everything that the page shows beside messages; to a viewer only the channels that they see, and
 * the commands that they may run in theirs.
 */
export const controlState = (discord: Discord, viewer: Viewer | null = null): ControlState => {
  const { state } = discord;
  const channels = [...state.channels.values()].filter(
    (channel) => viewer === null || may(state, channel, viewer.person, 'ViewChannel'),
  );
  return {
    guild: { id: GUILD_ID, name: GUILD_NAME },
    channels: channels.map((channel) => showChannel(state, channel)),
    roles: rolesOf(state).map(({ id, name, colors }) => ({
      id,
      name,
      color: colors.primary_color,
    })),
    events: shownEvents(state),
    people: PEOPLE.map((account) => presentPerson(state, account)),
    bot: {
      id: BOT.id,
      username: BOT.displayName,
      online: discord.isBotOnline(),
      isMember: state.bot.isMember,
      permissions: namesOf(BigInt(state.bot.permissions)),
    },
    commands:
      viewer === null
        ? allCommands(state)
        : availableCommands(state, viewer.person, viewer.channel),
    faults: discord.faults.current,
    hasWorld: discord.worldUrl !== null,
    isOnWorldClock: discord.isOnWorldClock,
  };
};
