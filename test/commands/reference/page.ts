import {
  ApplicationCommandOptionType,
  InteractionContextType,
  PermissionFlagsBits,
  type APIApplicationCommandOption,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { Command } from '#src/discord/command.ts';
import { clientEndpoints, methodsReachedFrom } from './reach.ts';

/** What reads the service without a command: the entry file, and a name. */
const SOURCES = {
  'src/live/live.ts': 'live scores and schedule',
  'src/padel-api/names/directory-sync.ts': 'names to complete',
  'src/operator/webhooks.ts': '`npm run operator -- webhook`',
} as const;

const MANAGE_SERVER = String(PermissionFlagsBits.ManageGuild);

type Definition = RESTPostAPIChatInputApplicationCommandsJSONBody;

const fileOf = ({ definition }: Command): string => `commands/${definition.name}.ts`;

/** Which endpoints a file and what it imports reach, as the specification calls them. */
const endpointsFrom = (entry: string): readonly string[] => {
  const methods = methodsReachedFrom(entry);
  return clientEndpoints()
    .filter(({ method }) => methods.has(method))
    .map(({ name }) => name);
};

/** Who reaches an endpoint: commands by name, and the sources that read it by themselves. */
export const reachOf = (commands: readonly Command[]) => {
  const callers = [
    ...commands.map((command) => ({
      who: `/${command.definition.name}`,
      endpoints: endpointsFrom(fileOf(command)),
    })),
    ...Object.entries(SOURCES).map(([entry, who]) => ({ who, endpoints: endpointsFrom(entry) })),
  ];
  return clientEndpoints().map(({ name }) => ({
    name,
    who: callers.filter(({ endpoints }) => endpoints.includes(name)).map(({ who }) => who),
  }));
};

const whereOf = ({ contexts, integration_types: installs }: Definition): string => {
  const isDirect = contexts?.includes(InteractionContextType.BotDM) !== false;
  if (!isDirect) return 'in servers';
  return installs !== undefined && installs.length > 1
    ? 'in servers, in direct messages, and everywhere for who installed the app for themselves'
    : 'in servers and in direct messages';
};

const whoOf = ({ default_member_permissions: needed }: Definition): string =>
  needed === MANAGE_SERVER ? 'members with the permission Manage Server' : 'everybody';

const READERS = { public: 'everybody in the channel', private: 'the asker alone' } as const;

const KINDS: Partial<Record<ApplicationCommandOptionType, string>> = {
  [ApplicationCommandOptionType.Channel]: 'channel',
  [ApplicationCommandOptionType.Integer]: 'number',
  [ApplicationCommandOptionType.Number]: 'number',
  [ApplicationCommandOptionType.Boolean]: 'yes or no',
  [ApplicationCommandOptionType.Role]: 'role',
  [ApplicationCommandOptionType.String]: 'text',
};

const kindOf = (option: APIApplicationCommandOption): string => {
  if ('choices' in option) return option.choices.map(({ name }) => name).join(', ');
  const kind = KINDS[option.type] ?? 'value';
  return 'autocomplete' in option && option.autocomplete ? `${kind}, completed` : kind;
};

const spanish = (texts: Definition['name_localizations']): string => texts?.['es-ES'] ?? '';

interface Leaf {
  readonly title: string;
  readonly description: string;
  readonly options: readonly APIApplicationCommandOption[];
}

/** A command, or each of its subcommands. */
const leavesOf = ({ name, description, options = [] }: Definition): readonly Leaf[] => {
  const subs = options.filter((option) => option.type === ApplicationCommandOptionType.Subcommand);
  if (subs.length === 0) return [{ title: `/${name}`, description, options }];
  return subs.map((sub) => ({
    title: `/${name} ${sub.name}`,
    description: sub.description,
    options: sub.options ?? [],
  }));
};

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);

const optionTable = ({ options }: Leaf): string[] =>
  options.length === 0
    ? ['No options.']
    : tableOf(
        ['option', 'in Spanish', 'what', 'takes', 'required'],
        options.map((option) => [
          `\`${option.name}\``,
          `\`${spanish(option.name_localizations)}\``,
          option.description,
          kindOf(option),
          option.required === true ? 'yes' : '',
        ]),
      );

const sectionOf = (command: Command): string[] => {
  const { definition, visibility, isRefreshed, onMessage } = command;
  const reached = endpointsFrom(fileOf(command));
  const leaves = leavesOf(definition);
  return [
    `## /${definition.name}`,
    '',
    `${definition.description}. In Spanish: \`/${spanish(definition.name_localizations)}\`.`,
    '',
    `- Works ${whereOf(definition)}.`,
    `- Shown to ${whoOf(definition)}; the answer is seen by ${READERS[visibility]}${isRefreshed === true ? ' and refreshes itself for 15 minutes' : ''}.`,
    ...(onMessage === undefined
      ? []
      : [
          `- In the menu "Apps" of a message: "${onMessage.definition.name}". In Spanish: "${spanish(onMessage.definition.name_localizations)}".`,
        ]),
    `- Reaches ${reached.length === 0 ? 'no endpoint: it answers from what is held' : reached.map((name) => `\`${name}\``).join(', ')}.`,
    '',
    ...leaves.flatMap((leaf) => [
      ...(leaves.length === 1 && leaf.title === `/${definition.name}`
        ? []
        : [`### ${leaf.title}`, '', `${leaf.description}.`, '']),
      ...optionTable(leaf),
      '',
    ]),
  ];
};

/** `docs/commands.md`: every command from its definition, and who reaches which endpoint. */
export const commandsPage = (commands: readonly Command[]): string => {
  const sorted = commands.toSorted((a, b) => a.definition.name.localeCompare(b.definition.name));
  return [
    '# Commands',
    '',
    'Made from the definitions in `commands/` by `npm run check -- docs`; a test compares it with',
    'them. Texts are the English ones; Discord shows each reader their own language.',
    '',
    ...sorted.flatMap(sectionOf),
    '## Who reaches which endpoint',
    '',
    'Every endpoint of the data service, and the commands that may ask it. What keeps live scores,',
    'the schedule and the names up to date asks without being asked.',
    '',
    ...tableOf(
      ['endpoint', 'reached by'],
      reachOf(sorted).map(({ name, who }) => [`\`${name}\``, who.join(', ')]),
    ),
    '',
  ].join('\n');
};
