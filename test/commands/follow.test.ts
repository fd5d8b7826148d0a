import { describe, expect, it } from 'vitest';
import { Unclear } from '#src/errors.ts';
import { follow } from '#commands/follow.ts';
import { serviceDay } from '#commands/options/day.ts';
import type { CommandRequest, Services } from '#src/discord/command.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { countryTarget, teamTarget, type FollowTarget } from '#src/domain/alerts/follows.ts';
import { createDirectory } from '#src/padel-api/names/directory.ts';
import { pairKey } from '#src/domain/people/pairs.ts';
import { markBroken } from '#src/store/channels/channel-failures.ts';
import { changeSettings } from '#src/store/channels/channel-settings.ts';
import { channelsOfGuild, findDirect } from '#src/store/channels/channels.ts';
import { addFollow, followsOf, MAX_FOLLOWS } from '#src/store/follows/follows.ts';
import { saveTournament } from '#src/store/matches/matches.ts';
import { recordDelivery } from '#src/store/outbox/deliveries.ts';
import { addEvents } from '#src/store/outbox/events.ts';
import { aMatch } from '../domain/feed.ts';
import { aRubber } from '../domain/team-event.ts';
import { aPair, aPlayer, aTournament } from '../padel-api/names.ts';
import { entriesOf, idsOfControls } from '../render/controls.ts';
import { aTournament as aStoredTournament } from '../render/held.ts';
import {
  aRequest,
  aStage,
  expectRefusal,
  pressOn,
  queriesOf,
  storeMatches,
  whileTyping,
  type Typed,
} from './stage.ts';

const NAMES = [aPlayer(1, 'Ana Vega'), aPlayer(2, 'Eva *Lamas*'), aTournament(7, 'Madrid P1')];

const aChannel = async () => {
  const stage = await aStage(NAMES);
  return { ...stage, channel: await stage.setUp() };
};

const MODERATOR = { mayManage: true };

describe('a forged control', () => {
  it.each([
    ['a player', ['player', '4711']],
    ['a pair', ['pair', '47110000000815']],
    ['a tournament', ['tournament', '4711']],
    ['a match', ['match', '4711']],
    ['a category', ['category', '99']],
    ['a level', ['level', '99']],
    ['a country', ['country', '999999']],
  ])(
    'that follows %s unknown to the bot is refused, and nothing is stored',
    async (_what, values) => {
      const { services, channel } = await aChannel();
      await expectRefusal(() => pressOn(follow, services, values), 'not-found');
      expect(await followsOf(services.db, { channelKey: channel.key, memberId: 'member' })).toEqual(
        [],
      );
    },
  );

  it('is not suspected when it follows an unknown player of a stored match', async () => {
    const { services } = await aChannel();
    const match = aMatch({ id: 1 });
    await storeMatches(services, match);
    const [player] = match.teams.team_1;
    expect((await pressOn(follow, services, ['player', String(player?.id)])).content).toBeDefined();
  });

  it('aside, /follow refuses more than the maximum number of follows', async () => {
    const { services, channel } = await aChannel();
    const follower = { channelKey: channel.key, memberId: 'member' };
    for (let id = 100; id < 100 + MAX_FOLLOWS; id += 1) {
      await addFollow(services.db, follower, { kind: 'player', id }, 1);
    }
    await expectRefusal(
      () => follow.run(aRequest({ name: 'player:1' }), services),
      'too-many-follows',
      {
        max: '200',
      },
    );
  });
});

describe('following', () => {
  it.each([
    ['a player for oneself', { name: 'vega' }, {}, 'You now follow **Ana Vega**.'],
    ['a tournament for oneself', { name: 'tournament:7' }, {}, 'You now follow **Madrid P1**.'],
    [
      'a player for the channel',
      { name: 'player:1', who: 'channel' },
      MODERATOR,
      '<#500> now follows **Ana Vega**',
    ],
    [
      'a player whose name is markdown',
      { name: 'player:2' },
      {},
      'You now follow **Eva \\*Lamas\\***.',
    ],
  ])('%s is confirmed', async (_reason, typed: Typed, user, expected) => {
    const { services } = await aChannel();
    const { content } = await follow.run(aRequest(typed, user), services);
    expect(content).toContain(expected);
    const again = await follow.run(aRequest(typed, user), services);
    expect(again.content).toContain('already');
  });

  it.each([
    ['somebody unknown', { name: 'xyzxyz' }, {}, 'unknown-name'],
    ['signs alone', { name: '🎾🎾' }, {}, 'unknown-name'],
    [
      'for the channel without permission',
      { name: 'player:1', who: 'channel' },
      {},
      'channel-follow-needs-permission',
    ],
    [
      'by direct message when those are closed',
      { name: 'player:1', who: 'direct' },
      {},
      'direct-closed',
    ],
    [
      'in a direct message when those are closed',
      { name: 'player:1' },
      { guildId: null },
      'direct-closed',
    ],
    ['an unknown match', { name: 'match:99' }, {}, 'not-found'],
    [
      'in a server without an alert channel',
      { name: 'player:1' },
      { guildId: 'other' },
      'no-alert-channel',
    ],
  ])('%s is refused', async (_reason, typed: Typed, user, problem) => {
    const { services } = await aChannel();
    await expectRefusal(() => follow.run(aRequest(typed, user), services), problem);
  });
});

describe('a tournament whose last day in UTC', () => {
  /** Its last day is this many days before the service's day in UTC. */
  const endedDaysAgo = async (days: number): Promise<Services> => {
    const { services, setUp } = await aStage([]);
    await setUp();
    const endDate = serviceDay(services, -days);
    const final = { ...aTournament(9, 'Acapulco Major'), endDate };
    return { ...services, directory: createDirectory([final]) };
  };
  const suggested = async (services: Services) =>
    (await follow.autocomplete?.(whileTyping('name', { name: 'acapulco' }), services)) ?? [];

  it('was yesterday is still offered and followed: in the far west its final is played now', async () => {
    const services = await endedDaysAgo(1);
    expect((await suggested(services)).map(({ value }) => value)).toEqual(['tournament:9']);
    const { content } = await follow.run(aRequest({ name: 'tournament:9' }), services);
    expect(content).toContain('You now follow **Acapulco Major**.');
  });

  it('was two days ago is neither offered nor followed', async () => {
    const services = await endedDaysAgo(2);
    expect(await suggested(services)).toEqual([]);
    await expectRefusal(
      () => follow.run(aRequest({ name: 'tournament:9' }), services),
      'already-over',
    );
  });
});

describe('following by direct message', () => {
  const DIRECT = { guildId: null, channelId: '700' };

  const open = async () => {
    const stage = await aStage(NAMES);
    const opened: string[] = [];
    const directChannel = (userId: string) => {
      opened.push(userId);
      return Promise.resolve('700');
    };
    return { opened, services: { ...stage.services, directChannel } };
  };

  const kept = async (services: Services) => {
    const direct = await findDirect(services.db, 'member');
    const { key: channelKey = 0 } = direct ?? {};
    return {
      channel: direct?.discordId,
      kind: direct?.kind,
      follows: await followsOf(services.db, { channelKey, memberId: null }),
    };
  };

  it.each([
    ['from a server', { who: 'direct' }, {}],
    ['from a server without an alert channel', { who: 'direct' }, { guildId: 'other' }],
    ['in a direct message, whatever was chosen', { who: 'channel' }, DIRECT],
  ])('works for everybody %s', async (_reason, who, user) => {
    const { services, opened } = await open();
    const { content } = await follow.run(aRequest({ name: 'player:1', ...who }, user), services);
    expect(content).toContain("You now follow **Ana Vega**. You'll get a direct message");
    expect(await kept(services)).toEqual({
      channel: '700',
      kind: 'direct',
      follows: [{ kind: 'player', id: 1 }],
    });
    await follow.run(aRequest({ name: 'player:2', who: 'direct' }), services);
    expect(opened).toEqual(['member']);
  });

  it('can be limited to key moments and upsets, and widened again', async () => {
    const { services } = await open();
    const run = async (options: Readonly<Record<string, string>>) => {
      const { content } = await follow.run(aRequest({ who: 'direct', ...options }), services);
      return content?.split('\n')[0];
    };
    expect(await run({ name: 'player:1', alerts: 'moments' })).toBe(
      "You now follow **Ana Vega**. You'll get a direct message for: Key moments.",
    );
    expect(await run({ name: 'player:2' })).not.toContain('Key moments');
    const list = await follow.run(aRequest(), services);
    expect(list.embeds?.[0]?.description).toContain(
      '- Ana Vega (only key moments, upsets and how they ended)',
    );
    expect(await run({ name: 'player:1', alerts: 'moments' })).toBe(
      'You already follow **Ana Vega**.',
    );
    expect(await run({ name: 'player:1' })).toContain('Match start');
    await expectRefusal(
      () => run({ name: 'player:1', who: 'channel', alerts: 'moments' }),
      'moments-for-members',
    );
  });

  it('says how to allow direct messages, until one has arrived', async () => {
    const { services } = await open();
    const run = async (user: Partial<CommandRequest> = {}) =>
      (await follow.run(aRequest({ name: 'player:1', who: 'direct' }, user), services)).content;
    const hint = 'No message arrives? Allow direct messages in the privacy settings';
    expect(await run()).toContain(hint);
    // A member who uses the bot in direct messages accepts its messages.
    expect(await run(DIRECT)).not.toContain(hint);
    const { db } = services;
    const { key: channelKey = 0 } = (await findDirect(db, 'member')) ?? {};
    const news = { event: { kind: 'start', matchId: 123 }, priority: 1, expiresAt: 9 } as const;
    const [event] = await addEvents(db, [news], 1);
    const sent = { outcome: 'sent', messageId: '901', targetId: null, shownRev: 0 } as const;
    await recordDelivery(db, { eventId: event?.id ?? 0, channelKey }, sent, 2);
    expect(await run()).not.toContain(hint);
  });

  it('says that direct messages are known to be closed, and how to open them', async () => {
    const { services } = await open();
    const run = async () =>
      (await follow.run(aRequest({ name: 'player:1', who: 'direct' }), services)).content;
    await run();
    const { key = 0 } = (await findDirect(services.db, 'member')) ?? {};
    await markBroken(services.db, key, 'direct-messages-closed', 2);
    const list = await follow.run(aRequest(), services);
    for (const text of [await run(), list.embeds?.[0]?.description]) {
      expect(text).toContain('⚠️ Your direct messages are closed to me');
      expect(text).not.toContain('No message arrives?');
      expect(text).not.toContain("I can't post in");
    }
  });

  it('opens live cards for a whole level, too, as nobody else reads them', async () => {
    const followedKinds: string[] = [];
    const { services } = await open();
    const followed = ({ kind }: FollowTarget) => Promise.resolve(void followedKinds.push(kind));
    await follow.run(aRequest({ what: 'p1', who: 'direct' }), { ...services, followed });
    expect(followedKinds).toEqual(['level']);
  });

  it.each([
    ['where there is no alert channel', { guildId: 'other' }],
    ['in a direct message', DIRECT],
  ])('is what a button does %s', async (_reason, user) => {
    const { services } = await open();
    const pressed = await pressOn(follow, services, ['player', '1'], [], user);
    expect(pressed.content).toContain("You'll get a direct message");
    expect((await kept(services)).follows).toEqual([{ kind: 'player', id: 1 }]);
  });

  it('is listed and ended in another server and in direct messages', async () => {
    const { services } = await open();
    await follow.run(aRequest({ name: 'player:1', who: 'direct' }), services);
    for (const user of [{ guildId: 'other' }, DIRECT]) {
      const list = await follow.run(aRequest({}, user), services);
      expect(list.embeds?.[0]?.description).toContain('Your follows by direct message');
      expect(list.embeds?.[0]?.description).toContain('- Ana Vega');
    }
    const chosen = ['direct-player-1'];
    const ended = await pressOn(follow, services, ['end', '1', '0'], chosen, DIRECT);
    expect(ended.content).toBe('Unfollowed: **Ana Vega**');
    expect((await kept(services)).follows).toEqual([]);
  });

  it('is listed as empty when nothing is followed', async () => {
    const { services } = await open();
    const list = await follow.run(aRequest({}, DIRECT), services);
    expect(list.embeds?.[0]?.description).toContain("You're not following anyone yet");
  });
});

it('/follow without an option makes as many queries for 25 channels and 1,000 matches as for one', async () => {
  const { services, setUp } = await aStage([]);
  const queries = () => queriesOf(services, (counted) => follow.run(aRequest(), counted));
  const setUpNext = async (n: number): Promise<void> => {
    const { key: channelKey } = await setUp({ discordId: `${500 + n}` });
    for (let id = 1; id <= 40; id += 1) {
      await addFollow(services.db, { channelKey, memberId: 'member' }, { kind: 'match', id }, 1);
    }
  };
  await setUpNext(0);
  const few = await queries();
  for (let n = 1; n < 25; n += 1) await setUpNext(n);
  expect(await queries()).toBeLessThanOrEqual(few);
});

describe('a channel with follows of members turned off', () => {
  const aClosedChannel = async () => {
    const stage = await aChannel();
    const { key } = stage.channel;
    const close = (settings: AlertSettings) => ({ ...settings, memberFollows: false });
    await changeSettings(stage.services.db, key, close, 1);
    return stage;
  };

  it('refuses a new follow of a member', async () => {
    const { services } = await aClosedChannel();
    await expectRefusal(
      () => follow.run(aRequest({ name: 'player:1' }), services),
      'member-follows-off',
    );
  });

  it('can still follow itself, and members can end earlier follows', async () => {
    const { services, channel } = await aClosedChannel();
    const own = { channelKey: channel.key, memberId: 'member' };
    await addFollow(services.db, own, { kind: 'player', id: 1 }, 1);
    await pressOn(follow, services, ['end', '1', String(channel.key)], ['me-player-1']);
    expect(await followsOf(services.db, own)).toEqual([]);
    const request = aRequest({ name: 'player:1', who: 'channel' }, MODERATOR);
    expect((await follow.run(request, services)).content).toContain('<#500> now follows');
  });
});

describe('a second alert channel, such as a forum', () => {
  const FORUM = { id: '501', kind: 'forum', missing: [] } as const;
  const NAMED = { channel: () => FORUM };

  const twoChannels = async () => {
    const stage = await aChannel();
    const forum = await stage.setUp({ discordId: '501', kind: 'forum' });
    const elsewhere = await stage.setUp({ discordId: '502', guildId: 'other' });
    const kept = (memberId: string | null) =>
      followsOf(stage.services.db, { channelKey: forum.key, memberId });
    return { ...stage, forum, elsewhere, kept };
  };

  it('can be named to follow for the channel and for oneself', async () => {
    const { services, kept } = await twoChannels();
    const all = aRequest({ name: 'player:1', who: 'channel' }, { ...MODERATOR, ...NAMED });
    expect((await follow.run(all, services)).content).toContain('<#501> now follows **Ana Vega**');
    expect(await kept(null)).toEqual([{ kind: 'player', id: 1 }]);
    const own = await follow.run(aRequest({ name: 'player:2' }, NAMED), services);
    expect(own.content).toContain('in <#501>');
    expect(await kept('member')).toEqual([{ kind: 'player', id: 2 }]);
  });

  it('has follows that are listed and ended from any channel of the server', async () => {
    const { services, channel, forum, elsewhere } = await twoChannels();
    const { db } = services;
    const vega = { kind: 'player', id: 1 } as const;
    const member = ({ key }: { key: number }) => ({ channelKey: key, memberId: 'member' });
    const left = async () =>
      (
        await Promise.all([channel, forum, elsewhere].map((each) => followsOf(db, member(each))))
      ).map((targets) => targets.length);
    for (const each of [channel, forum, elsewhere]) await addFollow(db, member(each), vega, 1);
    const user = { channelId: '500' };
    const list = await follow.run(aRequest({}, user), services);
    expect(list.embeds?.[0]?.description).toMatch(
      /^\*\*Your follows in <#500>\*\* \(1\)\n.*\n- Ana Vega\n\n\*\*Your follows in <#501>\*\* \(1\)/,
    );
    expect(list.embeds?.[0]?.description).not.toContain('502');
    expect(entriesOf(list)).toMatchObject([{ value: 'me-player-1' }]);
    const pressed = { ...aRequest({}, user), values: ['end', '1', String(channel.key)] };
    await follow.component?.run({ ...pressed, chosen: ['me-player-1'] }, services);
    expect(await left()).toEqual([0, 0, 1]);
  });

  it('is named in its list, and the controls of the list stay about it', async () => {
    const { services, forum, elsewhere, kept } = await twoChannels();
    const follower = { channelKey: forum.key, memberId: null };
    await addFollow(services.db, follower, { kind: 'player', id: 1 }, 1);
    await addFollow(services.db, follower, { kind: 'player', id: 2 }, 2);
    const list = await follow.run(aRequest({}, { ...MODERATOR, ...NAMED }), services);
    expect(list.embeds?.[0]?.description).toContain('**Followed by <#501>** (2)');
    expect(idsOfControls(list)).toEqual([`follow:end:1:${forum.key}`]);
    const end = (key: number) =>
      pressOn(follow, services, ['end', '1', String(key)], ['channel-player-2'], MODERATOR);
    expect((await end(forum.key)).embeds?.[0]?.description).toContain('**Followed by <#501>** (1)');
    expect(await kept(null)).toEqual([{ kind: 'player', id: 1 }]);
    await expectRefusal(() => end(elsewhere.key), 'alerts-removed');
  });

  it('is shown with what it follows only to members who may see it', async () => {
    const { services, forum } = await twoChannels();
    const [channel] = await channelsOfGuild(services.db, 'guild');
    if (channel === undefined) throw new Error('no channel');
    for (const [{ key }, id] of [[channel, 1] as const, [forum, 2] as const]) {
      await addFollow(services.db, { channelKey: key, memberId: null }, { kind: 'player', id }, 1);
    }
    const stranger = { maySee: (id: string) => id === '501' };
    const shown = async (overrides: object) =>
      (await follow.run(aRequest({}, { ...stranger, ...overrides }), services)).embeds?.[0]
        ?.description;
    // They may not see the first channel of the server, so the next one is shown.
    expect(await shown({})).toContain('**Followed by <#501>** (1)');
    expect(await shown({ maySee: () => false })).not.toContain('<#50');
    const first = { channel: () => ({ id: '500', kind: 'text', missing: [] }) as const };
    await expectRefusal(() => shown(first), 'no-alerts-there');
    await expectRefusal(
      () => pressOn(follow, services, ['page', '1', String(channel.key)], [], stranger),
      'no-alerts-there',
    );
  });

  it.each([
    ['to follow there', { name: 'player:1' }],
    ['for its list', {}],
  ])('is refused %s when it gets no alerts or belongs to another server', async (_why, typed) => {
    const { services } = await twoChannels();
    for (const id of ['999', '502']) {
      const request = aRequest(typed, { channel: () => ({ ...FORUM, id }) });
      await expectRefusal(() => follow.run(request, services), 'no-alerts-there');
    }
  });
});

describe('a name that is typed', () => {
  const AMBIGUOUS = [
    aPlayer(1, 'Ana Vega'),
    aPlayer(2, 'Eva Lamas'),
    aPlayer(3, 'Lola Vega'),
    aPair([1, 2], 'Ana Vega / Eva Lamas'),
    aTournament(7, 'Vega Open'),
  ];
  const PAIR = pairKey([1, 2]);

  it('is completed with the best of every kind first, and each choice says which it is', async () => {
    const { services } = await aStage(AMBIGUOUS);
    const typing = whileTyping('name', { name: 'vega' });
    const choices = (await follow.autocomplete?.(typing, services)) ?? [];
    expect(choices.map(({ value }) => value)).toEqual([
      'player:1',
      `pair:${PAIR}`,
      'tournament:7',
      'player:3',
    ]);
    expect(choices.map(({ name }) => name.split(' · ').at(-1))).toEqual([
      'player',
      'pair',
      'tournament',
      'player',
    ]);
  });

  it('is completed within the limits of Discord, whatever is typed and however long names are', async () => {
    const long = 'Vega '.repeat(40);
    const many = Array.from({ length: 60 }, (_, index) => aPlayer(index + 1, `${long} ${index}`));
    const { services } = await aStage([...many, aPair([1, 2], `${long} / ${long}`)]);
    for (const name of ['vega', '', 'x'.repeat(100), 'player:1']) {
      const choices = (await follow.autocomplete?.(whileTyping('name', { name }), services)) ?? [];
      expect(choices.length).toBeLessThanOrEqual(25);
      for (const choice of choices) expect(choice.name.length).toBeLessThanOrEqual(100);
    }
  });

  it('and may mean several is asked about', async () => {
    const { services } = await aStage(AMBIGUOUS);
    await expect(follow.run(aRequest({ name: 'vega' }), services)).rejects.toMatchObject({
      problem: 'ambiguous-name',
      meant: undefined,
      choices: expect.arrayContaining([
        { value: 'tournament:7', shown: expect.stringContaining('Vega Open') as string },
      ]) as unknown[],
    });
  });

  it('and is the surname of somebody far ahead means them, before the others', async () => {
    const { services } = await aStage([
      ...AMBIGUOUS.slice(1),
      { ...aPlayer(1, 'Ana Vega'), ranking: 4 },
    ]);
    await expect(follow.run(aRequest({ name: 'vega' }), services)).rejects.toMatchObject({
      meant: { value: 'player:1' },
      choices: [{ value: 'player:1' }, {}, {}, {}],
    });
  });

  it('is misspelled, and may be what is like it', async () => {
    const { services } = await aStage(AMBIGUOUS);
    await expect(follow.run(aRequest({ name: 'lamaz' }), services)).rejects.toMatchObject({
      problem: 'did-you-mean',
      choices: expect.arrayContaining([
        { value: 'player:2', shown: expect.stringContaining('Eva Lamas') as string },
      ]) as unknown[],
    });
  });

  it('is a full name, and is followed at once', async () => {
    const stage = await aStage(AMBIGUOUS);
    await stage.setUp();
    const { content } = await follow.run(aRequest({ name: 'lola vega' }), stage.services);
    expect(content).toContain('You now follow **Lola Vega**.');
  });

  it('lists no matches for who hides scores: in which ones somebody plays tells which they won', async () => {
    const { services } = await aStage(AMBIGUOUS);
    await storeMatches(services, aMatch({ id: 123, playedOn: null }));
    const choicesOf = (user: Partial<CommandRequest>): Promise<unknown> =>
      follow
        .run(aRequest({ name: 'vega' }, user), services)
        .catch((error: unknown) => (error instanceof Unclear ? error.choices : null));
    expect(JSON.stringify(await choicesOf({}))).toContain('match:123');
    expect(JSON.stringify(await choicesOf({ hidesScores: true }))).not.toContain('match:123');
  });

  it('is what a choice says, and is that choice, also for who hides scores', async () => {
    const stage = await aStage(AMBIGUOUS);
    await stage.setUp();
    await storeMatches(stage.services, aMatch({ id: 123, playedOn: null }));
    const name = 'Vega / Lamas – Soria / Pinto';
    const { content } = await follow.run(aRequest({ name }, { hidesScores: true }), stage.services);
    expect(content).toContain('You now follow');
    expect(await stage.services.db.selectFrom('follows').select('kind').execute()).toEqual([
      { kind: 'match' },
    ]);
  });
});

describe('following a national team', () => {
  const AR = teamTarget('AR')?.id ?? 0;
  const ES = teamTarget('ES')?.id ?? 0;
  const withTie = async () => {
    const stage = await aStage(NAMES);
    await stage.setUp();
    await storeMatches(stage.services, aRubber(1, { playedOn: null }));
    return stage;
  };

  it('completes nations with a match first, then nations with a player', async () => {
    const { services } = await withTie();
    const choices = await follow.autocomplete?.(whileTyping('name', { name: '' }), services);
    const teams = choices?.filter(({ value }) => String(value).startsWith('team:')) ?? [];
    expect(teams.slice(0, 3).map(({ value }) => value)).toEqual([
      `team:${AR}`,
      `team:${teamTarget('IT')?.id ?? 0}`,
      `team:${ES}`,
    ]);
    const typed = await follow.autocomplete?.(whileTyping('name', { name: 'ita' }), services);
    expect(typed).toMatchObject([{ name: '🇮🇹 Italy · national team' }]);
  });

  it.each([
    ['that plays', 'argentina', AR, 'Matches live or scheduled: 1'],
    ['by its code', 'AR', AR, 'live or scheduled: 1'],
    ['by its name in another language', 'Argentine', AR, 'live or scheduled: 1'],
    ['that was chosen', `team:${ES}`, ES, 'No upcoming match'],
  ])('works for a team %s', async (_reason, name, id, outlook) => {
    const { services } = await withTie();
    const { content, embeds } = await follow.run(aRequest({ name }), services);
    expect(`${content} ${embeds?.map(({ description }) => description).join()}`).toContain(outlook);
    const [channel] = await channelsOfGuild(services.db, 'guild');
    const follower = { channelKey: channel?.key ?? 0, memberId: aRequest().userId };
    expect(await followsOf(services.db, follower)).toEqual([{ kind: 'team', id }]);
    const list = await follow.run(aRequest(), services);
    expect(JSON.stringify(list)).toContain('all national team ties of');
  });

  it('refuses an unknown country', async () => {
    const { services } = await withTie();
    await expectRefusal(() => follow.run(aRequest({ name: 'atlantis' }), services), 'unknown-name');
  });
});

describe('following more than a player', () => {
  const ES = countryTarget('ES')?.id ?? 0;
  const PAIR = aPair([1, 2], 'Ana Vega / Eva Lamas');
  const storeMatch = async ({ services }: Awaited<ReturnType<typeof aStage>>) => {
    await storeMatches(services, aMatch({ playedOn: null }));
    await saveTournament(services.db, { ...aStoredTournament(), level: 'fip_gold' });
  };

  it.each([
    ['a pair, in either order', { name: 'lamas vega' }, 'pair', pairKey([1, 2]), 'Next: '],
    ['a match by its players', { name: 'soria pinto' }, 'match', 123, 'Next: '],
    ['a match from the list', { name: 'match:123' }, 'match', 123, 'No live points'],
    ['a category', { what: 'women' }, 'category', 2, 'Matches live or scheduled: 1'],
    ['a level', { what: 'fip_gold' }, 'level', 6, 'No live points at this level'],
    ['a level of the past', { what: 'wpt_master' }, 'level', 9, 'no new matches will come'],
    ['a nationality', { name: `country:${ES}` }, 'country', ES, 'Matches live or scheduled: 1'],
  ] as const)('works for %s', async (_reason, typed, kind, id, outlook) => {
    const stage = await aStage([...NAMES, PAIR]);
    const { key } = await stage.setUp();
    await storeMatch(stage);
    const request = aRequest({ ...typed, who: 'channel' }, MODERATOR);
    const { embeds } = await follow.run(request, stage.services);
    expect(embeds?.map(({ description }) => description).join()).toContain(outlook);
    const follower = { channelKey: key, memberId: null };
    expect(await followsOf(stage.services.db, follower)).toEqual([{ kind, id }]);
    const ended = await pressOn(
      follow,
      stage.services,
      ['end', '1', String(key)],
      [`channel-${kind}-${id}`],
      MODERATOR,
    );
    expect(ended.content).toContain('Unfollowed: ');
  });

  it('does not mention points for a nationality, whose matches are of any level', async () => {
    const stage = await aStage([aPlayer(1, 'Ana Vega')]);
    await stage.setUp();
    await storeMatch(stage);
    const { embeds } = await follow.run(aRequest({ name: `country:${ES}` }), stage.services);
    expect(embeds?.[0]?.description).toBe('Matches live or scheduled: 1.');
  });

  it('shows the next start in the time zone inferred from its tournament', async () => {
    const { services } = await aChannel();
    await saveTournament(services.db, aStoredTournament());
    const startedAt = Date.parse('2999-06-06T10:08:00Z');
    const begun = { playedOn: '2999-06-06', scheduleLabel: 'Starting at 12:00', startedAt };
    for (const match of [
      aMatch({ playedOn: '2999-06-07' }),
      ...[1, 2].map((id) => aMatch({ id, status: 'finished', ...begun })),
    ]) {
      await storeMatches(services, match);
    }
    const { embeds } = await follow.run(aRequest({ name: 'match:123' }), services);
    const at = Date.parse('2999-06-07T14:00:00Z') / 1_000;
    expect(embeds?.[0]?.description).toContain(`<t:${at}:D> · not before <t:${at}:t>`);
  });

  it('says which alerts the settings allow, and for how many upcoming matches', async () => {
    const stage = await aStage(NAMES);
    const { key } = await stage.setUp();
    await storeMatch(stage);
    const { services } = stage;
    const change = (before: AlertSettings): AlertSettings => ({
      ...before,
      types: ['result'],
      smallestRound: 1,
    });
    await changeSettings(services.db, key, change, 1);
    const request = aRequest({ what: 'women', who: 'channel' }, MODERATOR);
    const { content, embeds } = await follow.run(request, services);
    expect(content).toContain('Alerts posted there: Results. Only: Final and later.');
    expect(embeds?.[0]?.description).toContain('Of these, with alerts there: 0.');
    const member = await follow.run(aRequest({ what: 'women' }), services);
    expect(member.content).toContain("You'll be pinged in <#500> for: Results.");
    expect(member.content).not.toContain('a moderator');
    const other = await follow.run(aRequest({ what: 'men' }), services);
    expect(other.content).toContain('ask a moderator to let the channel follow this too');
  });

  it('opens live cards for a whole level only when the channel itself follows it', async () => {
    const followedKinds: string[] = [];
    const stage = await aStage(NAMES);
    await stage.setUp();
    const services = {
      ...stage.services,
      followed: ({ kind }: FollowTarget) => Promise.resolve(void followedKinds.push(kind)),
    };
    await follow.run(aRequest({ what: 'p1' }), services);
    expect(followedKinds).toEqual([]);
    await follow.run(aRequest({ what: 'p1', who: 'channel' }, MODERATOR), services);
    expect(followedKinds).toEqual(['level']);
  });

  it.each([
    ['player', '1'],
    ['pair', String(pairKey([1, 2]))],
    ['tournament', '7'],
    ['match', '123'],
    ['category', '1'],
    ['level', '3'],
    ['country', String(ES)],
  ])('works from a button for a %s', async (kind, id) => {
    const stage = await aChannel();
    const { services } = stage;
    await storeMatch(stage);
    const pressed = await pressOn(follow, services, [kind, id]);
    expect(pressed.content).toContain('You now follow');
  });

  it.each([
    ['when direct messages are closed', { guildId: 'other' }, ['player', '1'], 'direct-closed'],
    ['for an unknown match', {}, ['match', '99'], 'not-found'],
    ['of another version', {}, ['court', '1'], 'outdated-control'],
    ['without an id', {}, ['player'], 'outdated-control'],
  ])('is refused from a button %s', async (_reason, user, values, problem) => {
    const { services } = await aChannel();
    await expectRefusal(() => pressOn(follow, services, values, [], user), problem);
  });

  it('is refused for a match that is over', async () => {
    const { services } = await aChannel();
    const match = aMatch({ status: 'finished', winner: 'team_1' });
    await storeMatches(services, match);
    await expectRefusal(() => pressOn(follow, services, ['match', '123']), 'already-over');
  });

  it('completes live and upcoming matches without a request to the service', async () => {
    const stage = await aStage(NAMES);
    await storeMatch(stage);
    const typing = whileTyping('name', { name: 'sor' });
    const [choice, ...more] = (await follow.autocomplete?.(typing, stage.services)) ?? [];
    expect(choice).toMatchObject({ value: 'match:123' });
    expect(choice?.name).toMatch(/^Vega \/ Lamas – Soria \/ Pinto · .*Madrid P1 · match$/);
    expect(more).toEqual([]);
    expect(stage.service.received).toEqual([]);
  });
});

it('a follow never lands in an alert channel that its member cannot see', async () => {
  const { services } = await aChannel();
  const unseen = aRequest({ name: 'vega' }, { maySee: () => false });
  await expectRefusal(() => follow.run(unseen, services), 'no-alert-channel', {});
});

describe('the menu of the list', () => {
  const press = (values: readonly string[], chosen: readonly string[], user = {}) => ({
    ...aRequest({}, user),
    values,
    chosen,
  });

  it('ends a follow, and shows the others', async () => {
    const { services, channel } = await aChannel();
    const member = { channelKey: channel.key, memberId: 'member' };
    await addFollow(services.db, member, { kind: 'player', id: 1 }, 1);
    await addFollow(services.db, member, { kind: 'player', id: 2 }, 2);
    const body = await follow.component?.run(press(['end', '1', '1'], ['me-player-2']), services);
    expect(body?.content).toBe('Unfollowed: **Eva \\*Lamas\\***');
    expect(body?.embeds?.[0]?.description).toContain('- Ana Vega');
    expect(await followsOf(services.db, member)).toEqual([{ kind: 'player', id: 1 }]);
  });

  it.each([
    [
      'a follow of the channel without permission',
      ['channel-player-1'],
      'channel-follow-needs-permission',
    ],
    ['an entry of another version', ['me-court-1'], 'outdated-control'],
    ['nothing', [], 'outdated-control'],
  ])('does not end %s', async (_reason, chosen, problem) => {
    const { services } = await aChannel();
    await expectRefusal(
      () => follow.component?.run(press(['end', '1', '1'], chosen), services),
      problem,
    );
  });
});

describe('a follow', () => {
  it('of a player is listed by their name and nickname', async () => {
    const { services, channel } = await aChannel();
    const member = { channelKey: channel.key, memberId: 'member' };
    await addFollow(services.db, member, { kind: 'player', id: 7 }, 1);
    services.directory.put([aPlayer(7, 'Fernando Belasteguín', { called: 'Bela' })]);
    expect(JSON.stringify(await follow.run(aRequest(), services))).toContain(
      'Fernando Belasteguín (Bela)',
    );
  });

  it('can be ended when its name is no longer known', async () => {
    const { services, channel } = await aChannel();
    const member = { channelKey: channel.key, memberId: 'member' };
    await addFollow(services.db, member, { kind: 'player', id: 99 }, 1);
    const ended = await pressOn(follow, services, ['end', '1', '1'], ['me-player-99']);
    expect(ended.content).toBe('Unfollowed: **number 99**');
    expect(ended.embeds?.[0]?.description).toContain("You're not following anyone yet.");
  });

  it.each([
    ['its pairs', false, 'Vega / Lamas – Soria / Pinto', 'Quarterfinal'],
    ['its round where scores are hidden', true, 'Quarterfinal', 'Vega'],
  ])('of a match is named by %s', async (_what, hidesScores, name, other) => {
    const { services, channel } = await aChannel();
    const match = aMatch({ id: 123 });
    // That it is played tells who won the one before.
    const before = aMatch({ id: 122, round: 8, status: 'finished', winner: 'team_1' });
    for (const each of [before, match]) await storeMatches(services, each);
    const member = { channelKey: channel.key, memberId: 'member' };
    await addFollow(services.db, member, { kind: 'match', id: 123 }, 1);
    const list = JSON.stringify(await follow.run(aRequest({}, { hidesScores }), services));
    expect(list).toContain(name);
    expect(list).not.toContain(other);
  });
});
