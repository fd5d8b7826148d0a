import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import type { AlertType } from '#src/domain/alerts/alert-types.ts';
import type { FollowTarget } from '#src/domain/alerts/follows.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { SECOND, MINUTE, HOUR } from '#src/lib/time.ts';
import { changeSettings } from '#src/store/channels/channel-settings.ts';
import { deliveryHealth } from '#src/store/channels/channel-failures.ts';
import { channelsOfGuild, type Channel } from '#src/store/channels/channels.ts';
import { removeFollow } from '#src/store/follows/follows.ts';
import { deliveryHistory } from '#src/store/outbox/delivery-history.ts';
import { aPlayer, discordId, follow } from '../store/rows.ts';
import type { DiscordRequest } from './fake-discord.ts';
import {
  aBegunMatch,
  aFollowedMatch,
  aKnownMatch,
  aStage,
  pass,
  settle,
  type Stage,
} from './stage.ts';

const CHANNEL = discordId(1);

/** A match whose start was posted in channel 1 so many milliseconds ago: that post is its card. */
const aCard = async (ago = 0) => {
  const { stage, played } = await aFollowedMatch();
  await played.begins(ago);
  return { stage, played };
};

/** Channel 1, in which a card is posted silently of a match that began before. */
const aSilentCard = async (prepare?: (stage: Stage) => void) => {
  const stage = await aStage();
  const channel = await stage.channel(1);
  const played = await aBegunMatch(stage);
  prepare?.(stage);
  await follows(stage, channel, aPlayer(1));
  return { stage, channel, played };
};

const follows = async (stage: Stage, channel: Channel, target: FollowTarget): Promise<void> => {
  await follow(stage.db(), channel, target);
  await stage.alerts().followed(target, channel.key);
  await settle();
};

const edits = ({ discord }: Stage): readonly DiscordRequest[] =>
  discord.requests.filter(({ kind }) => kind === 'edit');

const removals = ({ discord }: Stage): readonly DiscordRequest[] =>
  discord.requests.filter(({ kind }) => kind === 'remove');

const textOf = (body: DiscordRequest['body'] | undefined): string =>
  body?.embeds?.[0]?.description ?? '';

const shownIds = ({ discord }: Stage): readonly string[] =>
  discord.shownIn(CHANNEL).map(({ id }) => id);

/** The message of the start's post, as `/alerts why` links it. */
const startPost = async (stage: Stage): Promise<string | null | undefined> => {
  const db = stage.db();
  const { matchId } = await db.selectFrom('cards').select('matchId').executeTakeFirstOrThrow();
  const news = await deliveryHistory(db, matchId, 1);
  return news.find(({ event }) => event.kind === 'start')?.delivery?.messageId;
};

const shownText = ({ discord }: Stage): string =>
  discord
    .shownIn(CHANNEL)
    .map(({ body }) => textOf(body))
    .join('\n');

/** Blocks every edit, or every post, until `letGo` releases the oldest one. */
const held = (stage: Stage, kind: 'edit' | 'post') => {
  const waiting: (() => void)[] = [];
  stage.discord.takes((request) => {
    if (request.kind !== kind) return undefined;
    return new Promise<SendOutcome>((resolve) => {
      waiting.push(() => {
        resolve(stage.discord.act(request));
      });
    });
  });
  return {
    waiting,
    letGo: async (): Promise<void> => {
      waiting.shift()?.();
      await settle();
    },
  };
};

/** The response that a process never gets because it dies first. */
const NEVER = new Promise<SendOutcome>(() => undefined);

const FAILED: SendOutcome = { kind: 'failed', reason: 'down', retryAfterMs: 0 };

/** Responds to deletions like this, and to everything else normally. */
const removing =
  (answer: () => SendOutcome | Promise<SendOutcome>) =>
  ({ kind }: DiscordRequest): SendOutcome | Promise<SendOutcome> | undefined =>
    kind === 'remove' ? answer() : undefined;

describe('a live card', () => {
  it('is the start post, of which only the embed is edited as points are played', async () => {
    const { stage, played } = await aCard();
    const [start] = stage.discord.shownIn(CHANNEL);
    await played.pointsPlayed(2);
    const [edit, ...others] = edits(stage);
    expect(others).toEqual([]);
    expect(edit).toMatchObject({ messageId: start?.id, channelId: CHANNEL });
    expect(edit?.body).not.toHaveProperty('content');
    expect(textOf(edit?.body)).toContain('30');
  });

  it('is edited once more, with the newest state, after ten points during one edit', async () => {
    const { stage, played } = await aCard();
    const { waiting, letGo } = held(stage, 'edit');
    await played.pointsPlayed(1);
    expect(waiting).toHaveLength(1);
    for (let point = 2; point <= 11; point += 1) await played.pointsPlayed(point);
    expect(edits(stage)).toHaveLength(1);
    await letGo();
    expect(edits(stage)).toHaveLength(2);
    await letGo();
    await pass(MINUTE);
    expect(edits(stage)).toHaveLength(2);
    // Eleven points of a team that wins them all: two games, and 40.
    expect(shownText(stage)).toMatch(/Vega\/Lamas\s+2\s+40/);
  });

  it('is edited once more when the settings of its channel change during an edit', async () => {
    const { stage, played } = await aCard();
    const { waiting, letGo } = held(stage, 'edit');
    await played.pointsPlayed(1);
    expect(waiting).toHaveLength(1);
    const [channel] = await channelsOfGuild(stage.db(), discordId(50_001));
    await stage.alerts().settingsChanged(channel?.key ?? 0);
    await letGo();
    expect(edits(stage)).toHaveLength(2);
    await letGo();
    await pass(MINUTE);
    expect(edits(stage)).toHaveLength(2);
  });

  it.each([
    ['the start post', true],
    ['a silent post', false],
  ])(
    'is edited once when the settings of its channel change during %s',
    async (_post, hasStartPost) => {
      const stage = await aStage();
      const channel = await stage.channel(1, ...(hasStartPost ? [aPlayer(1)] : []));
      const { waiting, letGo } = held(stage, 'post');
      await aBegunMatch(stage);
      if (!hasStartPost) await follows(stage, channel, aPlayer(1));
      expect(waiting).toHaveLength(1);
      const cover = (chosen: AlertSettings): AlertSettings => ({ ...chosen, coverScores: true });
      await changeSettings(stage.db(), channel.key, cover, Date.now());
      await stage.alerts().settingsChanged(channel.key);
      await settle();
      await letGo();
      await pass(MINUTE);
      expect(edits(stage)).toHaveLength(1);
    },
  );

  it('shows the newest state after the process died during an edit', async () => {
    const { stage, played } = await aCard();
    stage.discord.takes(() => NEVER);
    await played.pointsPlayed(1);
    await played.pointsPlayed(3);
    await stage.restart();
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(1);
    expect(shownText(stage)).toMatch(/Vega\/Lamas\s+0\s+40/);
  });

  it('is retried with a growing backoff, one edit at a time', async () => {
    const { stage, played } = await aCard();
    stage.discord.takes(({ kind }) => (kind === 'edit' ? FAILED : undefined));
    await played.pointsPlayed(1);
    await played.pointsPlayed(2);
    expect(edits(stage)).toHaveLength(1);
    await pass(SECOND);
    await pass(2 * SECOND);
    expect(edits(stage)).toHaveLength(3);
    stage.discord.takes();
    await pass(5 * SECOND);
    expect(shownText(stage)).toContain('30');
  });

  it('is not edited again before a rate limit ends', async () => {
    const { stage, played } = await aCard();
    stage.discord.takes(() => ({ kind: 'limited', retryAfterMs: 4 * SECOND }));
    await played.pointsPlayed(1);
    stage.discord.takes();
    await pass(3 * SECOND);
    expect(edits(stage)).toHaveLength(1);
    await pass(SECOND);
    expect(edits(stage)).toHaveLength(2);
  });

  it('stays deleted when somebody deletes it, and the result is still posted', async () => {
    const { stage, played } = await aCard();
    stage.discord.deleteMessage(stage.discord.shownIn(CHANNEL)[0]?.id ?? '');
    for (let point = 1; point <= 5; point += 1) await played.pointsPlayed(point, 2 * HOUR);
    await played.pointsPlayed(8);
    expect(stage.discord.shownIn(CHANNEL)).toEqual([]);
    expect(edits(stage)).toHaveLength(1);
    expect(await startPost(stage)).toBeNull();
    await played.ends(MINUTE);
    expect(stage.discord.contentsIn(CHANNEL).at(-1)).toContain(' beat ');
  });

  it('stays deleted when a member follows after somebody deleted it', async () => {
    const { stage, played } = await aCard();
    const channel = await stage.channel(1);
    stage.discord.deleteMessage(stage.discord.shownIn(CHANNEL)[0]?.id ?? '');
    await played.pointsPlayed(1);
    await follow(stage.db(), channel, aPlayer(2), discordId(70_001));
    await stage.alerts().followed(aPlayer(2), channel.key);
    await pass(MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toEqual([]);
  });

  it('is posted silently for a match that began before live cards were turned on', async () => {
    const stage = await aStage();
    const types = ['start', 'result'] as const;
    const { key } = await stage.chosen(1, { settings: { types } }, aPlayer(1));
    const played = await aBegunMatch(stage);
    await pass(MINUTE);
    const chosen = [...types, 'card'] as const;
    await changeSettings(stage.db(), key, (own) => ({ ...own, types: chosen }), Date.now());
    await stage.alerts().settingsChanged(key);
    await played.pointsPlayed(3, MINUTE);
    const flags = stage.discord.shownIn(CHANNEL).map(({ body }) => body.flags);
    expect(flags).toEqual([undefined, MessageFlags.SuppressNotifications]);
  });

  it('is reposted silently after fifty minutes, and the old one is deleted', async () => {
    const { stage, played } = await aCard();
    const [old] = stage.discord.shownIn(CHANNEL);
    await pass(50 * MINUTE - SECOND);
    await played.pointsPlayed(1);
    expect(shownIds(stage)).toEqual([old?.id]);
    expect(await startPost(stage)).toBe(old?.id);
    await pass(SECOND);
    await played.pointsPlayed(2);
    const [card, ...others] = stage.discord.shownIn(CHANNEL);
    expect(others).toEqual([]);
    expect(card?.id).not.toBe(old?.id);
    expect(await startPost(stage)).toBe(card?.id);
    expect(card?.body.flags).toBe(MessageFlags.SuppressNotifications);
    await played.pointsPlayed(3);
    expect(edits(stage).at(-1)?.messageId).toBe(card?.id);
  });

  it('is reposted once when the process dies before the response', async () => {
    const { stage, played } = await aCard(51 * MINUTE);
    stage.discord.takes((request) => {
      if (request.kind === 'post') stage.discord.act(request);
      return NEVER;
    });
    await played.pointsPlayed(1);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(2);
    await stage.restart();
    await pass(SECOND);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(1);
  });

  it('deletes the card that it replaced later when Discord fails to at first', async () => {
    const { stage, played } = await aCard(51 * MINUTE);
    stage.discord.takes(removing(() => FAILED));
    await played.pointsPlayed(1);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(2);
    stage.discord.takes();
    await pass(MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(1);
    expect(edits(stage)).toEqual([]);
  });

  it('deletes every card that it replaced while Discord failed to delete them', async () => {
    const { stage, played } = await aCard();
    stage.discord.takes(removing(() => FAILED));
    for (const point of [1, 2, 3]) {
      await pass(51 * MINUTE);
      await played.pointsPlayed(point);
    }
    const cards = shownIds(stage);
    expect(cards).toHaveLength(4);
    await played.ends();
    stage.discord.takes();
    await pass(2 * MINUTE);
    expect(shownIds(stage).filter((id) => cards.includes(id))).toEqual(cards.slice(-1));
  });

  it('deletes the card that it replaced when the process dies during the deletion', async () => {
    const { stage, played } = await aCard(51 * MINUTE);
    stage.discord.takes(removing(() => NEVER));
    await played.pointsPlayed(1);
    const cards = shownIds(stage);
    expect(cards).toHaveLength(2);
    await played.ends();
    await stage.restart();
    await pass(MINUTE);
    expect(shownIds(stage).filter((id) => cards.includes(id))).toEqual(cards.slice(-1));
  });

  it.each([
    ['the first card', 0],
    ['a replacement card', 51 * MINUTE],
  ])('is single and final when the process dies before it records %s', async (_which, after) => {
    const dies = ({ discord }: Stage): void => {
      discord.takes((request) => {
        if (request.kind !== 'post') return undefined;
        discord.act(request);
        return NEVER;
      });
    };
    const { stage, played } = await aSilentCard(after === 0 ? dies : undefined);
    await pass(after);
    dies(stage);
    await played.pointsPlayed(1);
    const cards = shownIds(stage);
    expect(cards).toHaveLength(after === 0 ? 1 : 2);
    await stage.restart();
    await played.ends(MINUTE);
    expect(shownIds(stage).filter((id) => cards.includes(id))).toEqual(cards.slice(-1));
    expect(edits(stage).at(-1)).toMatchObject({ messageId: cards.at(-1) });
    expect(textOf(edits(stage).at(-1)?.body)).toContain(' beat ');
  });

  it('counts as a post of its channel, also where it is all that the channel gets', async () => {
    const stage = await aStage();
    const channel = await stage.chosen(1, { settings: { types: ['card'] } }, aPlayer(1));
    const lastPostAt = async () => (await deliveryHealth(stage.db(), channel, 0)).lastPostAt;
    expect(await lastPostAt()).toBeNull();
    await aBegunMatch(stage);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(1);
    expect(await lastPostAt()).toBe(Date.now());
  });

  it('is the only one when its post arrives after another process has reposted it', async () => {
    const { stage, played } = await aCard(51 * MINUTE);
    const { letGo } = held(stage, 'post');
    await played.pointsPlayed(1);
    const before = shownIds(stage);
    await stage.db().updateTable('cards').set({ messageId: '77' }).execute();
    await letGo();
    stage.discord.takes();
    await pass(MINUTE);
    // Message 77 was the other's to post, and the old one is the other's to delete.
    expect(shownIds(stage)).toEqual(before);
    const card = await stage.db().selectFrom('cards').select('messageId').executeTakeFirst();
    expect(card).toEqual({ messageId: '77' });
  });

  it('requests only one deletion while Discord refuses them', async () => {
    const { stage, played } = await aCard();
    stage.discord.takes(removing(() => FAILED));
    for (const point of [1, 2]) {
      await pass(51 * MINUTE);
      await played.pointsPlayed(point);
    }
    const before = removals(stage).length;
    stage.discord.takes(removing(() => ({ kind: 'refused', reason: 'missing-access' })));
    await pass(HOUR);
    expect(removals(stage)).toHaveLength(before + 1);
  });

  it('requests a deletion once when somebody else has already deleted the message', async () => {
    const { stage, played } = await aCard(51 * MINUTE);
    stage.discord.takes(removing(() => FAILED));
    await played.pointsPlayed(1);
    stage.discord.takes(removing(() => ({ kind: 'gone' })));
    const requestCount = stage.discord.requests.length;
    await pass(HOUR);
    expect(stage.discord.requests.slice(requestCount).map(({ kind }) => kind)).toEqual(['remove']);
  });

  it('backs off before it retries a deletion that threw an error', async () => {
    const { stage, played } = await aCard(51 * MINUTE);
    stage.discord.takes(removing(() => Promise.reject(new Error('a bug'))));
    await played.pointsPlayed(1);
    expect(stage.log.lines).toContain('error deletion of a message failed');
    await pass(40 * MINUTE);
    expect(removals(stage).length).toBeGreaterThan(30);
    expect(removals(stage).length).toBeLessThan(60);
    // The card itself is still edited.
    await played.pointsPlayed(2);
    expect(edits(stage)).toHaveLength(1);
  });

  it('retries the deletion of a silent card that the start post replaced', async () => {
    const { stage, played } = await aFollowedMatch();
    stage.discord.takes(({ kind, body }) =>
      kind === 'post' && body.flags === undefined ? FAILED : undefined,
    );
    await played.begins();
    // A silent card is there already, as when the start post was late.
    await stage.db().updateTable('cards').set({ messageId: '77', shownRev: 1 }).execute();
    stage.discord.takes(removing(() => FAILED));
    await pass(5 * SECOND);
    stage.discord.takes();
    await pass(MINUTE);
    expect(removals(stage).length).toBeGreaterThan(1);
    expect(new Set(removals(stage).map(({ messageId }) => messageId))).toEqual(new Set(['77']));
    expect(await stage.db().selectFrom('pendingDeletions').selectAll().execute()).toEqual([]);
  });

  it('deletes the card that it replaced once the channel can be written to again', async () => {
    const { stage, played } = await aCard(51 * MINUTE);
    stage.discord.takes(removing(() => ({ kind: 'refused', reason: 'missing-access' })));
    await played.pointsPlayed(1, HOUR);
    expect(removals(stage)).toHaveLength(1);
    await stage.restoreAccess(1);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(1);
  });

  it('shows the result at once when its match is over, and is not edited again', async () => {
    const { stage, played } = await aCard(51 * MINUTE);
    stage.discord.takes(removing(() => FAILED));
    await played.pointsPlayed(1);
    await played.ends();
    expect(shownText(stage)).toContain(' beat ');
    const { length } = edits(stage);
    await pass(HOUR);
    expect(edits(stage)).toHaveLength(length);
  });

  it('is not reposted when its match is over, however old it is', async () => {
    const { stage, played } = await aCard();
    const [card] = stage.discord.shownIn(CHANNEL);
    await pass(2 * HOUR);
    await played.seen(played.finished, MINUTE);
    expect(edits(stage).at(-1)?.messageId).toBe(card?.id);
    expect(removals(stage)).toEqual([]);
    expect(shownText(stage)).toContain(' beat ');
  });

  it('is not posted silently while the start post is being retried', async () => {
    const { stage, channel, played } = await aFollowedMatch();
    stage.discord.takes(({ body }) => (body.flags === undefined ? FAILED : undefined));
    await played.begins();
    await stage.alerts().followed(aPlayer(1), channel.key);
    await settle();
    await pass(2 * SECOND);
    expect(stage.discord.shownIn(CHANNEL)).toEqual([]);
    stage.discord.takes();
    await pass(5 * SECOND);
    const [card, ...others] = stage.discord.shownIn(CHANNEL);
    expect(others).toEqual([]);
    await played.pointsPlayed(1);
    expect(card?.body.content).toContain('has started');
    expect(card?.body.flags).toBeUndefined();
    expect(edits(stage).at(-1)?.messageId).toBe(card?.id);
  });

  it('is posted silently for a live match that a channel begins to follow', async () => {
    const { stage, played } = await aCard();
    const second = await stage.channel(2);
    await follows(stage, second, aPlayer(5));
    expect(stage.discord.shownIn(discordId(2))).toEqual([]);
    await follows(stage, second, aPlayer(3));
    const [card, ...others] = stage.discord.shownIn(discordId(2));
    expect(others).toEqual([]);
    expect(card?.body.flags).toBe(MessageFlags.SuppressNotifications);
    await played.pointsPlayed(2);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(1);
    expect(edits(stage)).toHaveLength(2);
  });

  it('is edited in place after cards are turned off, and kept when turned on again', async () => {
    const { stage, channel, played } = await aSilentCard();
    const choose = async (types: readonly AlertType[]): Promise<void> => {
      await changeSettings(stage.db(), channel.key, (chosen) => ({ ...chosen, types }), Date.now());
      await stage.alerts().settingsChanged(channel.key);
      await pass(MINUTE);
    };
    const cards = shownIds(stage);
    await choose([]);
    await played.pointsPlayed(3);
    expect(shownText(stage)).toContain('40');
    await pass(51 * MINUTE);
    await played.pointsPlayed(4);
    expect(shownIds(stage)).toEqual(cards);
    expect(shownText(stage)).toMatch(/Vega.Lamas +1 +0/);
    await choose(['card']);
    await played.ends(MINUTE);
    expect(shownIds(stage)).toHaveLength(1);
    expect(shownText(stage)).toContain(' beat ');
  });

  it('is not posted for follows of members alone when the channel ignores those', async () => {
    const stage = await aStage();
    const channel = await stage.chosen(1, { settings: { memberFollows: false } });
    await follow(stage.db(), channel, aPlayer(2), discordId(70_001));
    await aBegunMatch(stage);
    await pass(MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toEqual([]);
  });

  it('is not posted when nobody follows any more at the end of the spoiler delay', async () => {
    const stage = await aStage();
    const { key: channelKey } = await stage.chosen(1, { settings: { delay: 60 } }, aPlayer(1));
    const played = await aKnownMatch(stage);
    await pass(2 * MINUTE);
    await played.begins(10 * SECOND);
    await removeFollow(stage.db(), { channelKey, memberId: null }, aPlayer(1));
    await pass(5 * MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toEqual([]);
  });

  it('is posted in each channel of a server that follows the match, and in no other', async () => {
    const { stage, played } = await aCard();
    const { guildId } = await stage.channel(1);
    const second = await stage.chosen(3, { guildId }, aPlayer(3));
    const third = await stage.chosen(4, { guildId }, aPlayer(5));
    for (const { key } of [second, third]) await stage.alerts().channelReady(key);
    await settle();
    await played.pointsPlayed(2);
    expect(edits(stage).map(({ channelId }) => channelId)).toEqual([CHANNEL, second.discordId]);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(1);
    expect(stage.discord.shownIn(second.discordId)).toHaveLength(1);
    expect(stage.discord.shownIn(third.discordId)).toEqual([]);
  });

  it('says that the data is delayed until fresh data arrives', async () => {
    const { stage, played } = await aCard();
    await played.pointsPlayed(1);
    const before = shownText(stage);
    await stage.observer().delayed([123], Date.now() - MINUTE);
    await settle();
    expect(shownText(stage)).toContain('delayed');
    await stage.observer().fresh([123]);
    await settle();
    expect(shownText(stage)).toBe(before);
  });

  it('shows the chances as soon as they are known', async () => {
    const { stage } = await aCard();
    await stage.observer().chances(123, { team_1: 0.61, team_2: 0.39 });
    await settle();
    expect(shownText(stage)).toMatch(/61.*39/);
  });

  it('is a separate message for each match in the same channel', async () => {
    const { stage, played } = await aCard();
    const other = await aBegunMatch(stage, { id: 7, round: 2 });
    await played.pointsPlayed(1);
    await other.pointsPlayed(2);
    const [first, second] = stage.discord.shownIn(CHANNEL);
    expect(edits(stage).map(({ messageId }) => messageId)).toEqual([first?.id, second?.id]);
  });

  it('is logged when Discord rejects it, and not retried until the next point', async () => {
    const { stage, played } = await aCard();
    stage.discord.takes(() => ({ kind: 'rejected', reason: 'Invalid Form Body' }));
    await played.pointsPlayed(1, HOUR / 2);
    expect(edits(stage)).toHaveLength(1);
    expect(stage.log.lines).toContain('error Discord rejected a card');
    stage.discord.takes();
    await played.pointsPlayed(2);
    expect(shownText(stage)).toContain('30');
  });

  it('is no longer edited when the service no longer knows its match', async () => {
    const { stage, played } = await aCard();
    await played.pointsPlayed(2);
    await stage.observer().removed(123);
    await settle();
    const after = edits(stage).length;
    await pass(HOUR);
    expect(edits(stage)).toHaveLength(after);
    expect(stage.discord.contentsIn(CHANNEL).join()).not.toContain(' beat ');
    expect(await stage.observer().inPlay()).toEqual([]);
  });
});
