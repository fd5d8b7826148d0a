import { ApplicationCommandType } from 'discord-api-types/v10';
import type { CommandForm } from './command-form.ts';
import { issueIf, requiredIf, type FormIssue } from './form-errors.ts';
import { localeRules, nameRules } from './name-rules.ts';
import { optionRules } from './option-rules.ts';

type Path = readonly PropertyKey[];

const CHAT_INPUT: number = ApplicationCommandType.ChatInput;
const MOST_CHARACTERS = 8_000;

/** Documented rules of an application command that Discord's published schema lacks. */
export const commandRules = (command: CommandForm, path: Path = []): FormIssue[] => {
  const isChatInput = (command.type ?? CHAT_INPUT) === CHAT_INPUT;
  if (!isChatInput) return localeRules(command, path);
  return [
    ...nameRules(command, path),
    ...requiredIf((command.description ?? '') === '', [...path, 'description']),
    ...localeRules(command, path),
    ...optionRules(command.options ?? [], [...path, 'options'], 0),
    ...issueIf(
      charactersOf(command) > MOST_CHARACTERS,
      path,
      'APPLICATION_COMMAND_TOO_LARGE',
      `Command exceeds maximum size (${MOST_CHARACTERS})`,
    ),
  ];
};

/** The rules of a whole list that replaces all commands: each one's own, and no name twice. */
export const commandListRules = (commands: readonly CommandForm[]): FormIssue[] => [
  ...commands.flatMap((command, at) => commandRules(command, [at])),
  ...commands.flatMap((command, at) =>
    issueIf(
      commands.findIndex((other) => isSameCommand(other, command)) < at,
      [at],
      'APPLICATION_COMMANDS_DUPLICATE_NAME',
      'Application command names must be unique',
    ),
  ),
];

const isSameCommand = (one: CommandForm, other: CommandForm): boolean =>
  one.name === other.name && (one.type ?? CHAT_INPUT) === (other.type ?? CHAT_INPUT);

/** Characters of names, descriptions and choices, which Discord limits together. */
const charactersOf = ({ name, description, choices, options }: CommandForm): number =>
  (name?.length ?? 0) +
  (description?.length ?? 0) +
  (choices ?? []).reduce(
    (sum, choice) => sum + choice.name.length + String(choice.value).length,
    0,
  ) +
  (options ?? []).reduce((sum, option) => sum + charactersOf(option), 0);
