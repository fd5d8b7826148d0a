import { describe, expect, it } from 'vitest';
import { idsOfControls } from '../render/controls.ts';
import {
  GUILD,
  PADEL,
  NEWS,
  MANAGERS,
  CLARA,
  type FileOfTest,
  aServer,
  run,
  exported,
  edited,
  expectRefused,
  preview,
  type Edit,
  setting,
} from './file-stage.ts';
import { expectRefusal } from './stage.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('a file that is refused', () => {
  it.each([
    ['not JSON', 'hello', 'file-unreadable'],
    ['an array that is opened 200,000 times', '['.repeat(200_000), 'file-unreadable'],
    ['an array that is nested 100,000 times', nested(100_000), 'file-unreadable'],
    ['a document of another kind', '{"format":"other","version":1}', 'file-unreadable'],
    [
      'a file of a newer version',
      `{"format":"bandeja-settings","version":2,"server":"${GUILD}","more":1}`,
      'file-newer',
    ],
    [
      'a file of another server',
      '{"format":"bandeja-settings","version":1,"server":"2"}',
      'file-other-server',
    ],
    [
      'a file with deeply nested channels',
      `{"format":"bandeja-settings","version":1,"server":"${GUILD}","channels":${nested(90_000)}}`,
      'file-invalid',
    ],
  ])('is %s', async (_which, text, problem) => {
    const { services } = await aServer();
    await expectRefused(services, text, problem);
  });

  const PADEL_SETTINGS = 'channels › 1 › settings ›';

  it.each<readonly [string, Edit]>([
    [`${PADEL_SETTINGS} delay`, setting('delay', 901)],
    [`${PADEL_SETTINGS} coverScores`, setting('coverScores', 'yes')],
    [`${PADEL_SETTINGS} types › 1`, setting('types', ['everything'])],
    [`${PADEL_SETTINGS} types`, setting('types', Array(17).fill('start'))],
    [`${PADEL_SETTINGS} roles`, setting('roles', ['1', '2', '3', '4', '5', '6'])],
    [`${PADEL_SETTINGS} roles › 1`, setting('roles', ['<@&1>'])],
    [`${PADEL_SETTINGS} timeZone`, setting('timeZone', '+02:00')],
    [`${PADEL_SETTINGS} timeZone`, setting('timeZone', 'x'.repeat(100_000))],
    [`${PADEL_SETTINGS} quietHours`, setting('quietHours', { from: 60, to: 60 })],
    [`${PADEL_SETTINGS} quietHours › more`, setting('quietHours', { from: 1, to: 2, more: 3 })],
    // The commands do not allow these, either.
    [`${PADEL_SETTINGS} remindBefore`, setting('remindBefore', 7)],
    [`${PADEL_SETTINGS} roleTypes › 1`, setting('roleTypes', ['card'])],
    [`${PADEL_SETTINGS} snoozedUntil`, setting('snoozedUntil', 1)],
    [`${PADEL_SETTINGS} constructor`, setting('constructor', {})],
    [
      `${PADEL_SETTINGS} __proto__`,
      (_file, padel) => {
        padel.settings = JSON.parse('{"__proto__":{"delay":5}}') as Record<string, unknown>;
      },
    ],
    ['more', (file) => (file['more'] = 1)],
    ['channels', (file) => (file.channels = [...file.channels, ...file.channels])],
    ['channels', (file) => (file.channels = JSON.parse('{}') as FileOfTest['channels'])],
    ['managers', (file) => (file['managers'] = [MANAGERS, MANAGERS])],
    ['channels › 1 › language', (_file, padel) => (padel['language'] = 'xx')],
    [
      'channels › 1 › follows › 1 › id',
      (_file, { follows }) => follows.unshift({ kind: 'player', id: -1 }),
    ],
    [
      'channels › 1 › follows › 1 › name',
      (_file, { follows }) => follows.unshift({ kind: 'player', id: 1, name: 'x'.repeat(201) }),
    ],
  ])('has an invalid value in %s', async (where, edit) => {
    const { services } = await aServer();
    const problem = /^file-(invalid|wrong-value|out-of-bounds|too-long)$/;
    const refused = expect.stringMatching(problem) as string;
    await expectRefused(services, await edited(services, edit), refused, { where });
  });

  it.each<readonly [string, string, Edit]>([
    ['out-of-bounds', '≤ 900', setting('delay', 901)],
    ['out-of-bounds', '≥ 0', setting('delay', -1)],
    ['too-long', '5', setting('roles', ['1', '2', '3', '4', '5', '6'])],
    ['out-of-bounds', 'en, es, it, fr, pt', (_file, padel) => (padel['language'] = 'xx')],
  ])('has a value out of bounds, and is told these: %s, %s', async (problem, allowed, edit) => {
    const { services } = await aServer();
    await expectRefused(services, await edited(services, edit), `file-${problem}`, { allowed });
  });

  it.each<readonly [string, Edit]>([
    ['role-everyone', setting('roles', [GUILD])],
    ['managers-everyone', (file) => (file['managers'] = [GUILD])],
    [
      'file-too-long',
      (_file, padel) =>
        (padel.follows = Array.from({ length: 201 }, (_, id) => ({ kind: 'player', id }))),
    ],
  ])('breaks a rule that has its own error message: %s', async (problem, edit) => {
    const { services } = await aServer();
    await expectRefused(services, await edited(services, edit), problem);
  });
});

describe('an export', () => {
  it('has what moderators chose, nothing about members, and imports without a change', async () => {
    const { services } = await aServer();
    const text = await exported(services);
    expect(JSON.parse(text)).toMatchObject({
      format: 'bandeja-settings',
      version: 1,
      server: GUILD,
      managers: [MANAGERS],
      channels: [
        {
          channel: PADEL,
          language: 'en',
          isPaused: true,
          settings: { quietHours: { from: 1_320, to: 480 } },
          follows: [
            { kind: 'player', id: 1, name: 'Ana Vega' },
            { kind: 'category', name: "all women's matches" },
          ],
        },
        { channel: NEWS, language: 'es', isPaused: false, follows: [] },
      ],
    });
    expect(text).not.toMatch(/clara|somebody|Eva Soria/);
    const shown = await preview(services, `\ufeff${text}`.slice(1));
    expect(shown.embeds?.[0]?.description).toContain('Nothing to change');
    expect(idsOfControls(shown)).toEqual([]);
  });

  it('is refused when there is no alert channel', async () => {
    const { services } = await aServer();
    const work = () => run(services, { ...CLARA, guildId: 'elsewhere' });
    await expectRefusal(work, 'no-alert-channel');
  });
});
