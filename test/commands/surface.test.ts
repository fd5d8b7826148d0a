import { expect, it } from 'vitest';
import { commands } from '#commands/index.ts';

const NAMES = [
  'live',
  'match',
  'schedule',
  'h2h',
  'simulate',
  'player',
  'pair',
  'ranking',
  'tournament',
  'follow',
  'settings',
  'alerts',
  'help',
];

const optionsOf = (name: string): readonly string[] =>
  commands
    .find(({ definition }) => definition.name === name)
    ?.definition.options?.map((option) => option.name) ?? [];

it('there are 13 commands', () => {
  expect(commands.map(({ definition }) => definition.name).toSorted()).toEqual(NAMES.toSorted());
  expect(NAMES).toHaveLength(13);
});

it('/follow has five options, and /alerts five subcommands', () => {
  expect(optionsOf('follow')).toEqual(['name', 'what', 'who', 'alerts', 'channel']);
  expect(optionsOf('alerts')).toEqual(['setup', 'panel', 'why', 'health', 'file']);
});
