import { describe, expect, it } from 'vitest';
import type { AlertChannel, PermissionName } from '#src/domain/alerts/channel.ts';
import { panelMessage } from '#src/render/moderation/panel.ts';
import { brokenText, healthText } from '#src/render/moderation/health.ts';
import { anAlertChannel } from './channel.ts';
import { aReader } from './held.ts';

const CHANNEL = anAlertChannel();

const firstLines = (
  channel: Partial<AlertChannel>,
  missing: readonly PermissionName[],
): readonly string[] => {
  const health = { lastPostAt: 1, waiting: 0, failed: 0, follows: 1, ofMembers: 0, missing };
  return healthText(aReader(), { ...CHANNEL, ...channel }, health)
    .split('\n')
    .filter((line) => line.startsWith('⚠️'));
};

const REFUSED = /^⚠️ Discord rejects my messages in <#500>/;
const MAY_NOT = /^⚠️ I can't post in <#500>\. Please grant me Send Messages there\./;
const MUTE =
  /^⚠️ A role that not everyone may mention isn't notified\. .* grant me Mention @everyone/;
const LOCKED = /^⚠️ <#500> is locked\. Unlock it, or choose another channel with `\/alerts setup`/;
const FOR_EVENTS = /^⚠️ I don't have Create Events and Manage Events there\. Alerts still arrive/;

describe('how a channel is', () => {
  const EVENTS = ['CreateEvents', 'ManageEvents'] as const;
  const BROKEN = { broken: 'missing-permissions' } as const;

  it.each([
    ['well', {}, [], []],
    ['without what no post needs', {}, EVENTS, [FOR_EVENTS]],
    ['roles that do not ring', {}, ['MentionEveryone'], [MUTE]],
    ['both of them', {}, [...EVENTS, 'MentionEveryone'], [FOR_EVENTS, MUTE]],
    ['a thread that was locked', { kind: 'thread', broken: 'thread-closed' }, [], [LOCKED]],
    ['refused, and without what no post needs', BROKEN, EVENTS, [REFUSED, FOR_EVENTS]],
    ['not to be written in', {}, ['SendMessages'], [MAY_NOT]],
    ['refused for what is missing', BROKEN, ['SendMessages', ...EVENTS], [MAY_NOT, FOR_EVENTS]],
    [
      'a forum in which no post can be opened',
      { kind: 'forum' },
      ['SendMessagesInThreads'],
      [/^⚠️ I can't post/],
    ],
    [
      'a channel without threads',
      {},
      ['SendMessagesInThreads'],
      [/^⚠️ I don't have .* still arrive/],
    ],
  ] as const)('says what to mend: %s', (_reason, channel, missing, expected) => {
    expect(firstLines(channel, missing)).toEqual(
      expected.map((line) => expect.stringMatching(line) as unknown),
    );
  });

  it.each([
    [
      'for want of the permission',
      'text',
      ['PinMessages'],
      null,
      "I don't have Pin Messages there",
    ],
    ['because of its limit', 'text', [], 'too-many-pins', 'as many pins as Discord allows'],
    ['in a forum, which has none', 'forum', [], null, 'A forum has no standing board.'],
  ] as const)('says why a board is not pinned: %s', (_why, kind, missing, pinRefusal, words) => {
    const health = { lastPostAt: 1, waiting: 0, failed: 0, follows: 1, ofMembers: 0 };
    const settings = { ...CHANNEL.settings, board: true };
    const channel = { ...CHANNEL, kind, settings };
    const text = healthText(aReader(), channel, { ...health, missing, pinRefusal });
    expect(text).toContain(words);
    expect(text).not.toContain('⚠️');
    const flags = panelMessage(aReader(), {
      channel,
      nextKey: null,
      page: 'look',
      listPage: 1,
      follows: [],
      health: { ...health, missing },
    });
    // Where there can be none it cannot be chosen.
    expect(JSON.stringify(flags.components).includes('"board"')).toBe(kind !== 'forum');
  });

  it('names the command as the reader’s language has it, or as it is told', () => {
    const gone = { ...CHANNEL, broken: 'unknown-channel' } as const;
    expect(brokenText(aReader('fr'), gone, [])).toContain('`/alertes configurer`');
    expect(brokenText(aReader('fr'), gone, [], '</alerts setup:9>')).toContain('</alerts setup:9>');
  });
});
