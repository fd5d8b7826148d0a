import { Locale } from 'discord-api-types/v10';
import type { CommandForm } from './command-form.ts';
import { issueIf, type FormIssue } from './form-errors.ts';

type Path = readonly PropertyKey[];

// https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-naming
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const LOCALES = new Set<string>(Object.values(Locale));

/** Names of commands and options, in every locale. */
export const nameRules = (
  { name, name_localizations: translated }: CommandForm,
  path: Path,
): FormIssue[] => {
  const names: (readonly [Path, string | null | undefined])[] = [
    [['name'], name],
    ...Object.entries(translated ?? {}).map(
      ([locale, text]) => [['name_localizations', locale], text] as const,
    ),
  ];
  return names.flatMap(([at, text]) =>
    issueIf(
      typeof text === 'string' && (!NAME.test(text) || text !== text.toLowerCase()),
      [...path, ...at],
      'APPLICATION_COMMAND_INVALID_NAME',
      'Command name is invalid',
    ),
  );
};

/** The locales that something is translated into. */
export const localeRules = (
  form: Pick<CommandForm, 'name_localizations' | 'description_localizations'>,
  path: Path,
): FormIssue[] =>
  (['name_localizations', 'description_localizations'] as const).flatMap((key) =>
    Object.keys(form[key] ?? {}).flatMap((locale) =>
      issueIf(
        !LOCALES.has(locale),
        [...path, key, locale],
        'DICT_TYPE_INVALID_KEY',
        `"${locale}" is not a locale that Discord knows`,
      ),
    ),
  );
