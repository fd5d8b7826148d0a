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

/** As Discord tells it. */
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

describe('commands that Discord has', () => {
  it('are as they are said, whatever Discord adds, leaves out or sorts', () => {
    expect(differencesOf([OURS], [THEIRS])).toEqual({ missing: [], changed: [], foreign: [] });
  });

  it.each<[string, object]>([
    ['another description', { description: 'Matches' }],
    ['a place less', { contexts: [0] }],
    ['one place for another', { contexts: [0, 2] }],
    ['no options', { options: [] }],
    ['an option more', { options: [...THEIRS.options, ...THEIRS.options] }],
    ['an option that is required', { options: [{ ...OPTION, required: true }] }],
    ['another kind of option', { options: [{ ...OPTION, type: 4 }] }],
    ['a name in French', { name_localizations: { fr: 'direct' } }],
    ['somebody who may use it', { default_member_permissions: '0' }],
  ])('differ by %s', (_what, more) => {
    expect(differencesOf([OURS], [{ ...THEIRS, ...more }]).changed).toEqual(['live']);
  });

  it('may lack one, and have another', () => {
    expect(differencesOf([OURS], [{ ...THEIRS, name: 'ping' }])).toEqual({
      missing: ['live'],
      changed: [],
      foreign: ['ping'],
    });
  });
});
