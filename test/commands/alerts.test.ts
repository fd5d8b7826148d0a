import { findChannel, MAX_CHANNELS } from '#src/store/channels/channels.ts';
import { describe, expect, it } from 'vitest';
import { alerts } from '#commands/alerts.ts';
import type { ChosenChannel, CommandRequest, Services } from '#src/discord/command.ts';
import { newAlertEvent } from '#src/alerts/ingest/news.ts';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { ALERT_TYPES, presetOf, PRESETS } from '#src/domain/alerts/alert-types.ts';
import { categoryTarget } from '#src/domain/alerts/follows.ts';
import { stateOf } from '#src/domain/match/state.ts';
import type { MessageBody } from '#src/render/message.ts';
import { deleteMatchStates } from '#src/store/matches/match-states.ts';
import { recordCardPosted } from '#src/store/cards/card-changes.ts';
import { changeSettings } from '#src/store/channels/channel-settings.ts';
import type { Match } from '#src/domain/match/match.ts';
import { insertMatch, updateMatch } from '#src/store/matches/matches.ts';
import { addEvents, addFinishedEvent } from '#src/store/outbox/events.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { postsBefore } from '../store/rows.ts';
import { entriesOf, idsOfControls } from '../render/controls.ts';
import { changesOfGuild } from '../store/changes.ts';
import { aServer, CLARA, descriptionOf, opened, PLAYER, REFUSED } from './alerts-stage.ts';
import { aRequest, expectRefusal, queriesOf, storeMatches, type Typed } from './stage.ts';

const chosenIn = (body: MessageBody) => entriesOf(body).filter((entry) => entry.default === true);

describe('/alerts setup', () => {
  it('posts a confirmation in the channel, and replies with its panel', async () => {
    const { posted, notified, greeted, run } = await aServer();
    const { content, embeds } = await run('setup', {}, {});
    expect(posted.map(([id]) => id)).toEqual(['500']);
    expect(posted[0]?.[1].content).toBeUndefined();
    expect(descriptionOf(posted[0]?.[1] ?? {})).toContain('I can post here');
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

  it('confirms in the chosen language, and replies in the user’s', async () => {
    const { run, posted } = await aServer();
    const { content } = await run('setup', { language: 'es' }, {});
    expect(content).toMatch(/^Alerts are now posted in <#500>\./);
    expect(descriptionOf(posted[0]?.[1] ?? {})).toContain('en este canal');
  });

  it('sets the default time zone of the language, unless one was chosen', async () => {
    const { run, press, channels } = await aServer();
    await run('setup', {}, {});
    const zones = async () => (await channels()).map((each) => each.settings.timeZone);
    const french = await run('setup', { language: 'fr' }, { id: '501' });
    expect(JSON.stringify(french.embeds)).toContain('Time zone: Europe/Paris');
    expect(await zones()).toEqual(['Europe/London', 'Europe/Paris']);
    // Set up again in another language: London was only a default.
    const again = await run('setup', { language: 'it' }, {});
    expect(JSON.stringify(again.embeds)).toContain('Time zone: Europe/Rome');
    await press('zone:1:times', 'Asia/Tokyo');
    await run('setup', { language: 'es' }, {});
    await run('setup', { language: 'pt' }, { id: '502' });
    expect(await zones()).toEqual(['Asia/Tokyo', 'Europe/Paris', 'Asia/Tokyo']);
  });

  it('begins with a preset, and later changes to another only when one is named', async () => {
    const { run, settings } = await aServer();
    const presetAfter = async (typed: Typed) => {
      await run('setup', typed, {});
      return presetOf((await settings())?.types ?? []);
    };
    expect(await presetAfter({ preset: 'everything' })).toBe('everything');
    expect(await presetAfter({})).toBe('everything');
    expect(await presetAfter({ preset: 'calm' })).toBe('calm');
  });

  it('has the preset of the later of two moderators who set it up at the same time', async () => {
    const { run, db, settings } = await aServer();
    await Promise.all(['calm', 'everything'].map((preset) => run('setup', { preset }, {})));
    expect(presetOf((await settings())?.types ?? [])).toBe('everything');
    expect((await changesOfGuild(db, 'guild')).at(-1)?.change).toMatchObject({
      what: 'settings',
      before: { types: PRESETS.calm },
      after: { types: PRESETS.everything },
    });
  });

  it('makes a second channel an alert channel in the language of the first', async () => {
    const { run, channels, press } = await aServer();
    await run('setup', { language: 'it' }, {});
    await run('setup', {}, { id: '501', kind: 'forum' });
    expect(await channels()).toMatchObject([
      { discordId: '500', kind: 'text', locale: 'it' },
      { discordId: '501', kind: 'forum', locale: 'it' },
    ]);
    const next = await press('next:2:what');
    expect(descriptionOf(next)).toContain('<#501>');
    expect(idsOfControls(next)).toContain('alerts:next:1:what');
  });

  it('keeps the settings of a channel that is already an alert channel', async () => {
    const { run, press, settings } = await opened();
    await press('preset:1:what', 'calm');
    await press('delay:1:times', '60');
    await run('setup', {}, {});
    expect(await settings()).toMatchObject({ types: PRESETS.calm, delay: 60 });
  });

  it.each<[string, Partial<ChosenChannel>, string, object]>([
    [
      'permissions are missing, by name',
      { missing: ['SendMessages', 'EmbedLinks'] },
      'missing-channel-permissions',
      { permissions: 'Send Messages and Embed Links' },
    ],
    ['the channel is of a kind that cannot have alerts', { kind: null }, 'not-for-alerts', {}],
  ])('reports that %s', async (_reason, chosen, problem, values) => {
    const { run } = await aServer();
    await expectRefusal(() => run('setup', {}, chosen), problem, values);
  });

  it('reports that Discord refuses the confirmation, and marks the channel as broken', async () => {
    const { run, channels, notified } = await aServer(REFUSED);
    await expectRefusal(() => run('setup', {}, {}), 'proof-refused');
    expect(await channels()).toMatchObject([{ broken: 'missing-permissions' }]);
    expect(notified).toEqual([]);
  });
});

describe('the subcommands of /alerts', () => {
  const [WHICH, MATCH] = [{ id: '999' }, { match: '123' }];

  it.each(['setup', 'panel', 'why', 'health', 'file'])(
    '%s is refused without permission, outside of a server, and where it has no alert channel',
    async (name) => {
      const { run } = await aServer();
      await expectRefusal(() => run(name, MATCH, {}, { mayManage: false }), 'no-permission');
      await expectRefusal(() => run(name, MATCH, {}, { guildId: null }), 'server-only');
      if (name !== 'setup') await expectRefusal(() => run(name, MATCH), 'no-alert-channel');
    },
  );

  it.each(['panel', 'why'])('%s says that the named channel gets no alerts', async (name) => {
    const { run } = await opened();
    await expectRefusal(() => run(name, MATCH, WHICH), 'no-alerts-there');
  });

  it('are refused under an unknown name', async () => {
    const { run } = await aServer();
    await expectRefusal(() => run('constructor'), 'outdated-control');
  });
});

describe('the panel', () => {
  // What a form of times has, too, and other values than in the table of alert-forms.test.ts.
  it.each<[string, readonly string[], Partial<AlertSettings>]>([
    ['preset', ['calm'], { types: PRESETS.calm }],
    ['types', ['result', 'start'], { types: ['start', 'result'] }],
    ['levels', ['major', 'p1'], { levels: ['major', 'p1'] }],
    ['quiet', ['22:00', '08:00'], { quietHours: { from: 1320, to: 480 } }],
    ['zone', ['Asia/Tokyo'], { timeZone: 'Asia/Tokyo' }],
    ['roles', [], { roles: [] }],
    ['roleTypes', [], { roleTypes: [] }],
    ['flags', ['threads'], { threads: true, memberFollows: false }],
  ])('has a menu %s that sets %j', async (menu, chosen, expected) => {
    const { press, settings } = await opened();
    await press('roles:1:pings', '42');
    await press(`${menu}:1:what`, ...chosen);
    expect(await settings()).toMatchObject(expected);
  });

  it('shows the requested page with what is chosen there', async () => {
    const { press, run } = await opened();
    await press('category:1:matches', 'women');
    const chosen = chosenIn(await press('page:1:what', 'matches'));
    expect(chosen.map(({ value }) => value)).toEqual(expect.arrayContaining(['matches', 'women']));
    const times = await press('page:1:what', 'times');
    expect(idsOfControls(times)).toContain('alerts:dailyForm:1:times');
    expect(await run('panel', { page: 'times' })).toEqual(times);
  });

  it('has the follow menu first, and names each menu in its first choice', async () => {
    const { press } = await opened();
    const page = await press('follow:1:what', 'women', 'p1');
    expect(idsOfControls(page).slice(0, 4)).toEqual(
      ['page', 'follow', 'preset', 'types'].map((menu) => `alerts:${menu}:1:what`),
    );
    expect(chosenIn(page).map(({ label }) => label)).toEqual([
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
    const question = await press('add:1:what');
    expect(idsOfControls(question)).toEqual(['alerts:added:1:what', 'alerts:show:1:what']);
    const added = await press('added:1:what', '501');
    expect(added.content).toContain('Alerts are now posted in <#501>');
    expect(await channels()).toMatchObject([{ discordId: '500' }, { discordId: '501' }]);
  });

  it('lets the channel follow exactly what is chosen, and shows that as chosen', async () => {
    const { press, follows, followedKinds } = await opened();
    const valuesIn = (body: MessageBody) => chosenIn(body).map(({ value }) => value);
    const both = await press('follow:1:what', 'women', 'p1');
    expect(both.content).toBe(
      "<#500> now follows **all women's matches**.\n<#500> now follows **all matches at level P1**.",
    );
    expect(valuesIn(both)).toEqual(expect.arrayContaining(['women', 'p1']));
    expect(followedKinds).toEqual(['category', 'level']);
    const one = await press('follow:1:what', 'p1', 'p2');
    expect(one.content).toBe(
      "<#500> now follows **all matches at level P2**.\n<#500> no longer follows **all women's matches**.",
    );
    expect(await follows()).toEqual(['level 3', 'level 4']);
    expect(valuesIn(await press('follow:1:what'))).not.toContain('p1');
    expect(await follows()).toEqual([]);
  });

  it('lists what is followed page by page, and ends several follows at once', async () => {
    const { press, follow, follows } = await opened();
    for (let id = 1; id <= 30; id += 1) await follow({ kind: 'player', id }, null, 1, id);
    const first = await press('page:1:what', 'follows');
    expect(first.embeds?.[0]?.fields?.[0]).toMatchObject({
      name: 'Follows',
      value: expect.stringMatching(/^\*Players\*: Ana Vega, number 2, /) as string,
    });
    expect(idsOfControls(first)).toEqual(
      expect.arrayContaining(['alerts:unfollow:1:follows:1', 'alerts:list:1:follows:2']),
    );
    const last = [26, 27, 28, 29, 30];
    const offered = entriesOf(await press('list:1:follows:2'));
    expect(
      offered.filter(({ value }) => value.startsWith('player-')).map(({ label }) => label),
    ).toEqual(last.map((id) => `number ${id}`));
    const ended = await press('unfollow:1:follows:2', ...last.map((id) => `player-${id}`));
    expect(ended.content).toContain('<#500> no longer follows **number 26**.');
    expect(await follows()).toHaveLength(25);
    // The page that is empty now is not shown.
    expect(idsOfControls(ended)).toContain('alerts:unfollow:1:follows:1');
    expect((await press('unfollow:1:follows:1', 'player-26')).content).toBeUndefined();
  });

  it('reads no name of a followed match on a page that shows none', async () => {
    const { services, follow } = await opened();
    const request = { ...aRequest({}, CLARA), values: ['show', '1', 'times'], chosen: [] };
    const queries = () => queriesOf(services, (counted) => alerts.component?.run(request, counted));
    const without = await queries();
    for (let id = 1; id <= 50; id += 1) await follow({ kind: 'match', id });
    expect(await queries()).toBe(without);
  });

  it('says how to begin when nothing is followed', async () => {
    const page = await (await opened()).press('page:1:what', 'follows');
    expect(page.embeds?.[0]?.fields?.[0]?.value).toContain('`/follow name:… who:the channel`');
  });

  it('pauses and resumes', async () => {
    const { press, channels, services } = await opened();
    expect(descriptionOf(await press('pause:1:what'))).toContain('Paused since');
    expect(await channels()).toMatchObject([{ pausedAt: 1 }]);
    // A panel of before still has its button.
    const again = { ...aRequest({}, CLARA), values: ['pause', '1', 'what'], chosen: [] };
    await alerts.component?.run(again, { ...services, now: () => 9 });
    expect(await channels()).toMatchObject([{ pausedAt: 1 }]);
    expect(descriptionOf(await press('resume:1:what'))).not.toContain('Paused');
  });

  it('changes the language of the alerts, not of the reader', async () => {
    const { press, channels } = await opened();
    expect((await press('language:1:look', 'pt')).embeds?.[0]?.title).toBe('Alerts');
    expect(await channels()).toMatchObject([{ locale: 'pt' }]);
  });

  it.each([
    ['of another version', 'court:1:what', 'x'],
    ['without a channel', 'show'],
    ['with a value that no menu offers', 'moments:1:times', '9'],
    ['with an unknown preset', 'preset:1:what', 'constructor'],
    ['with something that cannot be followed', 'unfollow:1:follows:1', 'court-1'],
    ['with an invalid page', 'list:1:follows:x'],
  ])('says that a control %s is outdated', async (_reason, id, ...chosen) => {
    const { press, settings } = await opened();
    const before = await settings();
    await expectRefusal(() => press(id, ...chosen), 'outdated-control');
    expect(await settings()).toEqual(before);
  });

  it('is refused in another server, without permission, and for a channel without alerts', async () => {
    const { press, pressBy } = await opened();
    const pause = (user: Partial<CommandRequest>) => () => pressBy(user, 'pause:1:what');
    await expectRefusal(pause({ guildId: 'other' }), 'alerts-removed');
    await expectRefusal(pause({ mayManage: false }), 'no-permission');
    await press('remove:1:what');
    await expectRefusal(() => press('test:1:what'), 'alerts-removed');
  });
});

describe('a test alert', () => {
  it('is one marked sample, and shows the user one per kind, without pings', async () => {
    const { press, posted } = await opened();
    await press('roles:1:pings', '42');
    const { content, embeds = [] } = await press('test:1:what');
    expect(content).toMatch(/^Test alert posted in <#500>\. For you alone/);
    expect(embeds.map(({ title }) => title)).toEqual([
      ...['Match start', 'Live card', 'Every set', 'Key moments', 'Results'],
    ]);
    const [sample, ...others] = posted;
    expect(others).toEqual([]);
    const [, body, options] = sample ?? [];
    expect(options).toEqual({ priority: 'card' });
    expect(body?.content).toMatch(/^-# Test alert: Match start\n.* has started$/);
    // A match that has just started has no set behind it.
    expect(body?.embeds?.[0]?.description).not.toMatch(/6 +3|62 min/);
    expect(body).toMatchObject({ allowed_mentions: { parse: [] } });
    expect(body?.components).toBeUndefined();
    expect(JSON.stringify([sample, embeds])).not.toContain('<@&');
  });

  it('shows a sample of each type, and says so when none is on', async () => {
    const { press, posted } = await opened();
    await press('preset:1:what', 'everything');
    expect((await press('test:1:what')).embeds).toHaveLength(ALERT_TYPES.length);
    await press('types:1:what');
    expect((await press('test:1:what')).content).toMatch(/^No alert types are on in <#500>/);
    expect(posted).toHaveLength(1);
  });

  const DECLINED = { kind: 'declined', code: 40_066, reason: 'words of Discord' } as const;
  const FAILED = { kind: 'failed', reason: 'http-500', retryAfterMs: 0 } as const;
  const TIMED_OUT = { timedOutUntil: () => 60_000 };
  const channel = { channelId: '500' };

  it.each<[string, SendOutcome, Partial<Services>, string, object]>([
    ['setup', DECLINED, {}, 'proof-declined', { channel, code: '40066' }],
    ['test', DECLINED, {}, 'proof-declined', { channel, code: '40066' }],
    ['setup', REFUSED, TIMED_OUT, 'timed-out', { until: { at: 60_000 } }],
    ['test', REFUSED, TIMED_OUT, 'timed-out', { until: { at: 60_000 } }],
    ['test', FAILED, {}, 'proof-failed', { channel }],
    [
      'test',
      REFUSED,
      { missingIn: () => ['SendMessages', 'ManageEvents'] },
      'missing-channel-permissions',
      { channel, permissions: 'Send Messages' },
    ],
    ['test', REFUSED, { missingIn: () => ['ManageEvents'] }, 'proof-refused', { channel }],
  ])('of a %s that is %j with %j is refused as %s', async (how, sends, more, problem, values) => {
    const { run, press, setUp, channels, health } = await aServer(sends, more);
    await setUp();
    const tried = () => (how === 'test' ? press('test:1:what') : run('setup', {}, {}));
    await expectRefusal(tried, problem, values);
    if (sends !== DECLINED) return;
    expect(await channels()).toMatchObject([{ broken: null }]);
    expect(await health()).toContain('(error 40066). Posts in this forum need a tag');
  });
});

describe('/alerts why', () => {
  it('explains for a match without news what is followed and filtered out', async () => {
    const { press, services, follow, why } = await opened();
    await storeMatches(services, aMatch());
    const before = await why();
    expect(before).toContain("❌ <#500> doesn't follow this match.");
    expect(before).toContain('**Match start**: Not followed here');
    await follow();
    await press('category:1:matches', 'men');
    const after = await why();
    expect(after).toContain('✅ Followed: Ana Vega');
    expect(after).toContain('❌ Filtered out by category');
  });

  it('is about the channel that follows the match, unless it is used in one or names one', async () => {
    const { run, setUp, services, follow, why } = await aServer();
    await storeMatches(services, aMatch());
    for (const [n, discordId] of ['500', '501', '502', '503'].entries()) {
      const { key } = await setUp({ discordId });
      await follow({ kind: 'player', id: n === 0 ? 99 : 1 }, null, key);
    }
    const about = (text: string) => text.split('\n').filter((line) => line.includes('<#'));
    const elsewhere = (channels: string) => `➖ Followed in other channels: ${channels}`;
    const outside = { channelId: '9', parentId: null };
    expect(about(await why(outside))).toEqual(['<#501>', elsewhere('<#502> and <#503>')]);
    expect(about(await why({ channelId: '9', parentId: '502' }))).toEqual([
      '<#502>',
      elsewhere('<#501> and <#503>'),
    ]);
    const maySee = (id: string) => id !== '501' && id !== '503';
    expect(about(await why({ ...outside, maySee }))).toEqual(['<#502>']);
    const named = await run('why', { match: '123' }, { id: '500' }, outside);
    expect(about(descriptionOf(named))).toEqual([
      '<#500>',
      "❌ <#500> doesn't follow this match.",
      elsewhere('<#501>, <#502>, and <#503>'),
    ]);
  });

  it('says where the live card of a match is, and that it comes with the start of one to come', async () => {
    const { press, services, db, follow, why } = await opened();
    await storeMatches(services, aMatch());
    await follow();
    await press('preset:1:what', 'calm');
    expect(await why()).toContain('**Live card**: Not started yet');
    const card = { messageId: '900', rev: 1, at: 1_000 };
    await recordCardPosted(db, { matchId: 123, channelKey: 1 }, card);
    expect(await why()).toContain(
      '**Live card**: Posted <t:1:T>: https://discord.com/channels/guild/500/900',
    );
  });

  const START = { kind: 'start', matchId: 123 } as const;

  it('says that a match is not followed, not that its start came too late', async () => {
    const { run, services, db, why } = await aServer();
    await run('setup', {}, {});
    await storeMatches(services, aMatch({ status: 'live' }));
    await addEvents(db, [{ ...newAlertEvent(START, 0), expiresAt: 1 }], services.now());
    expect(await why()).toMatch(/\*\*Match start\*\* \(<t:\d+:T>\): Not followed here/);
  });

  it('says that a channel was not set up yet', async () => {
    const { run, services, db, why } = await aServer();
    await run('setup', {}, {});
    await storeMatches(services, aMatch());
    await addEvents(db, [newAlertEvent(START, 0)], 0);
    expect(await why()).toContain("**Match start** (<t:0:T>): The channel wasn't set up yet");
  });

  it('explains that members follow a match, and not what of it', async () => {
    const { services, follow, why } = await opened();
    await storeMatches(services, aMatch());
    await follow(PLAYER, 'member');
    const byMembers = await why();
    expect(byMembers).toContain('✅ Followed by members only');
    expect(byMembers).not.toContain('Ana Vega');
    await follow({ kind: 'match', id: 123 });
    expect(await why()).toContain('✅ Followed: Vega / Lamas – Soria / Pinto\n');
  });

  it('previews what the settings of a channel would post for a match', async () => {
    const { run, press, services, db, follow } = await opened();
    await press('preset:1:what', 'calm');
    await storeMatches(
      services,
      aMatch({ status: 'finished', winner: 'team_1', score: sets('6-4 6-3') }),
    );
    expect(idsOfControls(await run('why', { match: '123' }))).toEqual(['alerts:preview:1:123']);
    const previewed = async () => descriptionOf(await press('preview:1:123'));
    const unfollowed = await previewed();
    expect(unfollowed).toContain("<#500> doesn't follow this match");
    expect(unfollowed).toContain('**Nothing would be posted (⚠️). Otherwise, alerts: 2**');
    await follow();
    const text = await previewed();
    expect(text).toContain('**Would be posted: 2**\n- Live card\n');
    expect(text).toContain('**Vega / Lamas** beat Soria / Pinto 6-4 6-3');
    expect(text).toContain('- Every set: This alert type is off here');
    await press('preset:1:what', 'essentials');
    expect(await previewed()).toMatch(/\n- \*\*Vega .+ · Live card\n/);
    const types = PRESETS.essentials.filter((type) => type !== 'card');
    await changeSettings(db, 1, (own) => ({ ...own, types }), 1);
    expect(await previewed()).not.toContain('Live card');
  });

  describe('names each type that is on, also one of which there is no alert', () => {
    const at = (hour: number, minute = 0) => Date.UTC(2026, 5, 7, hour, minute);
    const LABELLED = { scheduleLabel: 'Starting at 2:00 PM', venueOffset: 0 };
    const PLAYING = { status: 'live', score: sets('1-1') };

    interface Told {
      readonly first?: Partial<Match>;
      /** How it is from 14:00 on; a start that was seen is an alert. */
      readonly later?: Partial<Match>;
      readonly followedAt?: number;
      readonly readAt?: number;
    }

    /** The lines about the alerts of a followed match in a channel that wants everything, at some hour of its day. */
    const linesAt = async (
      hour: number,
      { first = {}, later, followedAt = 1, readAt = at(12) }: Told = {},
    ): Promise<readonly string[]> => {
      let now = 1;
      const { press, db, follow, why } = await opened({ now: () => now });
      await press('preset:1:what', 'everything');
      const match = aMatch({ ...LABELLED, ...first });
      await insertMatch(db, { match, state: stateOf(match), now: readAt });
      if (later !== undefined) {
        const changed = { ...match, ...later };
        await updateMatch(db, 1, { match: changed, state: stateOf(changed), now: at(14) });
        await addEvents(db, [newAlertEvent(START, at(14))], at(14));
      }
      await follow(PLAYER, null, 1, followedAt);
      now = at(hour);
      const [, lines = ''] = (await why()).split('\n\n');
      return lines.split('\n').map((line) => line.replaceAll('**', ''));
    };

    const DUE = `Reminders: Waiting (Not started yet), due at <t:${at(13, 45) / 1000}:T>`;

    it.each<[string, number, Told, readonly string[]]>([
      [
        'of a match to come',
        13,
        {},
        [
          ...['Match start', 'Live card', 'Every set', 'Key moments', 'Results'].map(
            (type) => `${type}: Not started yet`,
          ),
          DUE,
          'News: draws, times and courts: No posts yet',
          'Daily post: Skipped: too late to post',
        ],
      ],
      [
        'of a match that was in play when it was first seen',
        15,
        { first: { status: 'live', score: sets('6-4 2-1') } },
        [
          'Live card: Being sent',
          'Match start: The match had already started',
          'Every set: The match had already started',
          'Key moments: No posts yet',
          'Results: No posts yet',
          'Reminders: No exact start time was announced',
        ],
      ],
      [
        'of a match that was over when it was first seen',
        15,
        { first: { status: 'finished', winner: 'team_1', score: sets('6-4 6-1') } },
        ['Live card', 'Match start', 'Every set', 'Results'].map(
          (type) => `${type}: The match was already over`,
        ),
      ],
      [
        'with the reason for no reminder where the time was known',
        15,
        { later: PLAYING },
        ['Reminders: Skipped: too late to post'],
      ],
      [
        'with the reason for no reminder where there was only an estimate',
        15,
        { first: { scheduleLabel: 'Followed by' }, later: PLAYING },
        ['Reminders: No exact start time was announced'],
      ],
      [
        'with the reason for no reminder where the match was not known yet',
        15,
        { readAt: at(13, 50), later: PLAYING },
        ['Reminders: Skipped: too late to post'],
      ],
      [
        'with the time from which a match was followed where its start was before',
        15,
        { later: PLAYING, followedAt: at(14, 30) },
        [`Match start (<t:${at(14) / 1000}:T>): Followed only since <t:${at(14, 30) / 1000}:f>`],
      ],
    ])('%s', async (_case, hour, told, expected) => {
      const lines = await linesAt(hour, told);
      expect(lines).toEqual(expect.arrayContaining([...expected]));
      expect(lines.filter((line) => line.startsWith('Reminders: '))).toHaveLength(1);
    });

    it.each([0, 1])('with the daily post that had it, after changes: %i', async (changes) => {
      const { press, db, follow, why } = await opened();
      await press('preset:1:what', 'everything');
      const match = aMatch(LABELLED);
      await insertMatch(db, { match, state: stateOf(match), now: 2 });
      await follow();
      const digest = { kind: 'digest', channelKey: 1, date: '2026-06-07' } as const;
      const eventId = await db
        .transaction()
        .execute((tx) => addFinishedEvent(tx, newAlertEvent(digest, at(8)), at(8)));
      const sent = {
        outcome: 'sent',
        messageId: '77',
        at: at(8),
        attempts: 1,
        shownRev: 0,
      } as const;
      await db
        .insertInto('deliveries')
        .values({ eventId, channelKey: 1, ...sent })
        .execute();
      if (changes > 0) {
        await updateMatch(db, 1, { match, state: stateOf(match), now: at(9) });
        await deleteMatchStates(db, at(9) + 1);
      }
      expect(await why()).toMatch(/\*\*Daily post\*\* \(<t:\d+:\w>\): Posted .*\/guild\/500\/77/);
    });
  });
});

describe('/alerts health', () => {
  it('lists every channel with what is wrong and what to do', async () => {
    const { run } = await opened({
      missingIn: ({ discordId }) => (discordId === '501' ? ['SendMessages'] : []),
    });
    await run('setup', {}, { id: '501' });
    const { embeds = [] } = await run('health');
    expect(embeds.map(({ description }) => description)).toEqual([
      // A channel with a problem comes first.
      expect.stringContaining("⚠️ I can't post in <#501>. Please grant me Send Messages there."),
      expect.stringContaining('<#500>'),
    ]);
    expect(embeds[0]?.color).not.toBe(embeds[1]?.color);
  });

  it('never says that the last post was in the future, as a clock ahead of this one records', async () => {
    const { db, health } = await opened();
    await postsBefore(db, 1, 1);
    expect(await health()).toContain('<t:0:R>');
  });

  it.each([false, true])(
    'warns that a role is not notified unless everybody may mention it: %s',
    async (areMentionable) => {
      const checks: unknown[] = [];
      const { press, health } = await opened({
        // The bot lacks every permission that is checked beyond those that posts need.
        missingIn: (_channel, more = []) => more,
        areMentionable: (...asked) => {
          checks.push(asked);
          return areMentionable;
        },
      });
      await press('roles:1:pings', '42');
      const warning = "⚠️ A role that not everyone may mention isn't notified";
      expect((await health()).includes(warning)).toBe(!areMentionable);
      expect(checks.at(-1)).toEqual(['guild', ['42']]);
    },
  );

  it('says that quiet hours are on, in the panel and in /alerts health', async () => {
    const { run, press } = await opened();
    const replies = async (from: string, to: string) =>
      [await press('quiet:1:times', from, to), await run('health')].map(descriptionOf);
    const on = '🌙 Quiet hours end <t:7200:R>';
    expect((await replies('23:00', '02:00')).filter((text) => text.includes(on))).toHaveLength(2);
    expect((await replies('03:00', '04:00')).join()).not.toContain('🌙');
  });

  it('counts each target that brings news once', async () => {
    const { press, follow, health } = await opened();
    await follow();
    await follow(PLAYER, 'nora');
    await follow({ kind: 'player', id: 2 }, 'nora');
    await follow(categoryTarget('women'), 'nora');
    expect(await health()).toContain('Followed here: 1 · only by members: 1');
    await press('flags:1:look');
    expect(await health()).toContain('Followed here: 1 · only by members: 0');
  });
});

it('the alerts of a channel are removed after a confirmation', async () => {
  const { press, db, follow } = await opened();
  await follow();
  const question = await press('forget:1:what');
  expect(question.content).toMatch(
    /^Remove the alerts from <#500>\?.* follows \(1\).*posts stay there, except a board/,
  );
  expect(await findChannel(db, '500')).toBeDefined();
  expect(idsOfControls(question)).toEqual(['alerts:remove:1:what', 'alerts:show:1:what']);
  const { content } = await press('remove:1:what');
  expect(content).toBe(
    '<#500> no longer gets alerts. Its posts stay there, except a board; you can delete them.',
  );
  expect(await findChannel(db, '500')).toBeUndefined();
});
