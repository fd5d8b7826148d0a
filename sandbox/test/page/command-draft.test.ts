import {
  ApplicationCommandOptionType as Kind,
  ApplicationCommandType,
  type APIApplicationCommand,
  type APIApplicationCommandOption,
} from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import {
  catalogue,
  findCommands,
  recogniseCommand,
  type CommandEntry,
} from '#sandbox/discord/page/command/catalogue.ts';
import {
  attach,
  filesOf,
  lineOf,
  startDraft,
  stepBack,
  take,
  write,
  type CommandDraft,
} from '#sandbox/discord/page/command/draft.ts';
import { firstProblem } from '#sandbox/discord/page/command/problems.ts';
import { ownSuggestions } from '#sandbox/discord/page/command/suggestions.ts';

const aCommand = (
  name: string,
  options: APIApplicationCommandOption[],
  spanish = name,
): APIApplicationCommand => ({
  id: '1',
  application_id: '2',
  version: '3',
  type: ApplicationCommandType.ChatInput,
  name,
  name_localizations: { 'es-ES': spanish },
  description: name,
  default_member_permissions: null,
  options,
});

const text = (name: string, required: boolean): APIApplicationCommandOption => ({
  type: Kind.String,
  name,
  description: name,
  required,
});

const COMMANDS = [
  aCommand('h2h', [
    text('player', true),
    text('opponent', true),
    text('partner', false),
    { type: Kind.Integer, name: 'last', description: 'last', min_value: 1, max_value: 9 },
  ]),
  aCommand(
    'alerts',
    [
      {
        type: Kind.Subcommand,
        name: 'setup',
        description: 'setup',
        options: [
          {
            type: Kind.String,
            name: 'language',
            description: 'language',
            choices: [{ name: 'Español', value: 'es' }],
          },
          {
            type: Kind.String,
            name: 'page',
            name_localizations: { 'es-ES': 'página' },
            description: 'page',
            choices: [
              { name: 'Follows', name_localizations: { 'es-ES': 'Seguimientos' }, value: 'f' },
              { name: 'Language', value: 'l' },
            ],
          },
        ],
      },
    ],
    'alertas',
  ),
  aCommand('import', [
    { type: Kind.Attachment, name: 'file', description: 'file', required: true },
    text('note', false),
  ]),
];

const pathOf = ({ path }: CommandEntry): string => path;

const begin = (line: string, locale = 'en-US'): CommandDraft => {
  const found = recogniseCommand(catalogue(COMMANDS, locale), line);
  if (found === null) throw new Error(`no command in ${line}`);
  return startDraft(found.entry, found.rest);
};

const SERVER: Parameters<typeof ownSuggestions>[2] = {
  channels: [],
  people: [],
  bot: { username: 'Bandeja' },
};

const activeOption = (draft: CommandDraft) => draft.fields[draft.active]?.option.name ?? null;

test('commands are offered by name, and subcommands in the order of their definition', () => {
  const named = (name: string) => ({ type: Kind.Subcommand as const, name, description: name });
  const known = [aCommand('h2h', []), aCommand('alerts', [named('setup'), named('file')])];
  const paths = (typed: string) => findCommands(catalogue(known, 'en-US'), typed).map(pathOf);
  expect(paths('/')).toEqual(['alerts setup', 'alerts file', 'h2h']);
  expect(paths('/alerts')).toEqual(['alerts setup', 'alerts file']);
});

describe('a command being typed', () => {
  test.each([
    ['starts at the first required option', '/h2h ', '/h2h', 'player'],
    ['takes a value with spaces', '/h2h player:Ana Galán', '/h2h player:Ana Galán', 'player'],
    [
      'keeps the order of its options',
      '/h2h opponent:B player:A',
      '/h2h player:A opponent:B',
      'player',
    ],
    ['adds an optional option that is named', '/h2h last:3', '/h2h last:3', 'last'],
    ['may have no required option at all', '/alerts setup ', '/alerts setup', null],
  ])('%s', (_reason, typed, line, active) => {
    const draft = begin(typed);
    expect(lineOf(draft)).toBe(line);
    expect(activeOption(draft)).toBe(active);
  });

  test('moves on to the next required option when a suggestion is chosen', () => {
    const draft = take(begin('/h2h '), 'Ana Galán');
    expect(lineOf(draft)).toBe('/h2h player:Ana Galán');
    expect(activeOption(draft)).toBe('opponent');
    expect(activeOption(take(draft, 'Lucía Vega'))).toBeNull();
  });

  test('requests completion with the active option last', () => {
    const draft = { ...begin('/h2h player:Ga opponent:Lucía'), active: 0 };
    expect(lineOf(draft, true)).toBe('/h2h opponent:Lucía player:Ga');
  });

  test('switches to an option that is named inside the value of another', () => {
    const draft = write(begin('/h2h '), 'Ana Galán opponent:');
    expect(activeOption(draft)).toBe('opponent');
    expect(lineOf(write(draft, 'Lucía'))).toBe('/h2h player:Ana Galán opponent:Lucía');
  });

  test('drops an empty optional option when stepping back, and ends before the first one', () => {
    const draft = stepBack({ ...begin('/h2h player:A opponent:B last:'), active: 2 });
    expect(draft?.fields.map(({ option }) => option.name)).toEqual(['player', 'opponent']);
    expect(stepBack(begin('/h2h '))).toBeNull();
  });

  test('keeps a chosen file apart from the line, whatever is typed after it', () => {
    const file = { filename: 'a.json', content: 'e30=' };
    const draft = write(attach(begin('/import '), file), 'note:mine');
    expect(lineOf(draft)).toBe('/import note:mine');
    expect(filesOf(draft)).toEqual({ file });
    expect(firstProblem(draft)).toBeNull();
  });

  test('is found by its localized name, and sent under its own name', () => {
    expect(lineOf(begin('/alertas setup language:Español', 'es-ES'))).toBe(
      '/alerts setup language:Español',
    );
  });
});

describe('the choices of an option', () => {
  const offered = (draft: CommandDraft) => {
    const option = draft.fields[draft.active]?.option;
    if (option === undefined) throw new Error('no option is active');
    return ownSuggestions(option, '', SERVER)?.map(({ label }) => label);
  };

  test.each([
    ['en-US', '/alerts setup page:', ['Follows', 'Language']],
    ['es-ES', '/alertas setup página:', ['Seguimientos', 'Language']],
    ['fr', '/alerts setup page:', ['Follows', 'Language']],
  ])('are offered in the language of %s', (locale, typed, labels) => {
    expect(offered(begin(typed, locale))).toEqual(labels);
  });

  test('are shown in it when chosen, and sent under their own names', () => {
    const draft = take(begin('/alertas setup página:', 'es-ES'), 'Seguimientos');
    expect(draft.fields.map((field) => field.text)).toEqual(['Seguimientos']);
    expect(firstProblem(draft)).toBeNull();
    expect(lineOf(draft)).toBe('/alerts setup page:Follows');
  });

  test('are not taken in another language', () => {
    const draft = begin('/alertas setup página:Follows', 'es-ES');
    expect(firstProblem(draft)?.text).toBe('“página”: choose one from the list.');
  });
});

describe('the first problem of a command', () => {
  test.each([
    ['/h2h player:A opponent:B', null],
    ['/h2h player:A', '“opponent” is required.'],
    ['/h2h player:A opponent:B last:x', '“last” must be a number.'],
    ['/h2h player:A opponent:B last:1.5', '“last” must be whole.'],
    ['/h2h player:A opponent:B last:0', '“last” must be at least 1.'],
    ['/h2h player:A opponent:B last:10', '“last” must be at most 9.'],
    ['/alerts setup language:Klingon', '“language”: choose one from the list.'],
    ['/alerts setup language:Español', null],
    ['/import ', '“file” is required.'],
    ['/import file:a.json', '“file”: choose a file.'],
  ])('%s: %s', (typed, problem) => {
    expect(firstProblem(begin(typed))?.text ?? null).toBe(problem);
  });
});
