import { InteractionType } from 'discord-api-types/v10';
import { Complaint } from '../complaint.ts';
import type { Discord } from '../discord.ts';
import type { Account } from '../guild/accounts.ts';
import { allCommands, type StoredChannel } from '../state/state.ts';
import { requireAvailable } from './available-commands.ts';
import { commandData, type FilledOption } from './command-data.ts';
import { parseCommandLine, type CommandLine } from './command-line.ts';
import { filledFiles, type GivenFiles } from './given-files.ts';
import { offeredKey, type ClientMemory } from './memory.ts';
import { openInteraction } from './open.ts';
import { optionValue } from './option-values.ts';
import { interactionOutcome, type InteractionOutcome } from './outcome.ts';

/** A person at a channel, with a line typed. */
export interface Typed {
  readonly person: Account;
  readonly channel: StoredChannel;
  readonly line: string;
}

/** The command of a line, when the person may run it here. */
export const typedCommand = ({ state }: Discord, { person, channel, line }: Typed): CommandLine => {
  const parsed = parseCommandLine(line, allCommands(state), person.locale);
  requireAvailable(state, parsed.command, person, channel);
  return parsed;
};

/**
 * Runs a command line as a person. Throws a `Complaint` for what Discord's client would not send:
 * an option that is missing, unknown or of the wrong kind.
 *
 * @param files for the options that take one, by name
 */
export const runCommand = (
  discord: Discord,
  memory: ClientMemory,
  typed: Typed,
  files: GivenFiles = {},
): Promise<InteractionOutcome> => {
  const line = typedCommand(discord, typed);
  const { person, channel } = typed;
  const missing = line.options.filter(
    (option) =>
      option.required &&
      !line.given.some((given) => given.option === option) &&
      !Object.hasOwn(files, option.name),
  );
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    throw new Complaint(`/${[line.command.name, ...line.path].join(' ')} also needs: ${names}`);
  }
  const filled = line.given.map(({ option, text }): FilledOption => {
    const key = offeredKey(person.id, line.command.id, [...line.path, option.name]);
    const offered = memory.offered.get(key) ?? new Map<string, string>();
    return { option, value: optionValue(discord.state, option, text, offered) };
  });
  const data = commandData(discord.state, typed, line, [
    ...filled,
    ...filledFiles(discord, line, files),
  ]);
  return interactionOutcome(discord, () =>
    openInteraction(discord, {
      type: InteractionType.ApplicationCommand,
      person,
      channel,
      data,
      commandName: [line.command.name, ...line.path].join(' '),
    }),
  );
};
