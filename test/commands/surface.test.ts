import { expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { ALERT_TYPES, PRESET_NAMES } from '#src/domain/alerts/alert-types.ts';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';

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

it('there are eight alert types in three presets', () => {
  expect(ALERT_TYPES).toHaveLength(8);
  expect(PRESET_NAMES).toEqual(['calm', 'essentials', 'everything']);
});

it('a channel has 15 settings', () => {
  const { snoozedUntil: _ofMembers, ...settings } = { ...DEFAULT_SETTINGS, language: null };
  const groups = [
    ['types'],
    ['levels', 'category', 'smallestRound'],
    ['language'],
    ['timeZone'],
    ['quietHours'],
    ['delay'],
    ['coverScores'],
    ['roles', 'roleTypes'],
    ['memberFollows'],
    ['winProbability'],
    ['threads'],
    ['board'],
    ['events'],
    ['remindBefore'],
    ['digestAt'],
  ];
  expect(groups).toHaveLength(15);
  expect(groups.flat().toSorted()).toEqual(Object.keys(settings).toSorted());
});
