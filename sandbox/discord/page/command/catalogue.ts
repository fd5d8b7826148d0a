import {
  type APIApplicationCommand,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from 'discord-api-types/v10';

/** A command that can be run: one without subcommands, or one subcommand of it. */
export interface CommandEntry {
  /** As the control API reads it: `h2h`, `alerts setup`. */
  readonly path: string;
  /** As this person's client shows it. */
  readonly label: string;
  readonly description: string;
  readonly options: readonly CommandOption[];
  /** Discord shows it only to members with a permission that ordinary members lack. */
  readonly restricted: boolean;
}

export type CommandOption = APIApplicationCommandBasicOption & {
  /** Name and description in this person's language. */
  readonly label: string;
  readonly hint: string;
  /** The names of its choices by what this person's client shows. */
  readonly choiceNames: ReadonlyMap<string, string>;
};

type Named = Pick<APIApplicationCommand, 'name' | 'name_localizations'>;

type Localised = Named & Pick<APIApplicationCommand, 'description' | 'description_localizations'>;

/**
 * Every command that can be typed, in `locale`: by name, the subcommands of one as they were registered
 * (https://github.com/discord/discord-api-docs/issues/3169).
 */
export function catalogue(
  commands: readonly APIApplicationCommand[],
  locale: string,
): readonly CommandEntry[] {
  return commands
    .filter((command) => command.type === ApplicationCommandType.ChatInput)
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .flatMap((command) => {
      const restricted = (command.default_member_permissions ?? null) !== null;
      return entriesOf(command, command.options ?? [], locale).map((entry) => ({
        ...entry,
        restricted,
      }));
    });
}

/** A command in the menu "Apps" of a message. */
export interface MessageCommandEntry {
  readonly name: string;
  /** As this person's client shows it. */
  readonly label: string;
}

export function messageEntries(
  commands: readonly APIApplicationCommand[],
  locale: string,
): readonly MessageCommandEntry[] {
  return commands
    .filter(({ type }) => type === ApplicationCommandType.Message)
    .map((command) => ({ name: command.name, label: nameIn(command, locale) }));
}

/** The entries whose words begin with what was typed after the slash; the best match first. */
export function findCommands(
  entries: readonly CommandEntry[],
  typed: string,
): readonly CommandEntry[] {
  const wanted = typed.replace(/^\//, '').trim().toLowerCase();
  const rank = (entry: CommandEntry) => {
    const names = [entry.path, entry.label].map((name) => name.toLowerCase());
    if (names.includes(wanted)) return 0;
    if (names.some((name) => name.startsWith(wanted))) return 1;
    if (names.some((name) => name.includes(wanted))) return 2;
    return 3;
  };
  return entries.filter((entry) => rank(entry) < 3).toSorted((a, b) => rank(a) - rank(b));
}

/** The entry whose full name stands at the start of `line`, and what follows it. */
export function recogniseCommand(
  entries: readonly CommandEntry[],
  line: string,
): { readonly entry: CommandEntry; readonly rest: string } | null {
  for (const entry of entries.toSorted((a, b) => b.path.length - a.path.length)) {
    const name = [entry.path, entry.label].find((each) => line.startsWith(`/${each} `));
    if (name !== undefined) return { entry, rest: line.slice(name.length + 2) };
  }
  return null;
}

function entriesOf(
  command: Localised,
  options: readonly APIApplicationCommandOption[],
  locale: string,
): readonly Omit<CommandEntry, 'restricted'>[] {
  const label = nameIn(command, locale);
  const own: CommandOption[] = [];
  const nested: Omit<CommandEntry, 'restricted'>[] = [];
  for (const option of options) {
    if (
      option.type === ApplicationCommandOptionType.Subcommand ||
      option.type === ApplicationCommandOptionType.SubcommandGroup
    ) {
      nested.push(...entriesOf(option, option.options ?? [], locale));
    } else {
      const choices: readonly Named[] = ('choices' in option ? option.choices : undefined) ?? [];
      own.push({
        ...option,
        label: nameIn(option, locale),
        hint: descriptionIn(option, locale),
        choiceNames: new Map(choices.map((choice) => [nameIn(choice, locale), choice.name])),
      });
    }
  }
  if (nested.length === 0) {
    return [
      { path: command.name, label, description: descriptionIn(command, locale), options: own },
    ];
  }
  return nested.map((entry) => ({
    ...entry,
    path: `${command.name} ${entry.path}`,
    label: `${label} ${entry.label}`,
  }));
}

function nameIn(named: Named, locale: string): string {
  return inLocale(named.name_localizations, locale) ?? named.name;
}

function descriptionIn(described: Localised, locale: string): string {
  return inLocale(described.description_localizations, locale) ?? described.description;
}

function inLocale(texts: Localised['name_localizations'], locale: string): string | null {
  const found = Object.entries(texts ?? {}).find(([name]) => name === locale);
  return found?.[1] ?? null;
}
