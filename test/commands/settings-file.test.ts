import { describe, expect, it } from 'vitest';
import { alerts } from '#commands/alerts.ts';
import type { CommandUser, Services } from '#src/discord/command.ts';
import { UserError } from '#src/errors.ts';
import type { MessageBody } from '#src/render/message.ts';
import { categoryTarget, type FollowTarget } from '#src/domain/alerts/follows.ts';
import type { SettingsInFile } from '#src/domain/alerts/settings-file.ts';
import { changeSettings, setPaused } from '#src/store/channels/channel-settings.ts';
import { channelByKey, findChannel, setUpChannel } from '#src/store/channels/channels.ts';
import { addManagerRole } from '#src/store/channels/manager-roles.ts';
import { serverSettings } from '#src/store/channels/server-settings.ts';
import { changesOfGuild } from '#src/store/channels/setting-changes.ts';
import type { Db } from '#src/store/connection/database.ts';
import { addFollow } from '#src/store/follows/follows.ts';
import { aPlayer } from '../padel-api/names.ts';
import { idsOfControls } from '../render/controls.ts';
import { DIALECTS, useDialect } from '../store/dialects.ts';
import { aRequest, aStage } from './stage.ts';

const GUILD = '900000000000000001';
const [PADEL, NEWS] = ['500', '501'];
const [FANS, MANAGERS, GONE] = ['801', '802', '899'];
const CLARA = { userId: 'clara', mayManage: true, guildId: GUILD };

type Asker = Partial<Pick<CommandUser, 'userId' | 'roleIds' | 'mayManage' | 'guildId'>>;

/** A server with two alert channels, of which the first has settings of its own. */
const aServer = async (own?: Db) => {
  const { services: usual } = await aStage([aPlayer(1, 'Ana Vega'), aPlayer(2, 'Eva Soria')]);
  const changed: number[] = [];
  const services: Services = {
    ...usual,
    db: own ?? usual.db,
    now: () => 1_790_000_000_000,
    rolesOf: () => new Set([FANS, MANAGERS]),
    settingsChanged: (key) => Promise.resolve(void changed.push(key)),
  };
  const { db } = services;
  const setup = { guildId: GUILD, locale: 'en', configuredBy: 'clara' };
  const padel = await setUpChannel(db, { discordId: PADEL, ...setup }, 1);
  await setUpChannel(db, { discordId: NEWS, ...setup, locale: 'es' }, 1);
  await changeSettings(
    db,
    padel.key,
    (settings) => ({
      ...settings,
      quietHours: { from: 1_320, to: 480 },
      roles: [GONE, FANS],
      levels: ['p1', 'major'],
    }),
    1,
  );
  const follower = { channelKey: padel.key, memberId: null };
  await addFollow(db, follower, { kind: 'player', id: 1 }, 1);
  await addFollow(db, follower, categoryTarget('women'), 2);
  await addFollow(db, { ...follower, memberId: 'somebody' }, { kind: 'player', id: 2 }, 3);
  await setPaused(db, padel.key, 5);
  await addManagerRole(db, GUILD, MANAGERS);
  return { services, changed };
};

type FileOfTest = Record<string, unknown> & {
  channels: (Record<string, unknown> & {
    settings: Record<string, unknown>;
    follows: (FollowTarget & { name?: string })[];
  })[];
};

const run = (services: Services, subcommand: string, asker: Asker, text = '') =>
  alerts.run({ ...aRequest({}, asker), subcommand, file: () => Promise.resolve(text) }, services);

const textIn = ({ files = [] }: MessageBody): string => new TextDecoder().decode(files[0]?.data);

const exported = async (services: Services): Promise<string> =>
  textIn(await run(services, 'export', CLARA));

/** The export, changed. */
const edited = async (
  services: Services,
  edit: (file: FileOfTest, padel: FileOfTest['channels'][number]) => void,
): Promise<string> => {
  const file = JSON.parse(await exported(services)) as FileOfTest;
  const [padel] = file.channels;
  if (padel !== undefined) edit(file, padel);
  return JSON.stringify(file);
};

const preview = (services: Services, text: string, asker: Asker = CLARA) =>
  run(services, 'import', asker, text);

const FORGED = 'alerts:import:0123456789abcdef';

/** Presses Apply below a preview, which brings its own file. */
const apply = (services: Services, shown: MessageBody, text = textIn(shown), asker = CLARA) => {
  const id = idsOfControls(shown).find((each) => each.startsWith('alerts:import:')) ?? FORGED;
  return alerts.component?.run(
    {
      ...aRequest({}, asker),
      values: id.split(':').slice(1),
      chosen: [],
      messageFile: () => Promise.resolve(text),
    },
    services,
  );
};

const problemOf = async (work: Promise<unknown> | undefined): Promise<UserError | undefined> =>
  await (work ?? Promise.resolve()).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof UserError) return error;
      throw error;
    },
  );

const stateOf = async ({ db }: Services) => ({
  ...(await serverSettings(db, GUILD)),
  changes: await changesOfGuild(db, GUILD),
});

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

type Edit = Parameters<typeof edited>[1];

const setting =
  (name: string, value: unknown): Edit =>
  (_file, { settings }) => {
    settings[name] = value;
  };

describe('a file that is refused', () => {
  it.each([
    ['no JSON', 'hello', 'file-unreadable'],
    ['something open 200,000 times', '['.repeat(200_000), 'file-unreadable'],
    ['something as deep', nested(100_000), 'file-unreadable'],
    ['a document of another kind', '{"format":"other","version":1}', 'file-unreadable'],
    [
      'a newer one',
      `{"format":"bandeja-settings","version":2,"server":"${GUILD}","more":1}`,
      'file-newer',
    ],
    [
      'that of another server',
      '{"format":"bandeja-settings","version":1,"server":"2"}',
      'file-other-server',
    ],
    [
      'one with something deep in it',
      `{"format":"bandeja-settings","version":1,"server":"${GUILD}","channels":${nested(90_000)}}`,
      'file-invalid',
    ],
  ])('is %s', async (_which, text, problem) => {
    const { services } = await aServer();
    const before = await stateOf(services);
    expect((await problemOf(preview(services, text)))?.problem).toBe(problem);
    expect((await problemOf(apply(services, {}, text)))?.problem).toBe(problem);
    expect(await stateOf(services)).toEqual(before);
  });

  const PADEL_SETTINGS = 'channels › 1 › settings ›';

  it.each<readonly [string, Edit]>([
    [`${PADEL_SETTINGS} delay`, setting('delay', 901)],
    [`${PADEL_SETTINGS} coverScores`, setting('coverScores', 'yes')],
    [`${PADEL_SETTINGS} kinds › 1`, setting('kinds', ['everything'])],
    [`${PADEL_SETTINGS} kinds`, setting('kinds', Array(17).fill('start'))],
    [`${PADEL_SETTINGS} roles`, setting('roles', ['1', '2', '3', '4', '5', '6'])],
    [`${PADEL_SETTINGS} roles › 1`, setting('roles', ['<@&1>'])],
    [`${PADEL_SETTINGS} timeZone`, setting('timeZone', '+02:00')],
    [`${PADEL_SETTINGS} timeZone`, setting('timeZone', 'x'.repeat(100_000))],
    [`${PADEL_SETTINGS} quietHours`, setting('quietHours', { from: 60, to: 60 })],
    [`${PADEL_SETTINGS} quietHours › more`, setting('quietHours', { from: 1, to: 2, more: 3 })],
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
  ])('has something wrong in %s', async (where, edit) => {
    const { services } = await aServer();
    const before = await stateOf(services);
    const problem = await problemOf(preview(services, await edited(services, edit)));
    expect(problem).toMatchObject({ problem: 'file-invalid', values: { where } });
    expect(await stateOf(services)).toEqual(before);
  });

  it.each<readonly [string, Edit]>([
    ['role-everyone', setting('roles', [GUILD])],
    ['managers-everyone', (file) => (file['managers'] = [GUILD])],
    [
      'file-follows',
      (_file, padel) =>
        (padel.follows = Array.from({ length: 201 }, (_, id) => ({ kind: 'player', id }))),
    ],
  ])('breaks a rule that has its own sentence: %s', async (problem, edit) => {
    const { services } = await aServer();
    expect((await problemOf(preview(services, await edited(services, edit))))?.problem).toBe(
      problem,
    );
  });
});

describe('an export', () => {
  it('names what moderators chose and nothing about members, and changes nothing when imported', async () => {
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

  it('is refused where there is no alert channel', async () => {
    const { services } = await aServer();
    const work = run(services, 'export', { ...CLARA, guildId: 'elsewhere' });
    expect((await problemOf(work))?.problem).toBe('no-alert-channel');
  });
});

/** Six changes in two channels and the server. */
const SIX: Edit = (file, padel) => {
  padel.settings['delay'] = 45;
  padel['isPaused'] = false;
  padel.follows = [
    { kind: 'player', id: 1 },
    { kind: 'player', id: 2, name: '@everyone' },
  ];
  file['managers'] = [FANS];
  const news = file.channels[1];
  if (news !== undefined) news['language'] = 'it';
};

/** Another value of each setting. */
const OTHERS = {
  kinds: ['start'],
  smallestRound: 4,
  levels: [],
  category: 'men',
  minWatchability: 50,
  roles: [],
  roleKinds: ['start', 'result', 'tie', 'ranking'],
  memberKinds: ['reminder', 'next', 'start', 'key', 'upset', 'result', 'tie', 'draw'],
  delay: 10,
  coverScores: true,
  quietHours: null,
  timeZone: 'Europe/Madrid',
  winProbability: false,
  threads: true,
  repostCards: false,
  removeCards: true,
  board: true,
  postsPerHour: 9,
  momentsPerMatch: 5,
  remindBefore: 60,
  digestAt: 600,
  events: 'finals',
  memberFollows: false,
} satisfies Readonly<Record<keyof SettingsInFile, unknown>>;

describe('an import', () => {
  it('shows exactly what it changes, and then is what everybody sees on the page of changes', async () => {
    const { services, changed } = await aServer();
    const shown = await preview(services, await edited(services, SIX));
    expect(shown.embeds?.[0]?.description?.split('\n').slice(2)).toEqual([
      `**<#${PADEL}>**`,
      '- ~~No spoiler delay~~ → Everything delayed by 45 s',
      '- Alerts are resumed',
      "- no longer follows **all women's matches**",
      '- follows **Eva Soria**',
      `**<#${NEWS}>**`,
      '- ~~In Spanish~~ → In Italian',
      '**The whole server**',
      `- Who manages alerts: + <@&${FANS}>; − <@&${MANAGERS}>`,
    ]);
    expect(await changesOfGuild(services.db, GUILD)).toEqual([]);
    const done = await apply(services, shown);
    expect(done?.content).toBe('Done: 6 changes.');
    expect(changed).toEqual([1, 2]);
    const { channels, managers, changes } = await stateOf(services);
    expect(managers).toEqual([FANS]);
    expect(channels[0]).toMatchObject({
      channel: { pausedAt: null, settings: { delay: 45, quietHours: { from: 1_320 } } },
      follows: [
        { kind: 'player', id: 1 },
        { kind: 'player', id: 2 },
      ],
    });
    expect(changes.map(({ memberId, change }) => [memberId, change.what])).toEqual(
      ['settings', 'pause', 'follow', 'follow', 'language', 'managers'].map((what) => [
        'clara',
        what,
      ]),
    );
    const [open = ''] = idsOfControls(done ?? {});
    const page = await alerts.component?.run(
      { ...aRequest({}, CLARA), values: open.split(':').slice(1), chosen: [] },
      services,
    );
    const text = page?.embeds?.[0]?.fields?.[0]?.value ?? '';
    expect(text).toContain('<@clara>: ~~No spoiler delay~~ → Everything delayed by 45 s');
    expect(text).toContain('<@clara>: follows **Eva Soria**');
  });

  it('leaves out what the server does not have, and says so', async () => {
    const { services } = await aServer();
    const text = await edited(services, (file, padel) => {
      padel.settings['roles'] = [GONE, '888', FANS];
      padel.follows.push({ kind: 'player', id: 999 });
      file.channels.push({ ...padel, channel: '555' });
      file.channels.splice(1, 1);
      file['managers'] = [];
    });
    const manager = { roleIds: [MANAGERS], guildId: GUILD };
    const { embeds, components } = await preview(services, text, manager);
    expect(embeds?.[0]?.description).toContain('Nothing to change');
    expect(components).toBeUndefined();
    const [leftOut = '', untouched] = embeds?.[0]?.fields?.map(({ value }) => value) ?? [];
    expect(leftOut.split('\n')).toEqual([
      expect.stringContaining('<#555>: no alerts there.'),
      expect.stringContaining('`888`: this server has no such roles.'),
      expect.stringContaining('unknown or over.'),
      expect.stringContaining('only people with Manage Server'),
    ]);
    expect(untouched).toBe(`<#${NEWS}>`);
  });

  it('says what changes even where it has no effect now', async () => {
    const { services } = await aServer();
    const text = await edited(services, (_file, { settings }) => {
      settings['roleKinds'] = ['start', 'ranking'];
      settings['remindBefore'] = 30;
    });
    const { description = '' } = (await preview(services, text)).embeds?.[0] ?? {};
    expect(description).toContain('~~Reminder 15 min before the match~~ → Reminder 30 min');
    expect(description).toContain('→ Alerts that ping roles: Match start and Monday ranking');
  });

  it.each(Object.entries(OTHERS))('shows a change of %s', async (name, value) => {
    const { services } = await aServer();
    const text = await edited(services, setting(name, value));
    const { description = '' } = (await preview(services, text)).embeds?.[0] ?? {};
    expect(description).toMatch(/^1 change\b.*\n\n.+\n- \S/);
  });

  it('names many changes by their number', async () => {
    const { services } = await aServer();
    const text = await edited(services, (_file, padel) => {
      padel.follows = Array.from({ length: 200 }, (_, index) => ({
        kind: 'country',
        id: index,
      }));
    });
    const description = (await preview(services, text)).embeds?.[0]?.description ?? '';
    const shown = description.split('\n').filter((line) => line.startsWith('- ')).length;
    expect(description).toContain('202 changes');
    expect(description).toContain(`and ${202 - shown} more changes`);
    expect(description.length).toBeLessThanOrEqual(4_096);
  });

  it.each<readonly [string, (services: Services) => Promise<unknown>]>([
    ['settings', ({ db }) => changeSettings(db, 1, (now) => ({ ...now, delay: 30 }), 1)],
    [
      'a follow',
      ({ db }) => addFollow(db, { channelKey: 1, memberId: null }, { kind: 'player', id: 2 }, 9),
    ],
    ['a pause', ({ db }) => setPaused(db, 1, null)],
  ])('is shown anew when %s changed since the preview', async (_what, meanwhile) => {
    const { services } = await aServer();
    const shown = await preview(services, await edited(services, SIX));
    await meanwhile(services);
    const before = await stateOf(services);
    const again = (await apply(services, shown)) ?? {};
    expect(again.content).toContain('changed in the meantime');
    expect(await stateOf(services)).toEqual(before);
    expect((await apply(services, again))?.content).toContain('Done:');
  });

  it('is cancelled without a change', async () => {
    const { services } = await aServer();
    const before = await stateOf(services);
    const values = ['discard'];
    const kept = await alerts.component?.run(
      { ...aRequest({}, CLARA), values, chosen: [] },
      services,
    );
    expect(kept?.content).toBe('Nothing changed.');
    expect(await stateOf(services)).toEqual(before);
  });
});

describe.each(DIALECTS)('on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it('is one change: all of it, or after a failure nothing', async () => {
    const { services } = await aServer(await aStore());
    const shown = await preview(services, await edited(services, SIX));
    const before = await stateOf(services);
    let asked = 0;
    const now = (): number => {
      asked += 1;
      if (asked > 4) throw new Error('the machine has had enough');
      return 1;
    };
    await expect(apply({ ...services, now }, shown)).rejects.toThrow('had enough');
    expect(await stateOf(services)).toEqual(before);
    expect((await apply(services, shown))?.content).toBe('Done: 6 changes.');
    expect((await findChannel(services.db, NEWS))?.locale).toBe('it');
    const padel = await findChannel(services.db, PADEL);
    expect((await channelByKey(services.db, padel?.key ?? 0))?.settings.delay).toBe(45);
  });
});
