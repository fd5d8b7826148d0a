import { describe, expect, it } from 'vitest';
import { ALERT_TYPES, PINGABLE } from '#src/domain/alerts/alert-types.ts';
import { MAX_DELAY_SECONDS, type AlertSettings } from '#src/domain/alerts/settings.ts';
import { levelTarget } from '#src/domain/alerts/follows.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { MENTIONS_IN_ONE } from '#src/render/message.ts';
import { changeMember } from '#src/store/follows/members.ts';
import { aTournament } from '../render/held.ts';
import { aChannel, aPlayer, discordId, follow } from '../store/rows.ts';
import { aBegunMatch, aKnownMatch, aPlayedMatch, aStage, pass, type Stage } from './stage.ts';
import { kindOf, typesIn } from './told.ts';
import { unfinishedPings } from '../store/due.ts';

const CHANNEL = discordId(1);
const [ANA, EVA] = [discordId(70_001), discordId(70_002)];
const [FANS, PRESS] = ['300000000000000001', '300000000000000002'];

const MANY = Array.from({ length: 100 }, (_, n) => discordId(70_000 + n));

/** A channel with these settings, in which these members follow a player of the match. */
const aChannelThatPings = async (settings: Partial<AlertSettings>, members: readonly string[]) => {
  const stage = await aStage();
  const channel = await stage.chosen(1, { settings }, aPlayer(1));
  for (const member of members) await follow(stage.db(), channel, aPlayer(2), member);
  return stage;
};

const pingsIn = ({ discord }: Stage) =>
  discord.shownIn(CHANNEL).map(({ body }) => body.allowed_mentions?.users ?? []);

/** Plays a whole match for a channel with these settings; returns whom each post pings. */
const pingsOf = async (
  settings: Partial<AlertSettings>,
  members: readonly string[] = [],
  hiding: readonly string[] = [],
) => {
  const stage = await aChannelThatPings(settings, members);
  for (const member of hiding) await changeMember(stage.db(), member, { hidesScores: true });
  const played = await aBegunMatch(stage);
  await played.setsPlayed(1, MINUTE);
  await played.ends(MINUTE);
  const posts = stage.discord.requests.filter(({ kind }) => kind === 'post');
  // The text mentions exactly what is pinged.
  for (const { body } of posts) {
    const { parse, users = [], roles = [] } = body.allowed_mentions ?? {};
    expect(parse).toEqual([]);
    const named = body.content?.match(/<@&?\d+>/g) ?? [];
    const allowed = [...roles.map((id) => `<@&${id}>`), ...users.map((id) => `<@${id}>`)];
    expect(named).toEqual(allowed);
  }
  const pinged = posts.map(({ body }) => {
    const { users = [], roles = [] } = body.allowed_mentions ?? {};
    return [kindOf({ body }).replace(/^<.*/, 'more'), [...roles, ...users]] as const;
  });
  return { stage, posts, pinged };
};

describe('roles', () => {
  it('are pinged for the start and the result by default', async () => {
    const { pinged } = await pingsOf({ roles: [FANS, PRESS] });
    expect(pinged).toEqual([
      ['start', [FANS, PRESS]],
      ['set', []],
      ['result', [FANS, PRESS]],
    ]);
  });

  it('are pinged for the chosen kinds only', async () => {
    const { pinged } = await pingsOf({ roles: [FANS], roleTypes: ['set'] });
    expect(pinged).toEqual([
      ['start', []],
      ['set', [FANS]],
      ['result', []],
    ]);
  });

  it('are not pinged when none are chosen, whatever the kinds', async () => {
    const { pinged } = await pingsOf({ roleTypes: PINGABLE });
    expect(pinged.flatMap(([, ids]) => ids)).toEqual([]);
  });
});

describe('members', () => {
  it('are pinged for what matters, after the roles', async () => {
    const { pinged } = await pingsOf({ roles: [FANS] }, [EVA, ANA]);
    expect(pinged).toEqual([
      ['start', [FANS, ANA, EVA]],
      ['set', []],
      ['result', [FANS, ANA, EVA]],
    ]);
  });

  it('who hide scores are told by direct message, in their language, and never below the result', async () => {
    const { stage, pinged } = await pingsOf({}, [EVA, ANA], [ANA]);
    expect(pinged.slice(0, 3)).toEqual([
      ['start', [ANA, EVA]],
      ['set', []],
      ['result', [EVA]],
    ]);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(3);
    expect(stage.discord.contentsIn(`dm-${ANA}`)).toEqual([
      `News of **Vega / Lamas** – **Soria / Pinto**.\n-# <#${CHANNEL}>`,
    ]);
  });

  it.each([
    [{ discordLocale: 'en' }, 'News of'],
    [{ discordLocale: 'en', locale: 'es' }, 'Novedades de'],
    [{}, 'Du nouveau pour'],
  ])(
    'who hide scores are told in their language in a French channel: %o',
    async (chosen, words) => {
      const stage = await aStage();
      const channel = await stage.chosen(1, { locale: 'fr', settings: { types: ['result'] } });
      await follow(stage.db(), channel, aPlayer(2), ANA);
      await changeMember(stage.db(), ANA, { hidesScores: true, ...chosen });
      await (await aBegunMatch(stage)).ends(MINUTE);
      const [told] = stage.discord.shownIn(`dm-${ANA}`);
      expect(told?.body.content).toContain(words);
      expect(JSON.stringify(told?.body.components)).toContain('match:catch-up:123:start');
    },
  );

  it('who hide scores are told once of one result, however many channels and follows bring it', async () => {
    const stage = await aChannelThatPings({ types: ['result'] }, [ANA, EVA]);
    const other = await stage.chosen(2, { settings: { types: ['result'] } }, aPlayer(3));
    for (const member of [ANA, EVA]) {
      await follow(stage.db(), other, aPlayer(3), member);
      await changeMember(stage.db(), member, { hidesScores: true });
    }
    const own = { kind: 'direct', guildId: '@me', configuredBy: ANA } as const;
    const direct = await aChannel(stage.db(), 3, {
      ...own,
      discordId: `dm-${ANA}`,
      settings: { types: ['result'], coverScores: true },
    });
    await follow(stage.db(), direct, aPlayer(1));
    const played = await aBegunMatch(stage);
    await played.ends(MINUTE);
    expect(stage.discord.contentsIn(`dm-${ANA}`)).toEqual(['Vega / Lamas – Soria / Pinto']);
    expect(stage.discord.contentsIn(`dm-${EVA}`)).toEqual([
      expect.stringMatching(/^News of \*\*Vega/),
    ]);
  });

  it('who hide scores are not told where direct messages are closed; the others are', async () => {
    const stage = await aChannelThatPings({ types: ['result'] }, [ANA, EVA]);
    for (const member of [ANA, EVA]) {
      await changeMember(stage.db(), member, { hidesScores: true, locale: 'es' });
    }
    stage.discord.closeDirect(ANA);
    const played = aPlayedMatch(stage);
    await played.begins();
    await played.ends(MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(1);
    expect(stage.discord.contentsIn(`dm-${EVA}`)).toEqual([
      `Novedades de **Vega / Lamas** – **Soria / Pinto**.\n-# <#${CHANNEL}>`,
    ]);
    expect(await unfinishedPings(stage.db(), Date.now(), 10)).toEqual([]);
  });

  it('who hide scores are pinged by the post itself when it covers scores', async () => {
    const { pinged } = await pingsOf({ coverScores: true }, [ANA], [ANA]);
    expect(pinged.at(-1)).toEqual(['result', [ANA]]);
  });

  it('who exceed the mentions of one message are pinged once by the next messages', async () => {
    const members = Array.from({ length: 150 }, (_, n) => discordId(70_000 + n));
    const { stage, pinged } = await pingsOf({}, members);
    const starts = pinged.slice(
      0,
      pinged.findIndex(([kind]) => kind === 'set'),
    );
    const more = Math.ceil(members.length / MENTIONS_IN_ONE) - 1;
    expect(more).toBeGreaterThan(1);
    expect(starts.map(([kind]) => kind)).toEqual(['start', ...Array<string>(more).fill('more')]);
    const everybody = starts.flatMap(([, ids]) => ids);
    expect(everybody).toEqual(members);
    for (const { body } of stage.discord.shownIn(CHANNEL)) {
      expect((body.content ?? '').length).toBeLessThanOrEqual(2_000);
    }
  });

  it.each([
    ['before Discord accepts a message', false],
    ['after Discord accepts a message, before the response', true],
  ])('are each pinged once when the process dies %s', async (_when, isTaken) => {
    const stage = await aChannelThatPings({}, MANY);
    const played = await aKnownMatch(stage);
    let posts = 0;
    stage.discord.takes((request) => {
      posts += request.kind === 'post' ? 1 : 0;
      if (posts < 3) return undefined;
      if (isTaken) stage.discord.act(request);
      return new Promise(() => undefined);
    });
    await played.begins();
    await stage.restart();
    await pass(MINUTE);
    expect(pingsIn(stage).flat()).toEqual(MANY);
    expect(await unfinishedPings(stage.db(), Date.now(), 10)).toEqual([]);
  });

  it('are pinged once a rate limit ends, unless the news has expired by then', async () => {
    const stage = await aChannelThatPings({}, MANY);
    const played = await aKnownMatch(stage);
    const pings = () => pingsIn(stage).flat();
    const limits = (count: number, retryAfterMs: number): void => {
      stage.discord.takes(({ kind }) =>
        kind === 'post' && stage.discord.shownIn(CHANNEL).length === count
          ? { kind: 'limited', retryAfterMs }
          : undefined,
      );
    };
    limits(1, 2 * MINUTE);
    await played.begins(MINUTE);
    expect(pings()).toHaveLength(MENTIONS_IN_ONE);
    limits(2, 12 * HOUR);
    await pass(MINUTE);
    expect(pings()).toHaveLength(2 * MENTIONS_IN_ONE);
    await pass(12 * HOUR);
    stage.discord.takes();
    await pass(MINUTE);
    expect(pings()).toHaveLength(2 * MENTIONS_IN_ONE);
  });

  it('are all pinged where the spoiler delay is the longest', async () => {
    const members = MANY.slice(0, MENTIONS_IN_ONE + 5);
    const settings = { types: ['start'], delay: MAX_DELAY_SECONDS } as const;
    const stage = await aChannelThatPings(settings, members);
    await aBegunMatch(stage);
    await pass(MAX_DELAY_SECONDS * 1_000 + MINUTE);
    expect(pingsIn(stage)).toEqual([
      members.slice(0, MENTIONS_IN_ONE),
      members.slice(MENTIONS_IN_ONE),
    ]);
  });

  it('are not pinged when the channel ignores their follows, however many they are', async () => {
    const { pinged } = await pingsOf({ memberFollows: false }, MANY);
    expect(pinged).toEqual([
      ['start', []],
      ['set', []],
      ['result', []],
    ]);
  });

  it('who follow a whole level are pinged only for what the channel posts anyway', async () => {
    const stage = await aStage();
    await stage.observer().tournament(aTournament());
    const loud = await stage.channel(1, aPlayer(1));
    const calm = await stage.channel(2);
    for (const channel of [loud, calm]) await follow(stage.db(), channel, levelTarget('p1'), ANA);
    await aBegunMatch(stage);
    await pass(MINUTE);
    expect(stage.discord.shownIn(CHANNEL)[0]?.body.allowed_mentions?.users).toEqual([ANA]);
    expect(stage.discord.shownIn(calm.discordId)).toEqual([]);
  });
});

it('a player called @everyone pings nobody', async () => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { types: ALERT_TYPES } }, aPlayer(1));
  const name = '@everyone <@&300000000000000009> <@300000000000000008>';
  const teams = { team_1: [{ id: 1, name }], team_2: [{ id: 3, name }] };
  const played = await aKnownMatch(stage, { teams });
  await played.seen({ ...played.match, court: `${name} 2` });
  await played.begins();
  await played.pointsPlayed(5);
  await played.ends(MINUTE);
  expect(typesIn(stage, CHANNEL).length).toBeGreaterThan(3);
  for (const { kind, body } of stage.discord.requests) {
    const { parse = [], users = [], roles = [] } = body.allowed_mentions ?? {};
    // An edit pings nobody, but keeps the mentions of the post.
    if (kind === 'post') expect([...parse, ...users, ...roles]).toEqual([]);
    expect(parse).not.toContain('everyone');
    expect(body.content ?? '').not.toMatch(/(?<!\\)@everyone|<@/);
  }
});
