import type { APIApplicationCommand } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { parseCommandLine } from '#sandbox/discord/interactions/command-line.ts';

const text = (name: string, localized = name) => ({
  type: 3,
  name,
  name_localizations: { 'es-ES': localized },
  description: 'd',
});

const commands = [
  { name: 'h2h', type: 1, options: [text('player', 'jugador'), text('opponent')] },
  { name: 'live', type: 1 },
  {
    name: 'alerts',
    type: 1,
    options: [
      { type: 1, name: 'setup', description: 'd', options: [text('channel')] },
      {
        type: 2,
        name: 'quiet',
        description: 'd',
        options: [{ type: 1, name: 'hours', description: 'd' }],
      },
    ],
  },
] as unknown as APIApplicationCommand[]; // only the fields that the parser reads

const parse = (line: string, locale = 'en-US') => {
  const { command, path, given } = parseCommandLine(line, commands, locale);
  return [command.name, ...path, given.map(({ option, text: typed }) => [option.name, typed])];
};

test.each([
  ['/live', ['live', []]],
  ['  /live  ', ['live', []]],
  [
    '/h2h player:Ana Vega opponent: Eva Lamas ',
    [
      'h2h',
      [
        ['player', 'Ana Vega'],
        ['opponent', 'Eva Lamas'],
      ],
    ],
  ],
  ['/h2h player:', ['h2h', [['player', '']]]],
  ['/h2h player:see: this, at 10:30', ['h2h', [['player', 'see: this, at 10:30']]]],
  ['/alerts setup channel:#general', ['alerts', 'setup', [['channel', '#general']]]],
  ['/alerts quiet hours', ['alerts', 'quiet', 'hours', []]],
])('%s is parsed', (line, expected) => {
  expect(parse(line)).toEqual(expected);
});

test('an option is known by its name in the locale of the person', () => {
  expect(parse('/h2h jugador:Ana', 'es-ES')).toEqual(['h2h', [['player', 'Ana']]]);
  expect(() => parse('/h2h jugador:Ana')).toThrow('/h2h does not know "jugador:Ana"');
});

test.each([
  ['h2h', 'A command begins with a slash'],
  ['/h3h', 'There is no command /h3h. There are: /h2h, /live, /alerts'],
  ['/live now', '/live takes no options, not "now"'],
  ['/h2h rival:Ana', 'It takes: player: opponent:'],
  ['/h2h player:A player:B', '/h2h was given player twice'],
  ['/alerts', '/alerts needs one of: setup, quiet'],
  ['/alerts quiet', '/alerts quiet needs one of: hours'],
])('%s is rejected with a message that says why', (line, words) => {
  expect(() => parse(line)).toThrow(words);
});
