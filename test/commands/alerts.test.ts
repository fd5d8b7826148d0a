import { channelsOfGuild, findChannel, MAX_CHANNELS } from '#src/store/channels/channels.ts';
import { describe, expect, it } from 'vitest';
import { alerts } from '#commands/alerts.ts';
import type { ChosenChannel, CommandRequest } from '#src/discord/command.ts';
import type { AlertChannel, PermissionName } from '#src/domain/alerts/channel.ts';
import type { DirectPostOptions } from '#src/alerts/channels/post-directly.ts';
import { newAlertEvent } from '#src/alerts/ingest/news.ts';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { ALERT_TYPES, presetOf, PRESETS } from '#src/domain/alerts/alert-types.ts';
import { categoryTarget, type FollowTarget } from '#src/domain/alerts/follows.ts';
import { stateOf } from '#src/domain/match/state.ts';
import type { MessageBody } from '#src/render/message.ts';
import { deleteMatchStates } from '#src/store/matches/match-states.ts';
import { recordCardPosted } from '#src/store/cards/card-changes.ts';
import { changeSettings } from '#src/store/channels/channel-settings.ts';
import { addFollow, followsOf } from '#src/store/follows/follows.ts';
import { MINUTE } from '#src/lib/time.ts';
import type { Match } from '#src/domain/match/match.ts';
import { insertMatch, updateMatch } from '#src/store/matches/matches.ts';
import { addEvents, addFinishedEvent } from '#src/store/outbox/events.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { postsBefore } from '../store/rows.ts';
import { aPlayer } from '../padel-api/names.ts';
import { entriesOf, idsOfControls } from '../render/controls.ts';
import { refusals } from '../render/held.ts';
import { changesOfGuild } from '../store/changes.ts';
import {
  aRequest,
  aStage,
  expectRefusal,
  pressOn,
  queriesOf,
  storeMatches,
  type Typed,
} from './stage.ts';

const NAMES = [aPlayer(1, 'Ana Vega')];

const MODERATOR = { mayManage: true };

interface ServerOptions {
  /** When the time-out of the bot ends. */
  readonly timeOut?: number | null;
  readonly sends?: SendOutcome;
  readonly chosen?: Partial<ChosenChannel>;
}

/** A server in which a moderator runs `/alerts`; posts and notifications are recorded. */
const aServer = async ({
  sends = { kind: 'sent', messageId: '900' },
  timeOut = null,
}: ServerOptions = {}) => {
  const stage = await aStage(NAMES);
  const posted: {
    readonly channelId: string;
    readonly body: MessageBody;
    readonly options: DirectPostOptions | undefined;
  }[] = [];
  const notified: (readonly [string, number])[] = [];
  const followedKinds: string[] = [];
  const greeted: string[] = [];
  const services = {
    ...stage.services,
    timedOutUntil: () => timeOut,
    postIn: (
      { discordId }: { readonly discordId: string },
      body: MessageBody,
      options?: DirectPostOptions,
    ) => {
      posted.push({ channelId: discordId, body, options });
      return Promise.resolve(sends);
    },
    channelReady: (key: number) => Promise.resolve(void notified.push(['ready', key])),
    settingsChanged: (key: number) => Promise.resolve(void notified.push(['changed', key])),
    greetingAnswered: (_place: unknown, id: string) => Promise.resolve(void greeted.push(id)),
    followed: ({ kind }: FollowTarget) => Promise.resolve(void followedKinds.push(kind)),
  };
  const run = async (
    subcommand: string,
    typed: Typed = {},
    chosen: Partial<ChosenChannel> | null = null,
    user: Partial<CommandRequest> = MODERATOR,
  ) => {
    const channel = chosen === null ? null : { ...A_CHANNEL, ...chosen };
    const request = aRequest(typed, { subcommand, channel: () => channel, ...user });
    const body = await alerts.run(request, services);
    expect(refusals(body)).toEqual([]);
    return body;
  };
  const press = async (values: readonly string[], chosen: readonly string[] = [], user = {}) => {
    const body = await pressOn(alerts, services, values, chosen, { ...MODERATOR, ...user });
    expect(refusals(body)).toEqual([]);
    return body;
  };
  const channels = () => channelsOfGuild(services.db, 'guild');
  const settings = async (): Promise<AlertSettings | undefined> => (await channels())[0]?.settings;
  const follows = async () => {
    const targets = await followsOf(services.db, { channelKey: 1, memberId: null });
    return targets.map(({ kind, id }) => `${kind} ${id}`);
  };
  const { setUp } = stage;
  return {
    ...{ services, setUp, posted, notified, run, press },
    ...{ channels, settings, follows, followedKinds, greeted },
  };
};

const A_CHANNEL: ChosenChannel = { id: '500', kind: 'text', missing: [] };

const descriptionOf = ({ embeds = [] }: MessageBody): string =>
  embeds.map(({ description }) => description ?? '').join('\n');

describe('/alerts setup', () => {
  it('posts a confirmation in the channel, and replies with its panel', async () => {
    const { run, posted, notified, greeted } = await aServer();
    const { content, embeds } = await run('setup', {}, {});
    expect(posted.map(({ channelId }) => channelId)).toEqual(['500']);
    expect(posted[0]?.body.content).toBeUndefined();
    expect(posted[0]?.body.embeds?.[0]?.description).toContain('I can post here');
    expect(content).toMatch(/^Alerts are now posted in <#500>\./);
    expect(embeds?.[0]?.title).toBe('Alerts');
    expect(notified).toEqual([['ready', 1]]);
    expect(greeted).toEqual(['500']);
  });

  it('is refused for the 26th channel of a server, with what to do', async () => {
    const { run, posted, channels } = await aServer();
    for (let n = 0; n < MAX_CHANNELS; n += 1) await run('setup', {}, { id: `${600 + n}` });
    await expectRefusal(() => run('setup', {}, {}), 'too-many-channels', { max: '25' });
    expect([posted.length, (await channels()).length]).toEqual([MAX_CHANNELS, MAX_CHANNELS]);
  });

  it('confirms in the chosen language, sets its time zone, and replies in the user’s', async () => {
    const { run, posted, settings } = await aServer();
    const { content } = await run('setup', { language: 'es' }, {});
    expect(content).toMatch(/^Alerts are now posted in <#500>\./);
    expect(descriptionOf(posted[0]?.body ?? {})).toContain('en este canal');
    expect((await settings())?.timeZone).toBe('Europe/Madrid');
  });

  it('sets the default time zone of the language, unless one was chosen', async () => {
    const { run, press, channels } = await aServer();
    const zones = async () => (await channels()).map((each) => each.settings.timeZone);
    await run('setup', {}, {});
    const french = await run('setup', { language: 'fr' }, { id: '501' });
    expect(JSON.stringify(french.embeds)).toContain('Time zone: Europe/Paris');
    expect(await zones()).toEqual(['Europe/London', 'Europe/Paris']);
    // Set up again in another language: London was only a default.
    const again = await run('setup', { language: 'it' }, {});
    expect(JSON.stringify(again.embeds)).toContain('Time zone: Europe/Rome');
    await press(['zone', '1', 'times'], ['Asia/Tokyo']);
    await run('setup', { language: 'es' }, {});
    await run('setup', { language: 'pt' }, { id: '502' });
    expect(await zones()).toEqual(['Asia/Tokyo', 'Europe/Paris', 'Asia/Tokyo']);
  });

  it('begins with a preset, and later changes to another only when one is named', async () => {
    const { run, settings } = await aServer();
    const preset = async () => presetOf((await settings())?.types ?? []);
    await run('setup', { preset: 'everything' }, {});
    expect(await preset()).toBe('everything');
    await run('setup', {}, {});
    expect(await preset()).toBe('everything');
    await run('setup', { preset: 'calm' }, {});
    expect(await preset()).toBe('calm');
  });

  it('has the preset of the later of two moderators who set it up at the same time', async () => {
    const { run, services, settings } = await aServer();
    await Promise.all(['calm', 'everything'].map((preset) => run('setup', { preset }, {})));
    expect(presetOf((await settings())?.types ?? [])).toBe('everything');
    const changes = await changesOfGuild(services.db, 'guild');
    expect(changes.at(-1)?.change).toMatchObject({
      what: 'settings',
      before: { types: PRESETS.calm },
      after: { types: PRESETS.everything },
    });
  });

  it('makes a second channel an alert channel in the language of the first', async () => {
    const { run, channels, press } = await aServer();
    await run('setup', { language: 'it' }, {});
    await run('setup', {}, { id: '501', kind: 'forum' });
    const made = await channels();
    expect(made.map(({ discordId, kind, locale }) => [discordId, kind, locale])).toEqual([
      ['500', 'text', 'it'],
      ['501', 'forum', 'it'],
    ]);
    const next = await press(['next', '2', 'what']);
    expect(descriptionOf(next)).toContain('<#501>');
    expect(idsOfControls(next)).toContain('alerts:next:1:what');
  });

  it('keeps the settings of a channel that is already an alert channel', async () => {
    const { run, press, settings } = await aServer();
    await run('setup', {}, {});
    await press(['preset', '1', 'what'], ['calm']);
    await press(['delay', '1', 'times'], ['60']);
    await run('setup', {}, {});
    expect(await settings()).toMatchObject({ types: PRESETS.calm, delay: 60 });
  });

  it.each([
    [
      'permissions are missing, by name',
      {},
      { missing: ['SendMessages', 'EmbedLinks'] },
      'missing-channel-permissions',
      { permissions: 'Send Messages and Embed Links' },
    ],
    ['the channel is of a kind that cannot have alerts', {}, { kind: null }, 'not-for-alerts', {}],
    [
      'Discord refuses the confirmation',
      { sends: { kind: 'refused', reason: 'missing-permissions' } },
      {},
      'proof-refused',
      {},
    ],
  ] as const)('reports that %s', async (_reason, options, chosen, problem, values) => {
    const { run } = await aServer(options);
    await expectRefusal(() => run('setup', {}, chosen), problem, values);
  });

  it('marks a channel as broken when Discord refuses the confirmation', async () => {
    const refused = { kind: 'refused', reason: 'missing-permissions' } as const;
    const { run, channels, notified } = await aServer({ sends: refused });
    await expectRefusal(() => run('setup', {}, {}), 'proof-refused');
    expect((await channels()).map(({ broken }) => broken)).toEqual(['missing-permissions']);
    expect(notified).toEqual([]);
  });
});

describe('the subcommands of /alerts', () => {
  const SUBS = ['setup', 'panel', 'why', 'health', 'file'] as const;

  it.each(SUBS)('%s is refused without permission and outside of a server', async (name) => {
    const { run } = await aServer();
    const user = { mayManage: false };
    await expectRefusal(() => run(name, { match: '123' }, {}, user), 'no-permission');
    const direct = { guildId: null, mayManage: true };
    await expectRefusal(() => run(name, { match: '123' }, {}, direct), 'server-only');
  });

  it.each(SUBS.filter((name) => name !== 'setup'))(
    '%s says that there is no alert channel',
    async (name) => {
      const { run } = await aServer();
      await expectRefusal(() => run(name, { match: '123' }), 'no-alert-channel');
    },
  );

  it.each(SUBS.filter((name) => name === 'panel' || name === 'why'))(
    '%s says that the named channel gets no alerts',
    async (name) => {
      const { run } = await aServer();
      await run('setup', {}, {});
      await expectRefusal(() => run(name, { match: '123' }, { id: '999' }), 'no-alerts-there');
    },
  );

  it('are refused under an unknown name', async () => {
    const { run } = await aServer();
    await expectRefusal(() => run('constructor'), 'outdated-control');
  });
});

describe('the panel', () => {
  const opened = async () => {
    const server = await aServer();
    await server.run('setup', {}, {});
    return server;
  };

  it.each<[string, readonly string[], Partial<AlertSettings>]>([
    ['preset', ['calm'], { types: PRESETS.calm }],
    ['types', ['result', 'start'], { types: ['start', 'result'] }],
    ['smallestRound', ['2'], { smallestRound: 2 }],
    ['levels', ['major', 'p1'], { levels: ['major', 'p1'] }],
    ['category', ['men'], { category: 'men' }],
    ['delay', ['90'], { delay: 90 }],
    ['quiet', ['22:00', '08:00'], { quietHours: { from: 1320, to: 480 } }],
    ['quiet', ['', 'none'], { quietHours: null }],
    ['zone', ['Asia/Tokyo'], { timeZone: 'Asia/Tokyo' }],
    ['remind', ['30'], { remindBefore: 30 }],
    ['digest', ['09:00'], { digestAt: 540 }],
    ['roles', ['42', '43'], { roles: ['42', '43'] }],
    ['roles', [], { roles: [] }],
    ['roleTypes', [], { roleTypes: [] }],
    ['flags', ['threads'], { threads: true, memberFollows: false }],
    ['events', ['followed'], { events: 'followed' }],
  ])('has a menu %s that sets %j', async (menu, chosen, expected) => {
    const { press, settings } = await opened();
    await press([menu, '1', 'what'], chosen);
    expect(await settings()).toMatchObject(expected);
  });

  it('shows the requested page with what is chosen there', async () => {
    const { press, run } = await opened();
    await press(['category', '1', 'matches'], ['women']);
    const page = await press(['page', '1', 'what'], ['matches']);
    const chosen = entriesOf(page).filter((entry) => entry.default === true);
    expect(chosen.map(({ value }) => value)).toEqual(expect.arrayContaining(['matches', 'women']));
    const times = await press(['page', '1', 'what'], ['times']);
    expect(idsOfControls(times)).toContain('alerts:dailyForm:1:times');
    expect(await run('panel', { page: 'times' })).toEqual(times);
  });

  it('has the follow menu first, and names each menu in its first choice', async () => {
    const { press } = await opened();
    const page = await press(['follow', '1', 'what'], ['women', 'p1']);
    expect(idsOfControls(page).slice(0, 4)).toEqual(
      ['page', 'follow', 'preset', 'types'].map((menu) => `alerts:${menu}:1:what`),
    );
    const chosen = entriesOf(page).filter((entry) => entry.default === true);
    expect(chosen.map(({ label }) => label)).toEqual([
      'Change: Alert types',
      "Let this channel follow: all women's matches",
      'all matches at level P1',
      'Preset: Essentials',
      'Alert types: Match start',
      ...['Live card', 'Every set', 'Key moments', 'Results'],
    ]);
  });

  it('adds a channel with a menu of channels', async () => {
    const { press, channels } = await opened();
    const question = await press(['add', '1', 'what']);
    expect(idsOfControls(question)).toEqual(['alerts:added:1:what', 'alerts:show:1:what']);
    const added = await press(['added', '1', 'what'], ['501']);
    expect(added.content).toContain('Alerts are now posted in <#501>');
    expect((await channels()).map(({ discordId }) => discordId)).toEqual(['500', '501']);
  });

  it('lets the channel follow exactly what is chosen, and shows that as chosen', async () => {
    const { press, follows, followedKinds } = await opened();
    const menu = (body: MessageBody | undefined) =>
      entriesOf(body ?? {}).flatMap(({ value, default: chosen }) => (chosen ? [value] : []));
    const both = await press(['follow', '1', 'what'], ['women', 'p1']);
    expect(both.content).toBe(
      "<#500> now follows **all women's matches**.\n<#500> now follows **all matches at level P1**.",
    );
    expect(menu(both)).toEqual(expect.arrayContaining(['women', 'p1']));
    expect(followedKinds).toEqual(['category', 'level']);
    const one = await press(['follow', '1', 'what'], ['p1', 'p2']);
    expect(one.content).toContain("<#500> no longer follows **all women's matches**.");
    expect(one.content).not.toContain('P1');
    expect(await follows()).toEqual(['level 3', 'level 4']);
    const none = await press(['follow', '1', 'what'], []);
    expect(menu(none)).not.toContain('p1');
    expect(await follows()).toEqual([]);
  });

  it('lists what is followed page by page, and ends several follows at once', async () => {
    const { press, services, follows } = await opened();
    const follower = { channelKey: 1, memberId: null };
    for (let id = 1; id <= 30; id += 1) {
      await addFollow(services.db, follower, { kind: 'player', id }, id);
    }
    const first = await press(['page', '1', 'what'], ['follows']);
    const [followed] = first.embeds?.[0]?.fields ?? [];
    expect(followed?.name).toBe('Follows');
    expect(followed?.value).toMatch(/^\*Players\*: Ana Vega, number 2, /);
    expect(idsOfControls(first)).toEqual(
      expect.arrayContaining(['alerts:unfollow:1:follows:1', 'alerts:list:1:follows:2']),
    );
    const second = await press(['list', '1', 'follows', '2']);
    const offered = entriesOf(second).filter(({ value }) => value.startsWith('player-'));
    expect(offered.map(({ label }) => label)).toEqual(
      [26, 27, 28, 29, 30].map((id) => `number ${id}`),
    );
    const ended = await press(
      ['unfollow', '1', 'follows', '2'],
      [26, 27, 28, 29, 30].map((id) => `player-${id}`),
    );
    expect(ended.content).toContain('<#500> no longer follows **number 26**.');
    expect(await follows()).toHaveLength(25);
    // The page that is empty now is not shown.
    expect(idsOfControls(ended)).toContain('alerts:unfollow:1:follows:1');
    const again = await press(['unfollow', '1', 'follows', '1'], ['player-26']);
    expect(again.content).toBeUndefined();
  });

  it('reads no name of a followed match on a page that shows none', async () => {
    const { services } = await opened();
    const request = { ...aRequest({}, MODERATOR), values: ['show', '1', 'times'], chosen: [] };
    const queries = () => queriesOf(services, (counted) => alerts.component?.run(request, counted));
    const without = await queries();
    const follower = { channelKey: 1, memberId: null };
    for (let id = 1; id <= 50; id += 1) {
      await addFollow(services.db, follower, { kind: 'match', id }, id);
    }
    expect(await queries()).toBe(without);
  });

  it('says how to begin when nothing is followed', async () => {
    const { press } = await opened();
    const page = await press(['page', '1', 'what'], ['follows']);
    expect(page.embeds?.[0]?.fields?.[0]?.value).toContain('`/follow name:… who:the channel`');
  });

  it('pauses and resumes', async () => {
    const { press, channels, services } = await opened();
    const paused = await press(['pause', '1', 'what']);
    expect(descriptionOf(paused)).toContain('Paused since');
    expect((await channels())[0]?.pausedAt).toBe(1);
    // A panel of before still has its button.
    const again = { ...aRequest({}, MODERATOR), values: ['pause', '1', 'what'], chosen: [] };
    await alerts.component?.run(again, { ...services, now: () => 9 });
    expect((await channels())[0]?.pausedAt).toBe(1);
    const resumed = await press(['resume', '1', 'what']);
    expect(descriptionOf(resumed)).not.toContain('Paused');
  });

  it('changes the language of the alerts, not of the reader', async () => {
    const { press, channels } = await opened();
    const panel = await press(['language', '1', 'look'], ['pt']);
    expect(panel.embeds?.[0]?.title).toBe('Alerts');
    expect((await channels())[0]?.locale).toBe('pt');
  });

  it.each([
    ['of another version', ['court', '1', 'what'], ['x']],
    ['without a channel', ['show'], []],
    ['with a value that no menu offers', ['moments', '1', 'times'], ['9']],
    ['with an unknown preset', ['preset', '1', 'what'], ['constructor']],
    ['with something that cannot be followed', ['unfollow', '1', 'follows', '1'], ['court-1']],
    ['with an invalid page', ['list', '1', 'follows', 'x'], []],
  ])('says that a control %s is outdated', async (_reason, values, chosen) => {
    const { press, settings } = await opened();
    const before = await settings();
    await expectRefusal(() => press(values, chosen), 'outdated-control');
    expect(await settings()).toEqual(before);
  });

  it('says so when its channel no longer gets alerts', async () => {
    const { press } = await opened();
    await press(['remove', '1', 'what']);
    await expectRefusal(() => press(['test', '1', 'what']), 'alerts-removed');
  });

  it('is refused in another server, and for members without permission', async () => {
    const { press } = await opened();
    await expectRefusal(
      () => press(['pause', '1', 'what'], [], { guildId: 'other' }),
      'alerts-removed',
    );
    await expectRefusal(
      () => press(['pause', '1', 'what'], [], { mayManage: false }),
      'no-permission',
    );
  });
});

describe('/alerts why and health, and test, preview and remove in the panel', () => {
  it('posts one marked sample, and shows the user one per kind, without pings', async () => {
    const { run, press, posted } = await aServer();
    await run('setup', {}, {});
    await press(['roles', '1', 'pings'], ['42']);
    const { content, embeds = [] } = await press(['test', '1', 'what']);
    expect(content).toMatch(/^Test alert posted in <#500>\. For you alone/);
    expect(embeds.map(({ title }) => title)).toEqual([
      ...['Match start', 'Live card', 'Every set', 'Key moments', 'Results'],
    ]);
    const [sample, ...others] = posted.slice(1);
    expect(others).toEqual([]);
    expect(sample?.options).toEqual({ priority: 'card' });
    expect(sample?.body.content).toMatch(/^-# Test alert: Match start\n.* has started$/);
    // A match that has just started has no set behind it.
    expect(sample?.body.embeds?.[0]?.description).not.toMatch(/6 +3|62 min/);
    expect(sample?.body.allowed_mentions).toEqual({ parse: [] });
    expect(sample?.body.components).toBeUndefined();
    expect(JSON.stringify([sample, embeds])).not.toContain('<@&');
  });

  it('shows a sample of each type, and says so when none is on', async () => {
    const { run, press, posted } = await aServer();
    await run('setup', {}, {});
    await press(['preset', '1', 'what'], ['everything']);
    expect((await press(['test', '1', 'what'])).embeds).toHaveLength(ALERT_TYPES.length);
    await press(['types', '1', 'what'], []);
    expect((await press(['test', '1', 'what'])).content).toMatch(
      /^No alert types are on in <#500>/,
    );
    expect(posted).toHaveLength(2);
  });

  it.each(['setup', 'test'])('%s names the code with which Discord declines', async (command) => {
    const sends = { kind: 'declined', code: 40_066, reason: 'words of Discord' } as const;
    const { run, press, setUp, channels } = await aServer({ sends });
    await setUp();
    const tried = command === 'test' ? press(['test', '1', 'what']) : run(command, {}, {});
    await expectRefusal(() => tried, 'proof-declined', {
      channel: { channelId: '500' },
      code: '40066',
    });
    expect(await channels()).toMatchObject([{ broken: null }]);
    const [health] = (await run('health')).embeds ?? [];
    expect(health?.description).toContain('(error 40066). Posts in this forum need a tag');
  });

  it.each(['setup', 'test'])(
    '%s says that the bot is in a time-out, and until when',
    async (command) => {
      const sends = { kind: 'refused', reason: 'missing-permissions' } as const;
      const { run, press, setUp } = await aServer({ sends, timeOut: 60_000 });
      await setUp();
      const tried = command === 'test' ? press(['test', '1', 'what']) : run(command, {}, {});
      await expectRefusal(() => tried, 'timed-out', { until: { at: 60_000 } });
    },
  );

  it('says so when a sample could not be posted', async () => {
    const failed = { kind: 'failed', reason: 'http-500', retryAfterMs: 0 } as const;
    const { press, setUp } = await aServer({ sends: failed });
    await setUp();
    await expectRefusal(() => press(['test', '1', 'what']), 'proof-failed');
  });

  it('explains for a match without news what is followed and filtered out', async () => {
    const { run, press, services, channels } = await aServer();
    await run('setup', {}, {});
    const match = aMatch();
    await storeMatches(services, match);
    const before = descriptionOf(await run('why', { match: '123' }));
    expect(before).toContain("❌ <#500> doesn't follow this match.");
    expect(before).toContain('**Match start**: Not followed here');
    const [channel] = await channels();
    const follower = { channelKey: channel?.key ?? 0, memberId: null };
    await addFollow(services.db, follower, { kind: 'player', id: 1 }, 1);
    await press(['category', '1', 'matches'], ['men']);
    const after = descriptionOf(await run('why', { match: '123' }));
    expect(after).toContain('✅ Followed: Ana Vega');
    expect(after).toContain('❌ Filtered out by category');
  });

  it('is about the channel that follows the match, unless it is used in one or names one', async () => {
    const { run, setUp, services } = await aServer();
    const { db } = services;
    await storeMatches(services, aMatch());
    for (const [n, id] of ['500', '501', '502', '503'].entries()) {
      const { key } = await setUp({ discordId: id });
      const target = { kind: 'player', id: n === 0 ? 99 : 1 } as const;
      await addFollow(db, { channelKey: key, memberId: null }, target, 1);
    }
    const asked = async (user: Partial<CommandRequest>, named: string | null = null) => {
      const channel = named === null ? null : { id: named };
      const text = descriptionOf(
        await run('why', { match: '123' }, channel, { ...MODERATOR, ...user }),
      );
      return text.split('\n').filter((line) => line.includes('<#'));
    };
    const elsewhere = (one: string, other: string): string =>
      `➖ Followed in other channels: <#${one}> and <#${other}>`;
    const outside = { channelId: '9', parentId: null };
    expect(await asked(outside)).toEqual(['<#501>', elsewhere('502', '503')]);
    expect(await asked({ channelId: '9', parentId: '502' })).toEqual([
      '<#502>',
      elsewhere('501', '503'),
    ]);
    expect(await asked({ ...outside, maySee: (id) => id !== '501' && id !== '503' })).toEqual([
      '<#502>',
    ]);
    expect(await asked(outside, '500')).toEqual([
      '<#500>',
      "❌ <#500> doesn't follow this match.",
      '➖ Followed in other channels: <#501>, <#502>, and <#503>',
    ]);
  });

  it('says where the live card of a match is, and that it comes with the start of one to come', async () => {
    const { run, press, services } = await aServer();
    await run('setup', {}, {});
    const { db } = services;
    const match = aMatch();
    await insertMatch(db, { match, state: stateOf(match), now: 1 });
    const why = async () => descriptionOf(await run('why', { match: '123' }));
    const follower = { channelKey: 1, memberId: null };
    await addFollow(db, follower, { kind: 'player', id: 1 }, 1);
    await press(['preset', '1', 'what'], ['calm']);
    expect(await why()).toContain('**Live card**: Not started yet');
    const card = { messageId: '900', rev: 1, at: 1_000 };
    await recordCardPosted(db, { matchId: 123, channelKey: 1 }, card);
    expect(await why()).toContain(
      '**Live card**: Posted <t:1:T>: https://discord.com/channels/guild/500/900',
    );
  });

  it('says that a match is not followed, not that its start came too late', async () => {
    const { run, services } = await aServer();
    await run('setup', {}, {});
    await storeMatches(services, aMatch({ status: 'live' }));
    const late = { ...newAlertEvent({ kind: 'start', matchId: 123 }, 0), expiresAt: 1 };
    const at = services.now();
    await addEvents(services.db, [late], at);
    expect(descriptionOf(await run('why', { match: '123' }))).toContain(
      `**Match start** (<t:${Math.floor(at / 1000)}:T>): Not followed here`,
    );
  });

  it('says that a channel was not set up yet', async () => {
    const { run, services } = await aServer();
    await run('setup', {}, {});
    await storeMatches(services, aMatch());
    const event = { kind: 'start', matchId: 123 } as const;
    await addEvents(services.db, [newAlertEvent(event, 0)], 0);
    expect(descriptionOf(await run('why', { match: '123' }))).toContain(
      "**Match start** (<t:0:T>): The channel wasn't set up yet",
    );
  });

  describe('names each type that is on, also one of which there is no alert', () => {
    const HOUR = 60 * MINUTE;
    const AT_NOON = Date.UTC(2026, 5, 7, 12);
    const LABELLED = { scheduleLabel: 'Starting at 2:00 PM', venueOffset: 0 };

    /** The lines about the alerts of a followed match in a channel that wants everything, at some hour of its day. */
    const linesAt = async (
      hour: number,
      { first = {}, later, followedAt = 1, readAt = AT_NOON }: Told,
    ): Promise<readonly string[]> => {
      const { run, press, services } = await aServer();
      const { db } = services;
      await run('setup', {}, {});
      await press(['preset', '1', 'what'], ['everything']);
      const match = aMatch({ ...LABELLED, ...first });
      await insertMatch(db, { match, state: stateOf(match), now: readAt });
      if (later !== undefined) {
        const changed = { ...match, ...later };
        const at = Date.UTC(2026, 5, 7, 14);
        await updateMatch(db, 1, { match: changed, state: stateOf(changed), now: at });
        const start = { kind: 'start', matchId: 123 } as const;
        if (first.status === undefined) await addEvents(db, [newAlertEvent(start, at)], at);
      }
      await addFollow(db, { channelKey: 1, memberId: null }, { kind: 'player', id: 1 }, followedAt);
      const now = Date.UTC(2026, 5, 7, hour);
      const request = aRequest({ match: '123' }, { subcommand: 'why', ...MODERATOR });
      const body = await alerts.run(request, { ...services, now: () => now });
      const [, lines = ''] = descriptionOf(body).split('\n\n');
      return lines.split('\n').map((line) => line.replaceAll('**', ''));
    };

    interface Told {
      readonly first?: Partial<Match>;
      /** How it is from 14:00 on; a start that was seen is an alert. */
      readonly later?: Partial<Match>;
      readonly followedAt?: number;
      readonly readAt?: number;
    }

    const due = (hour: number, minute = 0): string =>
      `Waiting (Not started yet), due at <t:${Date.UTC(2026, 5, 7, hour, minute) / 1000}:T>`;

    it('of a match to come', async () => {
      expect(await linesAt(13, {})).toEqual([
        'Match start: Not started yet',
        'Live card: Not started yet',
        'Every set: Not started yet',
        'Key moments: Not started yet',
        'Results: Not started yet',
        `Reminders: ${due(13, 45)}`,
        'News: draws, times and courts: No posts yet',
        'Daily post: Skipped: too late to post',
      ]);
    });

    it('of a match that was in play, or over, when it was first seen', async () => {
      const playing = await linesAt(15, { first: { status: 'live', score: sets('6-4 2-1') } });
      expect(playing).toEqual(
        expect.arrayContaining([
          'Live card: Being sent',
          'Match start: The match had already started',
          'Every set: The match had already started',
          'Key moments: No posts yet',
          'Results: No posts yet',
          'Reminders: No exact start time was announced',
        ]),
      );
      const over = await linesAt(15, {
        first: { status: 'finished', winner: 'team_1', score: sets('6-4 6-1') },
      });
      for (const type of ['Live card', 'Match start', 'Every set', 'Results'])
        expect(over).toContain(`${type}: The match was already over`);
    });

    it.each<[string, Told, string]>([
      ['the time was known', {}, 'Skipped: too late to post'],
      [
        'there was only an estimate',
        { first: { scheduleLabel: 'Followed by' } },
        'No exact start time was announced',
      ],
      [
        'the match was not known yet',
        { readAt: Date.UTC(2026, 5, 7, 13, 50) },
        'Skipped: too late to post',
      ],
    ])('with the reason for no reminder where %s', async (_case, told, reason) => {
      const later = { status: 'live', score: sets('1-1') };
      expect(await linesAt(15, { ...told, later })).toContain(`Reminders: ${reason}`);
      expect(await linesAt(15, { ...told, later })).not.toContain(due(13, 45));
    });

    it('with the time from which a match was followed where its start was before', async () => {
      const followedAt = Date.UTC(2026, 5, 7, 14, 30);
      const told = { later: { status: 'live', score: sets('1-1') }, followedAt };
      const start = Date.UTC(2026, 5, 7, 14) / 1000;
      expect(await linesAt(15, told)).toContain(
        `Match start (<t:${start}:T>): Followed only since <t:${followedAt / 1000}:f>`,
      );
    });

    it.each([0, 1])('with the daily post that had it, after changes: %i', async (changes) => {
      const { run, press, services } = await aServer();
      await run('setup', {}, {});
      await press(['preset', '1', 'what'], ['everything']);
      const match = aMatch(LABELLED);
      await insertMatch(services.db, { match, state: stateOf(match), now: 2 });
      await addFollow(services.db, { channelKey: 1, memberId: null }, { kind: 'player', id: 1 }, 1);
      const digest = { kind: 'digest', channelKey: 1, date: '2026-06-07' } as const;
      const at = AT_NOON - 4 * HOUR;
      const eventId = await services.db
        .transaction()
        .execute((tx) => addFinishedEvent(tx, newAlertEvent(digest, at), at));
      const sent = { outcome: 'sent', messageId: '77', at, attempts: 1, shownRev: 0 } as const;
      await services.db
        .insertInto('deliveries')
        .values({ eventId, channelKey: 1, ...sent })
        .execute();
      if (changes > 0) {
        const now = at + HOUR;
        await updateMatch(services.db, 1, { match, state: stateOf(match), now });
        await deleteMatchStates(services.db, now + 1);
      }
      const why = await run('why', { match: '123' });
      expect(descriptionOf(why)).toContain('/guild/500/77');
      expect(descriptionOf(why)).toMatch(/\*\*Daily post\*\* \(<t:\d+:\w>\): Posted/);
    });
  });

  it('explains that members follow a match, and not what of it', async () => {
    const { run, services, channels } = await aServer();
    await run('setup', {}, {});
    const match = aMatch();
    const { db } = services;
    await insertMatch(db, { match, state: stateOf(match), now: 1 });
    const [channel] = await channels();
    const channelKey = channel?.key ?? 0;
    await addFollow(db, { channelKey, memberId: 'member' }, { kind: 'player', id: 1 }, 1);
    const byMembers = descriptionOf(await run('why', { match: '123' }));
    expect(byMembers).toContain('✅ Followed by members only');
    expect(byMembers).not.toContain('Ana Vega');
    await addFollow(db, { channelKey, memberId: null }, { kind: 'match', id: 123 }, 1);
    const byBoth = descriptionOf(await run('why', { match: '123' }));
    expect(byBoth).toContain('✅ Followed: Vega / Lamas – Soria / Pinto\n');
  });

  it('previews what the settings of a channel would post for a match', async () => {
    const { run, press, services } = await aServer();
    await run('setup', {}, {});
    await press(['preset', '1', 'what'], ['calm']);
    const match = aMatch({
      status: 'finished',
      winner: 'team_1',
      score: [
        { team_1: 6, team_2: 4, tieBreak: null },
        { team_1: 6, team_2: 3, tieBreak: null },
      ],
    });
    await storeMatches(services, match);
    const why = await run('why', { match: '123' });
    expect(idsOfControls(why)).toEqual(['alerts:preview:1:123']);
    const previewed = async () => descriptionOf(await press(['preview', '1', '123']));
    const unfollowed = await previewed();
    expect(unfollowed).toContain("<#500> doesn't follow this match");
    expect(unfollowed).toContain('**Nothing would be posted (⚠️). Otherwise, alerts: 2**');
    await addFollow(services.db, { channelKey: 1, memberId: null }, { kind: 'player', id: 1 }, 1);
    const text = await previewed();
    expect(text).toContain('**Would be posted: 2**\n- Live card\n');
    expect(text).toContain('**Vega / Lamas** beat Soria / Pinto 6-4 6-3');
    expect(text).toContain('- Every set: This alert type is off here');
    await press(['preset', '1', 'what'], ['essentials']);
    expect(await previewed()).toMatch(/\n- \*\*Vega .+ · Live card\n/);
    await changeSettings(
      services.db,
      1,
      (own) => ({ ...own, types: own.types.filter((type) => type !== 'card') }),
      1,
    );
    expect(await previewed()).not.toMatch(/Live card|Daily post/);
    await press(['preset', '1', 'what'], ['everything']);
    expect(await previewed()).toMatch(/posted: \d+\*\*\n- Daily post\n/);
  });

  it.each([
    ['the missing permission', ['SendMessages', 'ManageEvents'], 'missing-channel-permissions'],
    ['no permission when none is known to be missing', ['ManageEvents'], 'proof-refused'],
  ] as const)('names %s when Discord refuses a sample', async (_reason, missing, problem) => {
    const { run, services } = await aServer();
    await run('setup', {}, {});
    const refusing = {
      ...services,
      postIn: () => Promise.resolve({ kind: 'refused', reason: 'missing-permissions' } as const),
      missingIn: () => missing,
    };
    const request = { ...aRequest({}, MODERATOR), values: ['test', '1', 'what'], chosen: [] };
    const permissions = problem === 'proof-refused' ? {} : { permissions: 'Send Messages' };
    await expectRefusal(() => alerts.component?.run(request, refusing), problem, {
      channel: { channelId: '500' },
      ...permissions,
    });
  });

  it('lists every channel with what is wrong and what to do', async () => {
    const { run, services } = await aServer();
    await run('setup', {}, {});
    await run('setup', {}, { id: '501' });
    const missing = ['SendMessages'] as const;
    const lacking = {
      ...services,
      missingIn: ({ discordId }: Pick<AlertChannel, 'discordId'>) =>
        discordId === '501' ? missing : [],
    };
    const request = aRequest({}, { subcommand: 'health', ...MODERATOR });
    const { embeds = [] } = await alerts.run(request, lacking);
    expect(embeds.map(({ description }) => description)).toEqual([
      // A channel with a problem comes first.
      expect.stringContaining("⚠️ I can't post in <#501>. Please grant me Send Messages there."),
      expect.stringContaining('<#500>'),
    ]);
    expect(embeds[0]?.color).not.toBe(embeds[1]?.color);
  });

  it('never says that the last post was in the future, as a clock ahead of this one records', async () => {
    const { run, services } = await aServer();
    await run('setup', {}, {});
    await postsBefore(services.db, 1, 1);
    expect(descriptionOf(await run('health'))).toContain('<t:0:R>');
  });

  it('warns that a role is not notified when not even the bot may mention it', async () => {
    const { run, press, services } = await aServer();
    await run('setup', {}, {});
    const checks: [string, readonly string[]][] = [];
    const lacking = (areMentionable: boolean) => ({
      ...services,
      // The bot lacks every permission that is checked beyond those that posts need.
      missingIn: (_channel: unknown, more: readonly PermissionName[] = []) => more,
      areMentionable: (guildId: string, roleIds: readonly string[]) => {
        checks.push([guildId, roleIds]);
        return areMentionable;
      },
    });
    await press(['roles', '1', 'pings'], ['42']);
    const health = async (areMentionable: boolean) => {
      const request = aRequest({}, { subcommand: 'health', ...MODERATOR });
      return descriptionOf(await alerts.run(request, lacking(areMentionable)));
    };
    expect(await health(false)).toContain("⚠️ A role that not everyone may mention isn't notified");
    expect(await health(true)).not.toContain('⚠️ A role');
    expect(checks[0]).toEqual(['guild', ['42']]);
  });

  it('says that quiet hours are on, in the panel and in /alerts health', async () => {
    const { run, press } = await aServer();
    await run('setup', {}, {});
    const replies = async (from: string, to: string) => [
      await press(['quiet', '1', 'times'], [from, to]),
      await run('health'),
    ];
    const on = await replies('23:00', '02:00');
    for (const reply of on) expect(descriptionOf(reply)).toContain('🌙 Quiet hours end <t:3600:R>');
    const off = await replies('03:00', '04:00');
    for (const reply of off) expect(descriptionOf(reply)).not.toContain('🌙');
  });

  it('counts each target that brings news once', async () => {
    const { run, press, services } = await aServer();
    await run('setup', {}, {});
    const { db } = services;
    const player: FollowTarget = { kind: 'player', id: 1 };
    await addFollow(db, { channelKey: 1, memberId: null }, player, 1);
    await addFollow(db, { channelKey: 1, memberId: 'nora' }, player, 1);
    await addFollow(db, { channelKey: 1, memberId: 'nora' }, { kind: 'player', id: 2 }, 1);
    await addFollow(db, { channelKey: 1, memberId: 'nora' }, categoryTarget('women'), 1);
    expect(descriptionOf(await run('health'))).toContain('Followed here: 1 · only by members: 1');
    await press(['flags', '1', 'look'], []);
    expect(descriptionOf(await run('health'))).toMatch(/Followed here: 1$/m);
  });

  it('removes the alerts of a channel after a confirmation', async () => {
    const { run, press, services } = await aServer();
    await run('setup', {}, {});
    const player = { kind: 'player', id: 1 } as const;
    await addFollow(services.db, { channelKey: 1, memberId: null }, player, 1);
    const question = await press(['forget', '1', 'what']);
    expect(question.content).toMatch(
      /^Remove the alerts from <#500>\?.* follows \(1\).*posts stay there, except a board/,
    );
    expect(await findChannel(services.db, '500')).toBeDefined();
    expect(idsOfControls(question)).toEqual(['alerts:remove:1:what', 'alerts:show:1:what']);
    const { content } = await press(['remove', '1', 'what']);
    expect(content).toBe(
      '<#500> no longer gets alerts. Its posts stay there, except a board; you can delete them.',
    );
    expect(await findChannel(services.db, '500')).toBeUndefined();
  });
});
