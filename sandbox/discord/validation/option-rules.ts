import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { choiceValueRules } from './choice-rules.ts';
import { indexOfRepeated, type CommandForm } from './command-form.ts';
import { issueIf, type FormIssue } from './form-errors.ts';
import { localeRules, nameRules } from './name-rules.ts';

type Path = readonly PropertyKey[];

const GROUPING: readonly number[] = [
  ApplicationCommandOptionType.Subcommand,
  ApplicationCommandOptionType.SubcommandGroup,
];

/**
 * Rules of a command's options, and of theirs.
 *
 * @param depth 0 for the command's own, 1 in a subcommand or group, 2 below
 */
export const optionRules = (
  options: readonly CommandForm[],
  path: Path,
  depth: number,
): FormIssue[] => [
  ...layoutRules(options, path, depth),
  ...options.flatMap((option, at) => [
    ...nameRules(option, [...path, at]),
    ...localeRules(option, [...path, at]),
    ...choiceRules(option, [...path, at]),
    ...optionRules(option.options ?? [], [...path, at, 'options'], depth + 1),
  ]),
];

const layoutRules = (options: readonly CommandForm[], path: Path, depth: number): FormIssue[] => {
  const grouping = options.filter(({ type }) => GROUPING.includes(type ?? 0)).length;
  const lastRequired = options.findLastIndex(({ required }) => required === true);
  const firstOptional = options.findIndex(({ required }) => required !== true);
  const repeated = indexOfRepeated(options.map(({ name }) => name));
  return [
    ...issueIf(
      grouping > 0 && (grouping < options.length || depth > 1),
      path,
      'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
      'Sub-command and sub-command group option types are mutually exclusive to all other types',
    ),
    ...issueIf(
      grouping === 0 && firstOptional !== -1 && firstOptional < lastRequired,
      [...path, lastRequired],
      'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
      'Required options must be placed before non-required options',
    ),
    ...issueIf(
      repeated !== -1,
      [...path, repeated],
      'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
      'Option name already exists',
    ),
  ];
};

const choiceRules = ({ choices, autocomplete }: CommandForm, path: Path): FormIssue[] => {
  const known = choices ?? [];
  const repeated = indexOfRepeated(known.map(({ name }) => name));
  return [
    ...issueIf(
      autocomplete === true && known.length > 0,
      [...path, 'choices'],
      'APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE',
      'Choices cannot be set together with autocomplete',
    ),
    ...issueIf(
      repeated !== -1,
      [...path, 'choices', repeated],
      'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS',
      'Option choice name already exists',
    ),
    ...choiceValueRules(known, [...path, 'choices']),
    ...known.flatMap((choice, at) => localeRules(choice, [...path, 'choices', at])),
  ];
};
