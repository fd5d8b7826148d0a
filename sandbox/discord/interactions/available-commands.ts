import type { APIApplicationCommand } from 'discord-api-types/v10';
import { may, permissionsIn } from '../channels/access.ts';
import { isPrivate, peopleIn } from '../channels/direct.ts';
import { Complaint } from '../complaint.ts';
import type { Account } from '../guild/accounts.ts';
import { namesOf } from '../permissions.ts';
import { commandPermissionOf } from './command-permissions.ts';
import { contextFor, isOffered, permissionsLacked, type CommandContext } from './offered.ts';
import { allCommands, type State, type StoredChannel } from '../state/state.ts';

/** The commands that a person's client offers in a channel. */
export const availableCommands = (
  state: Readonly<State>,
  person: Account,
  channel: StoredChannel,
): APIApplicationCommand[] =>
  allCommands(state).filter(
    (command) =>
      isOffered(command, standingOf(state, person, channel)) &&
      missingFor(state, command, person, channel) === 0n,
  );

/** Throws a `Complaint` when the person may not run the command here. */
export const requireAvailable = (
  state: Readonly<State>,
  command: APIApplicationCommand,
  person: Account,
  channel: StoredChannel,
): void => {
  const isDirect = channel.recipientId !== null;
  if (!isDirect && !may(state, channel, person, 'UseApplicationCommands')) {
    throw new Complaint(`${person.displayName} may not use commands in #${channel.name}`);
  }
  const standing = standingOf(state, person, channel);
  if (!isOffered(command, standing)) {
    const hasReach = isOffered(command, { ...standing, hasApp: true });
    throw new Complaint(
      hasReach
        ? `${person.displayName} has not added the app: /${command.name} is not offered here`
        : `/${command.name} cannot be run ${placeWords(channel)}`,
    );
  }
  const missing = missingFor(state, command, person, channel);
  if (missing === 0n) return;
  const names = namesOf(missing).join(', ') || 'a permission that only administrators have';
  throw new Complaint(`${person.displayName} may not run /${command.name}: it needs ${names}`);
};

const standingOf = (
  { appUsers, bot }: Readonly<State>,
  { id }: Account,
  channel: StoredChannel,
): CommandContext => ({
  context: contextFor(peopleIn(channel).length),
  serverHasApp: bot.isMember,
  hasApp: appUsers.has(id),
});

const placeWords = (channel: StoredChannel): string => {
  if (channel.recipientId === null) return 'in a server';
  return isPrivate(channel) ? 'between two people' : 'in direct messages';
};

/** The permissions that the person lacks to run a command here; in direct messages it takes none. */
const missingFor = (
  state: Readonly<State>,
  command: APIApplicationCommand,
  person: Account,
  channel: StoredChannel,
): bigint =>
  channel.recipientId === null
    ? permissionsLacked(
        command,
        permissionsIn(state, channel, person),
        commandPermissionOf(state, command.id, person),
      )
    : 0n;
