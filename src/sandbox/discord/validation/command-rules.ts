import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  Locale,
} from 'discord-api-types/v10';
import type { FormIssue } from './form-errors.ts';

type Path = readonly PropertyKey[];
type Localizations = Readonly<Record<string, string | null>> | null | undefined;

/** What these rules read of a command or of one of its options. */
export interface CommandForm {
  readonly type?: number | null;
  readonly name?: string;
  readonly description?: string | null;
  readonly name_localizations?: Localizations;
  readonly description_localizations?: Localizations;
  readonly required?: boolean | null;
  readonly autocomplete?: boolean | null;
  readonly options?: readonly CommandForm[] | null;
  readonly choices?: readonly ChoiceForm[] | null;
}

interface ChoiceForm {
  readonly name: string;
  readonly value: string | number;
  readonly name_localizations?: Localizations;
}

const CHAT_INPUT: number = ApplicationCommandType.ChatInput;
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const LOCALES = new Set<string>(Object.values(Locale));
const MOST_CHARACTERS = 8_000;
const GROUPING: readonly number[] = [
  ApplicationCommandOptionType.Subcommand,
  ApplicationCommandOptionType.SubcommandGroup,
];

/** Documented rules of an application command that Discord's published schema lacks. */
export const commandRules = (command: CommandForm, path: Path = []): FormIssue[] => {
  const isChatInput = (command.type ?? CHAT_INPUT) === CHAT_INPUT;
  if (!isChatInput) return localeRules(command, path);
  return [
    ...nameRules(command, path),
    ...(command.description === '' || (command.description ?? null) === null
      ? [issue([...path, 'description'], 'BASE_TYPE_REQUIRED', 'This field is required')]
      : []),
    ...localeRules(command, path),
    ...optionRules(command.options ?? [], [...path, 'options'], 0),
    ...(charactersOf(command) > MOST_CHARACTERS
      ? [
          issue(
            path,
            'APPLICATION_COMMAND_TOO_LARGE',
            `Command exceeds maximum size (${MOST_CHARACTERS})`,
          ),
        ]
      : []),
  ];
};

/** The rules of a whole list that replaces all commands: each one's own, and no name twice. */
export const commandListRules = (commands: readonly CommandForm[]): FormIssue[] => [
  ...commands.flatMap((command, at) => commandRules(command, [at])),
  ...commands.flatMap((command, at) =>
    commands.findIndex((other) => sameCommand(other, command)) < at
      ? [
          issue(
            [at],
            'APPLICATION_COMMANDS_DUPLICATE_NAME',
            'Application command names must be unique',
          ),
        ]
      : [],
  ),
];

const sameCommand = (one: CommandForm, other: CommandForm): boolean =>
  one.name === other.name && (one.type ?? 1) === (other.type ?? 1);

const optionRules = (options: readonly CommandForm[], path: Path, depth: number): FormIssue[] => [
  ...layoutRules(options, path, depth),
  ...options.flatMap((option, at) => [
    ...nameRules(option, [...path, at]),
    ...localeRules(option, [...path, at]),
    ...choiceRules(option, [...path, at]),
    ...optionRules(option.options ?? [], [...path, at, 'options'], depth + 1),
  ]),
];

const layoutRules = (options: readonly CommandForm[], path: Path, depth: number): FormIssue[] => {
  const grouping = options.filter(({ type }) => GROUPING.includes(type ?? 0));
  const lastRequired = options.findLastIndex(({ required }) => required === true);
  const firstOptional = options.findIndex(({ required }) => required !== true);
  const names = options.map(({ name }) => name);
  const twice = names.findIndex((name, at) => names.indexOf(name) < at);
  return [
    ...(grouping.length > 0 && (grouping.length < options.length || depth > 1)
      ? [
          issue(
            path,
            'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
            'Sub-command and sub-command group option types are mutually exclusive to all other types',
          ),
        ]
      : []),
    ...(grouping.length === 0 && firstOptional !== -1 && firstOptional < lastRequired
      ? [
          issue(
            [...path, lastRequired],
            'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
            'Required options must be placed before non-required options',
          ),
        ]
      : []),
    ...(twice === -1
      ? []
      : [
          issue(
            [...path, twice],
            'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
            'Option name already exists',
          ),
        ]),
  ];
};

const choiceRules = ({ choices, autocomplete }: CommandForm, path: Path): FormIssue[] => {
  const names = (choices ?? []).map(({ name }) => name);
  const twice = names.findIndex((name, at) => names.indexOf(name) < at);
  return [
    ...(autocomplete === true && names.length > 0
      ? [
          issue(
            [...path, 'choices'],
            'APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE',
            'Choices cannot be set together with autocomplete',
          ),
        ]
      : []),
    ...(twice === -1
      ? []
      : [
          issue(
            [...path, 'choices', twice],
            'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS',
            'Option choice name already exists',
          ),
        ]),
    ...(choices ?? []).flatMap((choice, at) => localeRules(choice, [...path, 'choices', at])),
  ];
};

const nameRules = (
  { name, name_localizations: translated }: CommandForm,
  path: Path,
): FormIssue[] => {
  const names: [Path, string][] = [
    ...(name === undefined ? [] : [[['name'], name] satisfies [Path, string]]),
    ...Object.entries(translated ?? {}).flatMap(([locale, text]): [Path, string][] =>
      text === null ? [] : [[['name_localizations', locale], text]],
    ),
  ];
  return names
    .filter(([, text]) => !NAME.test(text) || text !== text.toLowerCase())
    .map(([at]) =>
      issue([...path, ...at], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid'),
    );
};

const localeRules = (
  form: Pick<CommandForm, 'name_localizations' | 'description_localizations'>,
  path: Path,
): FormIssue[] =>
  (['name_localizations', 'description_localizations'] as const).flatMap((key) =>
    Object.keys(form[key] ?? {})
      .filter((locale) => !LOCALES.has(locale))
      .map((locale) =>
        issue(
          [...path, key, locale],
          'DICT_TYPE_INVALID_KEY',
          `"${locale}" is not a locale that Discord knows`,
        ),
      ),
  );

const charactersOf = (form: CommandForm): number =>
  (form.name?.length ?? 0) +
  (form.description?.length ?? 0) +
  (form.choices ?? []).reduce(
    (sum, { name, value }) => sum + name.length + String(value).length,
    0,
  ) +
  (form.options ?? []).reduce((sum, option) => sum + charactersOf(option), 0);

const issue = (path: Path, code: string, message: string): FormIssue => ({ path, code, message });
