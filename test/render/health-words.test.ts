import { describe, expect, it } from 'vitest';
import type { AlertType } from '#src/domain/alerts/alert-types.ts';
import { LOCALES } from '#src/i18n/i18n.ts';
import { HOUR } from '#src/lib/time.ts';
import { typeNames } from '#src/render/lines/settings-text.ts';
import type { AlertChannel, PermissionName } from '#src/domain/alerts/channel.ts';
import { panelMessage } from '#src/render/moderation/panel.ts';
import { brokenText, healthText, type ChannelHealth } from '#src/render/moderation/health.ts';
import { anAlertChannel } from './channel.ts';
import { aReader } from './held.ts';

const CHANNEL = anAlertChannel();

const HEALTH: ChannelHealth = {
  lastPostAt: 1,
  waiting: 0,
  failed: 0,
  follows: 1,
  ofMembers: 0,
  missing: [],
  quietUntil: null,
  pinRefusal: null,
  declined: null,
  timedOutUntil: null,
};

const firstLines = (
  channel: Partial<AlertChannel>,
  missing: readonly PermissionName[],
): readonly string[] => {
  return healthText(aReader(), { ...CHANNEL, ...channel }, { ...HEALTH, missing })
    .split('\n')
    .filter((line) => line.startsWith('⚠️'));
};

const REFUSED = /^⚠️ Discord rejects my messages in <#500>/;
const MAY_NOT = /^⚠️ I can't post in <#500>\. Please grant me Send Messages there\./;
const MUTE =
  /^⚠️ A role that not everyone may mention isn't notified\. .* grant me Mention @everyone/;
const LOCKED = /^⚠️ <#500> is locked\. Unlock it, or choose another channel with `\/alerts setup`/;
const FOR_EVENTS = /^⚠️ I don't have Create Events and Manage Events there\. Alerts still arrive/;

describe('the health of a channel', () => {
  const EVENTS = ['CreateEvents', 'ManageEvents'] as const;
  const BROKEN = { broken: 'missing-permissions' } as const;

  it.each([
    ['nothing', {}, [], []],
    ['missing permissions that no post needs', {}, EVENTS, [FOR_EVENTS]],
    ['roles that cannot be pinged', {}, ['MentionEveryone'], [MUTE]],
    ['both', {}, [...EVENTS, 'MentionEveryone'], [FOR_EVENTS, MUTE]],
    ['a thread that was locked', { kind: 'thread', broken: 'thread-closed' }, [], [LOCKED]],
    [
      'rejected posts, and missing permissions that no post needs',
      BROKEN,
      EVENTS,
      [REFUSED, FOR_EVENTS],
    ],
    ['a missing permission to post', {}, ['SendMessages'], [MAY_NOT]],
    [
      'posts that are rejected for a missing permission',
      BROKEN,
      ['SendMessages', ...EVENTS],
      [MAY_NOT, FOR_EVENTS],
    ],
    [
      'a forum in which the bot cannot post',
      { kind: 'forum' },
      ['SendMessagesInThreads'],
      [/^⚠️ I can't post/],
    ],
    [
      'a text channel without the permission for threads',
      {},
      ['SendMessagesInThreads'],
      [/^⚠️ I don't have .* still arrive/],
    ],
  ] as const)('says what to fix: %s', (_reason, channel, missing, expected) => {
    expect(firstLines(channel, missing)).toEqual(
      expected.map((line) => expect.stringMatching(line) as unknown),
    );
  });

  it.each([
    ['the permission is missing', 'text', ['PinMessages'], null, "I don't have Pin Messages there"],
    [
      'the channel has too many pins',
      'text',
      [],
      'too-many-pins',
      'as many pins as Discord allows',
    ],
    ['a forum has no board', 'forum', [], null, 'A forum has no standing board.'],
  ] as const)('says why a board is not pinned: %s', (_why, kind, missing, pinRefusal, words) => {
    const settings = { ...CHANNEL.settings, board: true };
    const channel = { ...CHANNEL, kind, settings };
    const text = healthText(aReader(), channel, { ...HEALTH, missing, pinRefusal });
    expect(text).toContain(words);
    expect(text).not.toContain('⚠️');
    const flags = panelMessage(aReader(), {
      channel,
      nextKey: null,
      page: 'look',
      listPage: 1,
      follows: [],
      nameOf: () => '',
      health: { ...HEALTH, missing },
      history: null,
      note: '',
    });
    // A forum has no board, so there the option is not offered.
    expect(JSON.stringify(flags.components).includes('"board"')).toBe(kind !== 'forum');
  });

  describe.each(LOCALES)('in %s', (locale) => {
    const reader = aReader(locale);
    const linesOf = (channel: Partial<AlertChannel>, quietUntil: number | null) =>
      healthText(reader, { ...CHANNEL, ...channel }, { ...HEALTH, quietUntil }).split('\n');
    const [until, when] = ['<t:7200:t>', '<t:7200:R>'];
    const quiet = reader.t('health.quiet', { until, when });
    const withTypes = (...types: readonly AlertType[]) => ({
      settings: { ...CHANNEL.settings, types },
    });

    it('says until when quiet hours are on, and what is summed up afterwards', () => {
      const [first, ...others] = linesOf(withTypes('start', 'result', 'news'), 2 * HOUR);
      const types = typeNames(reader, ['result', 'news']);
      expect(first).toBe(`${quiet} ${reader.t('health.quietSummary', { types })}`);
      expect(others.join()).not.toContain('<t:7200');
    });

    it('promises no summary of alert types that are in none', () => {
      expect(linesOf(withTypes('start', 'set'), 2 * HOUR)[0]).toBe(quiet);
    });

    it('says nothing of quiet hours outside of them, and while alerts are paused', () => {
      for (const lines of [linesOf({}, null), linesOf({ pausedAt: 1 }, 2 * HOUR)]) {
        expect(lines.join()).not.toContain('🌙');
      }
    });
  });

  it('names the command in the language of the reader, or as it is given', () => {
    const gone = { ...CHANNEL, broken: 'unknown-channel' } as const;
    expect(brokenText(aReader('fr'), gone, [])).toContain('`/alertes configurer`');
    expect(brokenText(aReader('fr'), gone, [], { setUp: '</alerts setup:9>' })).toContain(
      '</alerts setup:9>',
    );
  });
});

describe('a message that Discord declined', () => {
  it.each([
    [40_067, 'a tag'],
    [40_066, 'Add a tag'],
    [160_006, 'Close some'],
    [160_007, 'Close some'],
    [200_000, 'AutoMod'],
    [200_001, 'AutoMod'],
    [987_654, 'settings of this channel'],
  ])('is named by its number %i, with what to do', (code, words) => {
    const text = healthText(aReader(), CHANNEL, { ...HEALTH, declined: { code, at: 60_000 } });
    expect(text).toMatch(new RegExp(`⚠️ .* <t:60:R> \\(error ${code}\\)\\. .*${words}`));
  });

  it.each(LOCALES)('is named in the language %s', (locale) => {
    const text = healthText(aReader(locale), CHANNEL, {
      ...HEALTH,
      declined: { code: 987_654, at: 60_000 },
    });
    expect(text).toContain('987654)');
  });
});

it('a time-out is called that, with its end, and no permission is asked for', () => {
  const health = { ...HEALTH, missing: ['SendMessages'] as const, timedOutUntil: 60_000 };
  const text = healthText(aReader(), { ...CHANNEL, broken: 'missing-permissions' }, health);
  expect(text).toMatch(/^⚠️ I'm in a time-out until <t:60:f> and can't post in <#500>/);
  expect(text).not.toContain('Send Messages');
});

it('roles that were deleted are named', () => {
  const text = healthText(aReader(), { ...CHANNEL, goneRoles: ['7', '8'] }, HEALTH);
  expect(text).toContain('⚠️ Roles to notify that no longer exist are left out: `7`, `8`.');
});
