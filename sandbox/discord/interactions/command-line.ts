import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type APIApplicationCommand,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
} from 'discord-api-types/v10';
import { Complaint } from '../complaint.ts';

/** A command line, taken apart; the texts are as typed. */
export interface CommandLine {
  readonly command: APIApplicationCommand;
  /** The names of subcommand group and subcommand, when there are any. */
  readonly path: readonly string[];
  /** What can be given to it. */
  readonly options: readonly APIApplicationCommandBasicOption[];
  readonly given: readonly GivenOption[];
}

export interface GivenOption {
  readonly option: APIApplicationCommandBasicOption;
  readonly text: string;
}

interface Named {
  readonly name: string;
  readonly name_localizations?: Readonly<Record<string, string | null>> | null;
}

/**
 * Takes apart `/name [group] [subcommand] option:value with spaces option:value`. Names may be
 * typed as the person's client shows them, in its locale.
 *
 * Throws a `Complaint` for an unknown command, subcommand or option, or an option given twice.
 */
export const parseCommandLine = (
  line: string,
  commands: readonly APIApplicationCommand[],
  locale: string,
): CommandLine => {
  const words = /^\s*\/(?<name>\S+)(?<rest>(?!\S)[^]*)$/.exec(line)?.groups;
  if (words === undefined) throw new Complaint('A command begins with a slash: /name option:value');
  const slash = commands.filter(({ type }) => type === ApplicationCommandType.ChatInput);
  const command = slash.find((one) => isCalled(one, words['name'] ?? '', locale));
  if (command === undefined) throw new Complaint(unknownCommand(words['name'] ?? '', slash));
  const { path, options, rest } = descend(command, words['rest'] ?? '', locale);
  return {
    command,
    path,
    options,
    given: givenOptions(rest, options, locale, `/${[command.name, ...path].join(' ')}`),
  };
};

const unknownCommand = (name: string, commands: readonly Named[]): string => {
  const known = commands.map((one) => `/${one.name}`).join(', ');
  return `There is no command /${name}. ${known === '' ? 'No bot has registered one yet.' : `There are: ${known}`}`;
};

const isCalled = (named: Named, name: string, locale: string): boolean =>
  named.name === name || named.name_localizations?.[locale] === name;

type Options = readonly APIApplicationCommandOption[];

const isGrouping = (option: APIApplicationCommandOption) =>
  option.type === ApplicationCommandOptionType.Subcommand ||
  option.type === ApplicationCommandOptionType.SubcommandGroup;

/** Follows subcommand groups and subcommands down to the options. */
const descend = (command: APIApplicationCommand, text: string, locale: string) => {
  const path: string[] = [];
  let options: Options = command.options ?? [];
  let rest = text;
  while (options.some(isGrouping)) {
    const words = rest.trimStart();
    const [word = ''] = words.split(/\s/, 1);
    const after = words.slice(word.length);
    const inner = options.find((option) => isGrouping(option) && isCalled(option, word, locale));
    if (inner === undefined || !('options' in inner || isGrouping(inner))) {
      const known = options.map(({ name }) => name).join(', ');
      throw new Complaint(`/${[command.name, ...path].join(' ')} needs one of: ${known}`);
    }
    path.push(inner.name);
    options = 'options' in inner ? (inner.options ?? []) : [];
    rest = after;
  }
  return { path, rest, options: options.filter((option) => isBasic(option)) };
};

const isBasic = (option: APIApplicationCommandOption): option is APIApplicationCommandBasicOption =>
  !isGrouping(option);

/** Splits `one:text two:more text` at the options' names; only known names divide. */
const givenOptions = (
  text: string,
  options: readonly APIApplicationCommandBasicOption[],
  locale: string,
  called: string,
): GivenOption[] => {
  const starts = [...text.matchAll(/(?<=^|\s)(?<name>[^\s:]+):/g)].flatMap((match) => {
    const option = options.find((one) => isCalled(one, match.groups?.['name'] ?? '', locale));
    return option === undefined
      ? []
      : [{ option, at: match.index, from: match.index + match[0].length }];
  });
  const before = text.slice(0, starts[0]?.at).trim();
  if (before !== '') throw new Complaint(unknownOption(before, options, called));
  return starts.map(({ option, from }, index) => {
    if (starts.findIndex((other) => other.option === option) < index) {
      throw new Complaint(`${called} was given ${option.name} twice`);
    }
    return { option, text: text.slice(from, starts[index + 1]?.at).trim() };
  });
};

const unknownOption = (text: string, options: readonly Named[], called: string): string => {
  const known = options.map(({ name }) => `${name}:`).join(' ');
  return known === ''
    ? `${called} takes no options, not "${text}"`
    : `${called} does not know "${text}". It takes: ${known}`;
};
