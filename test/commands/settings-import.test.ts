import { countryOfCode } from '#src/domain/alerts/follows.ts';
import { describe, expect, it } from 'vitest';
import { alerts } from '#commands/alerts.ts';
import type { Services } from '#src/discord/command.ts';
import { changeSettings, setPaused } from '#src/store/channels/channel-settings.ts';
import { channelByKey, findChannel, setUpChannel } from '#src/store/channels/channels.ts';
import { setManagerRoles } from '#src/store/channels/manager-roles.ts';
import { noteGoneRoles } from '#src/store/channels/gone-roles.ts';
import { addFollow } from '#src/store/follows/follows.ts';
import { OTHER_SETTINGS } from '../domain/other-settings.ts';
import { turnsDuring } from '../lib/turns.ts';
import { idsOfControls } from '../render/controls.ts';
import { changesOfGuild } from '../store/changes.ts';
import { DIALECTS, useDialect } from '../store/dialects.ts';
import { expectRefusal, pressOn } from './stage.ts';
import {
  GUILD,
  PADEL,
  NEWS,
  FANS,
  MANAGERS,
  GONE,
  CLARA,
  aServer,
  edited,
  preview,
  run,
  apply,
  expectRefused,
  stateOf,
  type Edit,
  setting,
} from './file-stage.ts';

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

const { snoozedUntil: _ofMembers, ...OTHERS } = OTHER_SETTINGS;

describe('an import', () => {
  it('previews exactly what it changes, and is then listed on the page of changes', async () => {
    const { services, changed } = await aServer();
    const shown = await preview(services, await edited(services, SIX));
    expect(shown.embeds?.[0]?.description?.split('\n').slice(2)).toEqual([
      `**<#${PADEL}>**`,
      '- ~~No spoiler delay~~ → Everything delayed by 45 s',
      '- Alerts resumed',
      "- no longer follows **all women's matches**",
      '- follows **Eva Soria**',
      `**<#${NEWS}>**`,
      '- ~~Español~~ → Italiano',
      '**The whole server**',
      `- Who manages alerts: + <@&${FANS}>; − <@&${MANAGERS}>`,
    ]);
    expect(await changesOfGuild(services.db, GUILD)).toEqual([]);
    const done = await apply(services, shown);
    expect(done?.content).toBe('Done. Changes: 6.');
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
    expect(changes.map(({ memberId, change }) => [memberId, change])).toEqual([
      ['clara', { what: 'import', before: null, after: 6 }],
    ]);
    const [open = ''] = idsOfControls(done ?? {});
    const page = await pressOn(alerts, services, open.split(':').slice(1), [], CLARA);
    const text = page.embeds?.[0]?.fields?.[0]?.value ?? '';
    expect(text).toContain('<@clara>: changed settings by a file: 6');
    expect(idsOfControls(page).filter((id) => id.includes(':undo:'))).toEqual([]);
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
      expect.stringContaining('No alerts in <#555>.'),
      expect.stringContaining('`888`: this server has no such roles.'),
      expect.stringContaining('`player 999`: not found or already over.'),
      expect.stringContaining('Only people with Manage Server'),
    ]);
    expect(untouched).toBe(`<#${NEWS}>`);
  });

  it('lists changes even when they have no effect now', async () => {
    const { services } = await aServer();
    const text = await edited(services, (_file, { settings }) => {
      settings['roleTypes'] = ['start', 'daily'];
      settings['remindBefore'] = 30;
    });
    const { description = '' } = (await preview(services, text)).embeds?.[0] ?? {};
    expect(description).toContain('~~Reminder 15 min before the match~~ → Reminder 30 min');
    expect(description).toContain('→ Alerts that ping roles: Match start and Daily post');
  });

  it.each(Object.entries(OTHERS))('shows a change of %s', async (name, value) => {
    const { services } = await aServer();
    const text = await edited(services, setting(name, value));
    const { description = '' } = (await preview(services, text)).embeds?.[0] ?? {};
    expect(description).toMatch(/^Changes: 1\..*\n\n.+\n- \S/);
  });

  it('summarizes many changes by their number', async () => {
    const { services } = await aServer();
    const text = await edited(services, (_file, padel) => {
      padel.follows = Array.from({ length: 676 }, (_, id) => ({ kind: 'country' as const, id }))
        .filter(({ id }) => countryOfCode(id) !== undefined)
        .slice(0, 200);
    });
    const description = (await preview(services, text)).embeds?.[0]?.description ?? '';
    const shown = description.split('\n').filter((line) => line.startsWith('- ')).length;
    expect(description).toContain('Changes: 202.');
    expect(description).toContain(`and ${202 - shown} more`);
    expect(description.length).toBeLessThanOrEqual(4_096);
  });

  it.each<readonly [string, (services: Services) => Promise<unknown>]>([
    ['settings', ({ db }) => changeSettings(db, 1, (now) => ({ ...now, delay: 30 }), 1)],
    [
      'a follow',
      ({ db }) => addFollow(db, { channelKey: 1, memberId: null }, { kind: 'player', id: 2 }, 9),
    ],
    ['a pause', ({ db }) => setPaused(db, 1, null)],
  ])('is previewed again when %s changed since the preview', async (_what, meanwhile) => {
    const { services } = await aServer();
    const shown = await preview(services, await edited(services, SIX));
    await meanwhile(services);
    const before = await stateOf(services);
    const again = (await apply(services, shown)) ?? {};
    expect(again.content).toContain('changed in the meantime');
    expect(await stateOf(services)).toEqual(before);
    expect((await apply(services, again))?.content).toContain('Done. ');
  });

  it('is applied where a role that a channel pings was deleted', async () => {
    const { services } = await aServer();
    await noteGoneRoles(services.db, (_guild, role) => role !== GONE);
    const shown = await preview(services, await edited(services, setting('delay', 45)));
    expect((await apply(services, shown))?.content).toBe('Done. Changes: 1.');
    expect((await findChannel(services.db, PADEL))?.settings).toMatchObject({ delay: 45 });
  });

  it('is refused to who may no longer manage the alerts once its file is there', async () => {
    const { services } = await aServer();
    const text = await edited(services, SIX);
    const manager = { roleIds: [MANAGERS], guildId: GUILD };
    const shown = await preview(services, text, manager);
    const whileReading = async () => {
      await setManagerRoles(services.db, GUILD, []);
      return text;
    };
    await expectRefusal(() => apply(services, shown, whileReading, manager), 'no-permission');
    await setManagerRoles(services.db, GUILD, [MANAGERS]);
    await expectRefusal(() => run(services, manager, whileReading), 'no-permission');
    expect(await changesOfGuild(services.db, GUILD)).toEqual([]);
  });

  it('is cancelled without a change', async () => {
    const { services } = await aServer();
    const before = await stateOf(services);
    const kept = await pressOn(alerts, services, ['discard'], [], CLARA);
    expect(kept.content).toBe('Nothing was changed.');
    expect(await stateOf(services)).toEqual(before);
  });
});

describe.each(DIALECTS)('on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it('an import is applied as a whole, or not at all after a failure', async () => {
    const { services } = await aServer(await aStore());
    const shown = await preview(services, await edited(services, SIX));
    const before = await stateOf(services);
    let calls = 0;
    const now = (): number => {
      calls += 1;
      if (calls > 4) throw new Error('the machine has had enough');
      return 1;
    };
    await expect(apply({ ...services, now }, shown)).rejects.toThrow('had enough');
    expect(await stateOf(services)).toEqual(before);
    expect((await apply(services, shown))?.content).toBe('Done. Changes: 6.');
    expect((await findChannel(services.db, NEWS))?.locale).toBe('it');
    const padel = await findChannel(services.db, PADEL);
    expect((await channelByKey(services.db, padel?.key ?? 0))?.settings.delay).toBe(45);
  });
});

describe('many changes', () => {
  const players = (from: number) =>
    Array.from({ length: 200 }, (_, index) => ({ kind: 'player', id: from + index }) as const);

  it('are refused when there are more than 500', async () => {
    const { services } = await aServer();
    await setUpChannel(
      services.db,
      { discordId: '502', guildId: GUILD, locale: 'en', configuredBy: 'clara' },
      1,
    );
    const text = await edited(services, (file) => {
      file.channels.forEach((channel, index) => {
        channel.follows = players(1_000 * (index + 1));
      });
    });
    await expectRefused(services, text, 'file-changes');
  });

  it('do not block the event loop', async () => {
    const { services } = await aServer();
    for (const [index, discordId] of [PADEL, NEWS].entries()) {
      const key = (await findChannel(services.db, discordId))?.key ?? 0;
      for (const target of players(1_000 * (index + 1)).slice(0, 190)) {
        await addFollow(services.db, { channelKey: key, memberId: null }, target, 1);
      }
    }
    const text = await edited(services, (file) => {
      for (const channel of file.channels) channel.follows = [];
    });
    const shown = await preview(services, text);
    const { done, taken } = await turnsDuring(Promise.resolve(apply(services, shown)));
    expect(done?.content).toContain('382');
    expect(taken).toBeGreaterThan(15);
  });
});
