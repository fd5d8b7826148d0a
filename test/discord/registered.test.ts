import { describe, expect, it } from 'vitest';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { differencesOf } from '#src/discord/registered.ts';

const OURS = {
  name: 'live',
  description: 'Matches on court',
  contexts: [0, 1],
  options: [
    {
      type: ApplicationCommandOptionType.String as const,
      name: 'event',
      description: 'Of which event',
      required: false,
    },
  ],
};

/** The same command as Discord returns it. */
const THEIRS = {
  id: '1',
  application_id: '2',
  version: '3',
  type: 1,
  nsfw: false,
  dm_permission: true,
  default_member_permissions: null,
  integration_types: [0, 1],
  ...OURS,
  contexts: [1, 0],
  options: [{ type: 3, name: 'event', description: 'Of which event' }],
};

const [OPTION] = OURS.options;

describe('the commands registered at Discord', () => {
  it('match ours, whatever Discord adds, leaves out or sorts', () => {
    expect(differencesOf([OURS], [THEIRS])).toEqual({ missing: [], changed: [], foreign: [] });
  });

  it.each<[string, object]>([
    ['another description', { description: 'Matches' }],
    ['one context fewer', { contexts: [0] }],
    ['another context', { contexts: [0, 2] }],
    ['no options', { options: [] }],
    ['one more option', { options: [...THEIRS.options, ...THEIRS.options] }],
    ['a required option', { options: [{ ...OPTION, required: true }] }],
    ['another type of option', { options: [{ ...OPTION, type: 4 }] }],
    ['a French name', { name_localizations: { fr: 'direct' } }],
    ['other default permissions', { default_member_permissions: '0' }],
  ])('differ by %s', (_what, more) => {
    expect(differencesOf([OURS], [{ ...THEIRS, ...more }]).changed).toEqual(['live']);
  });

  it('are reported as missing or foreign when only one side has them', () => {
    expect(differencesOf([OURS], [{ ...THEIRS, name: 'ping' }])).toEqual({
      missing: ['live'],
      changed: [],
      foreign: ['ping'],
    });
  });
});
