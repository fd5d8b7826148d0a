import { describe, expect, it } from 'vitest';
import { alerts } from '#commands/alerts.ts';
import { CONTROLS } from '#commands/alerts/settings.ts';
import { follow } from '#commands/follow.ts';
import { helpFor } from '#commands/help.ts';
import type { CommandUser, FormRequest, Services } from '#src/discord/command.ts';
import { createAlertManagers } from '#src/discord/servers/alert-managers.ts';
import { UserError } from '#src/errors.ts';
import { PANEL_FORMS } from '#src/render/moderation/panel/forms.ts';
import { changeToUndo } from '#src/store/channels/setting-changes.ts';
import { managerRoles, setManagerRoles } from '#src/store/channels/manager-roles.ts';
import { channelByKey, findChannel } from '#src/store/channels/channels.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { aLog } from '../lib/log.ts';
import { aPlayer } from '../padel-api/names.ts';
import { idsOfControls } from '../render/controls.ts';
import { changesOfGuild } from '../store/changes.ts';
import { DIALECTS, useDialect } from '../store/dialects.ts';
import { CLARA, opened } from './alerts-stage.ts';
import { aServer as aServerIn, CLARA as CLARA_THERE, GUILD, NEWS } from './file-stage.ts';
import { aRequest, aStage, pressOn, type Typed } from './stage.ts';

const [MANAGERS, TRUSTED, OTHERS] = ['801', '802', '803'];
const [USER, ROLE] = [2, 1];

type TestUser = Partial<Pick<CommandUser, 'userId' | 'roleIds' | 'mayManage' | 'guildId'>>;

/** A server with a manager role; its Integrations allow a role and a member, and deny another. */
const aServer = async () => {
  const stage = await aStage([aPlayer(1, 'Ana Vega')]);
  const { services } = stage;
  const channel = await stage.setUp();
  await setManagerRoles(services.db, 'guild', [MANAGERS]);
  const mayManageAlerts = createAlertManagers({
    managerRoles: () => Promise.resolve([MANAGERS]),
    commandPermissions: () =>
      Promise.resolve([
        { id: TRUSTED, type: ROLE, permission: true },
        { id: 'guild', type: ROLE, permission: false },
        { id: 'trusted', type: USER, permission: true },
        { id: 'denied', type: USER, permission: false },
      ]),
    log: aLog(),
  });
  return { channel, services: { ...services, mayManageAlerts } satisfies Services };
};

const USERS: readonly (readonly [who: string, TestUser, isAllowed: boolean])[] = [
  ['a member', {}, false],
  ['a member with another role', { roleIds: [OTHERS] }, false],
  ['a manager by a role of the settings', { roleIds: [OTHERS, MANAGERS] }, true],
  ['a manager by a role of Integrations', { roleIds: [TRUSTED] }, true],
  ['a manager by Integrations', { userId: 'trusted' }, true],
  ['a member denied by Integrations, in any role', { userId: 'denied', roleIds: [TRUSTED] }, false],
  ['a moderator', { mayManage: true }, true],
];

/** Every subcommand of `/alerts`. */
const SUBCOMMANDS = (alerts.definition.options ?? []).map(({ name }) => name);

/** Every button and menu of a panel, of the greeting and of the preview of an import. */
const ALL_CONTROLS = [
  ...'welcome show open next list page test pause resume forget remove add added'.split(' '),
  ...'follow unfollow language copy undo managers preview import discard'.split(' '),
  ...Object.keys(CONTROLS),
];

const problemOf = async (work: Promise<unknown> | undefined): Promise<string> =>
  await (work ?? Promise.reject(new Error('no control'))).then(
    () => 'done',
    (error: unknown) => (error instanceof UserError ? error.problem : 'a failure'),
  );

const press = (
  services: Services,
  values: readonly string[],
  user: TestUser,
  chosen: readonly string[] = [],
) => pressOn(alerts, services, values, chosen, user);

/** Opens a form, and submits one that was opened while that was allowed. */
const useForm = (services: Services, id: readonly string[], user: TestUser) => {
  const request = { ...aRequest({}, user), values: id };
  const sent: FormRequest = { ...request, text: () => '', chosen: () => [] };
  return [
    () => alerts.form?.show({ ...request, chosen: [] }, services),
    () => alerts.form?.submit(sent, services),
  ];
};

const runSub = (services: Services, subcommand: string, user: TestUser, typed: Typed = {}) =>
  alerts.run({ ...aRequest(typed, user), subcommand }, services);

describe.each(USERS)('%s', (_who, user, isAllowed) => {
  it(`${isAllowed ? 'may' : 'may not'} use any control of the alerts`, async () => {
    const { services, channel } = await aServer();
    const uses = [
      ...ALL_CONTROLS.map((control) => () => press(services, [control, '1', 'what'], user)),
      ...PANEL_FORMS.flatMap((form) => useForm(services, [form, '1', 'times'], user)),
      ...SUBCOMMANDS.map((name) => () => runSub(services, name, user)),
    ];
    for (const use of uses) {
      const problem = await problemOf(use());
      expect(problem === 'no-permission', `${String(use)}: ${problem}`).toBe(!isAllowed);
    }
    const followed = await problemOf(
      follow.run(aRequest({ name: 'player:1', who: 'channel' }, user), services),
    );
    const isRefused = followed === 'channel-follow-needs-permission';
    expect(isRefused, followed).toBe(!isAllowed);
    if (!isAllowed) expect(await channelByKey(services.db, channel.key)).toEqual(channel);
  });
});

describe('a manager', () => {
  const MANAGER = { roleIds: [MANAGERS] };

  it.each([
    ['a control in another server', { mayManage: true, guildId: 'other' }, ['pause', '1', 'what']],
    ['an old button of a channel without alerts', MANAGER, ['pause', '77', 'what']],
    ['a forged id', MANAGER, ['pause', '1e1', 'what']],
    ['a forged control', MANAGER, ['constructor', '1', 'what']],
    ['a form in another server', { mayManage: true, guildId: 'other' }, ['quietForm', '1']],
    ['a form about a channel without alerts', MANAGER, ['quietForm', '77', 'times']],
  ])('changes nothing with %s', async (_which, user, values) => {
    const { services, channel } = await aServer();
    const uses = [() => press(services, values, user), ...useForm(services, values, user)];
    for (const use of uses) {
      expect(['alerts-removed', 'outdated-control']).toContain(await problemOf(use()));
    }
    expect(await channelByKey(services.db, channel.key)).toEqual(channel);
  });

  it('is refused while the permissions cannot be read', async () => {
    const { services } = await aServer();
    const log = aLog();
    const mayManageAlerts = createAlertManagers({
      managerRoles: () => Promise.resolve([]),
      commandPermissions: () => Promise.reject(new Error('Discord is down')),
      log,
    });
    const problem = await problemOf(
      press({ ...services, mayManageAlerts }, ['pause', '1'], MANAGER),
    );
    expect(problem).toBe('no-permission');
    expect(log.lines).toContain('warn who manages alerts is unreadable, member refused');
  });

  it('cannot add other managers, but a moderator can', async () => {
    const { services } = await aServer();
    const choose = (user: TestUser, role = OTHERS, more: Partial<Services> = {}) =>
      press({ ...services, ...more }, ['managers', '1', 'changes'], { userId: 'clara', ...user }, [
        MANAGERS,
        role,
      ]);
    expect(await problemOf(choose(MANAGER))).toBe('managers-need-permission');
    expect(await problemOf(choose({ mayManage: true }, 'guild'))).toBe('managers-everyone');
    const { embeds } = await choose({ mayManage: true });
    expect(embeds?.[0]?.fields?.[1]?.value).toContain(`<@&${MANAGERS}>, <@&${OTHERS}>`);
    expect((await changesOfGuild(services.db, 'guild')).at(-1)).toMatchObject({
      memberId: 'clara',
      change: { what: 'managers', before: [MANAGERS], after: [MANAGERS, OTHERS] },
    });
    const page = await press(services, ['show', '1', 'changes'], MANAGER);
    expect(page.embeds?.[0]?.fields?.[0]?.value).toContain('Who manages alerts');
    // A role that the server has deleted is not shown.
    const rolesOf = () => new Set([OTHERS]);
    const left = await choose({ mayManage: true }, OTHERS, { rolesOf });
    expect(left.embeds?.[0]?.fields?.[1]?.value).not.toContain(MANAGERS);
  });

  it('opens the settings from /help when Discord hides the command', async () => {
    const { services } = await aServer();
    const help = helpFor([alerts]);
    expect(idsOfControls(await help.run(aRequest({}, MANAGER), services))).toContain(
      'alerts:open:1:what',
    );
    expect(idsOfControls(await help.run(aRequest(), services))).toEqual(['help:status']);
  });
});

describe('the history of changes', () => {
  /** A server whose alerts Clara changes. */
  const aHistory = async () => {
    const server = await opened();
    const { services, db, press, run } = server;
    return {
      ...server,
      followPlayer: () =>
        follow.run(aRequest({ name: 'player:1', who: 'channel' }, CLARA), services),
      /** Sets up another channel, and returns it. */
      second: async () => {
        await run('setup', {}, { id: 'second' });
        return await findChannel(db, 'second');
      },
      stored: async () => await channelByKey(db, 1),
      text: async () => (await press('show:1:changes')).embeds?.[0]?.fields?.[0]?.value ?? '',
    };
  };

  it('has one row per change, with the old and the new value', async () => {
    const { press, followPlayer, changes, text } = await aHistory();
    await press('pause:1:what');
    await press('pause:1:what');
    await press('preset:1:what', 'calm');
    await press('language:1:look', 'es');
    await followPlayer();
    expect((await changes()).map(({ memberId, change }) => [memberId, change.what])).toEqual(
      ['follow', 'language', 'settings', 'pause'].map((what) => ['clara', what]),
    );
    const shown = await text();
    expect(shown).toContain('<@clara>: follows **Ana Vega**');
    expect(shown).toContain('~~English~~ → Español');
    expect(shown).toContain('<@clara>: ~~Essentials~~ → Calm\n');
  });

  it('is undone from the last change backwards, each change once', async () => {
    const { press, stored, toUndo } = await aHistory();
    const before = await stored();
    await press('pause:1:what');
    const paused = await toUndo();
    await press('delay:1:times', '45');
    const delayed = await toUndo();
    const undo = (change: typeof paused) => problemOf(press(`undo:1:changes:${change?.id ?? 0}`));
    expect(await undo(paused)).toBe('undo-outdated');
    expect(await undo(delayed)).toBe('done');
    expect(await stored()).toEqual({ ...before, pausedAt: 1 });
    expect(await undo(delayed)).toBe('undo-outdated');
    // The next undo reverts the change before it; then nothing is left.
    expect(await toUndo()).toEqual(paused);
    expect(await undo(paused)).toBe('done');
    expect(await stored()).toEqual(before);
    expect(await toUndo()).toBeUndefined();
  });

  it('can undo a follow', async () => {
    const { services, press, followPlayer, toUndo, text } = await aHistory();
    await followPlayer();
    await press(`undo:1:changes:${(await toUndo())?.id ?? 0}`);
    expect(await followsOf(services.db, { channelKey: 1, memberId: null })).toEqual([]);
    expect(await text()).toContain('no longer follows **Ana Vega**');
  });

  it('includes other channels that were removed, or resumed by a setup', async () => {
    const { services, press, second, text } = await aHistory();
    const key = (await second())?.key ?? 0;
    await press(`pause:${key}:what`);
    await second();
    await press(`remove:${key}:what`);
    expect(await text()).toContain('<@clara>: removed the alerts of <#second>');
    const all = await changesOfGuild(services.db, 'guild');
    expect(all.map(({ change }) => change.what)).toEqual(['channel', 'pause', 'pause', 'channel']);
  });

  it('includes settings copied from a channel of the server; others are refused', async () => {
    const { press, second, changes, stored } = await aHistory();
    await press('delay:1:times', '90');
    const key = (await second())?.key ?? 0;
    const copy = (from = '') => problemOf(press(`copy:${key}:changes`, from));
    expect(await copy('elsewhere')).toBe('no-alerts-there');
    expect(await copy((await stored())?.discordId)).toBe('done');
    expect((await second())?.settings.delay).toBe(90);
    expect((await changes(key)).map(({ change }) => change.what)).toEqual(['settings', 'channel']);
  });
});

describe.each(DIALECTS)('changes of two moderators at the same time on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  const aServerOf = async () => {
    const { services } = await aServerIn(await aStore());
    const channel = await findChannel(services.db, NEWS);
    if (channel === undefined) throw new Error('no channel');
    const pressed = (control: string, chosen: readonly string[] = [], id: number | string = 1) =>
      press(services, [control, `${channel.key}`, 'changes', `${id}`], CLARA_THERE, chosen);
    return { services, channel, pressed };
  };

  it('leave the managers that one of them chose', async () => {
    const { services, pressed } = await aServerOf();
    for (let n = 0; n < 10; n += 1) {
      await pressed('managers', ['1', '2']);
      await Promise.all([pressed('managers', ['1']), pressed('managers', ['2'])]);
      expect(await managerRoles(services.db, GUILD)).toHaveLength(1);
    }
  });

  it('are recorded once where both do the same, and undone once', async () => {
    const { services, channel, pressed } = await aServerOf();
    await Promise.all([1, 2, 3].map(async () => await pressed('pause')));
    const changes = async () => await changesOfGuild(services.db, GUILD);
    expect(await changes()).toHaveLength(1);
    const { id = 0 } = (await changeToUndo(services.db, channel)) ?? {};
    const undone = await Promise.all([1, 2, 3].map(() => problemOf(pressed('undo', [], id))));
    expect(undone.filter((problem) => problem === 'undo-outdated')).toHaveLength(2);
    expect(await changes()).toHaveLength(2);
  });
});
