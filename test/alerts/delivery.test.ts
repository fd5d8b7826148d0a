import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { createChannelHealth } from '#src/alerts/channels/channel-health.ts';
import { SEND_PRIORITIES, type SendOutcome } from '#src/alerts/delivery/sender.ts';
import { ShutdownError } from '#src/lib/shutdown.ts';
import { SECOND, MINUTE, HOUR } from '#src/lib/time.ts';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import { deliveryHealth } from '#src/store/channels/channel-failures.ts';
import { deliveryHistory } from '#src/store/outbox/delivery-history.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import type { Manner } from './fake-discord.ts';
import { aKnownMatch, aStage, pass, settle, type Stage } from './stage.ts';
import { START } from './told.ts';

const CHANNEL = discordId(1);
const OTHER = discordId(2);
const QUIET = MessageFlags.SuppressNotifications;

/** The response that never comes because the process dies; it sends nothing more, either. */
const NEVER = new Promise<SendOutcome>(() => undefined);

const starts = (contents: readonly string[]): number =>
  contents.filter((content) => START.test(content)).length;

/** A stage with channels 1 to `count` that follow a player of a match that is about to begin. */
const aFollowedMatch = async (count: number) => {
  const stage = await aStage();
  for (let n = 1; n <= count; n += 1) await stage.channel(n, aPlayer(1));
  const played = await aKnownMatch(stage);
  return { stage, played };
};

/** When each post was attempted, in seconds since the first attempt. */
const secondsOf = async (stage: Stage, manner: Manner, begin: () => Promise<void>) => {
  const at: number[] = [];
  stage.discord.takes((request) => {
    if (request.kind === 'post') at.push(Date.now());
    return manner(request);
  });
  await begin();
  for (let second = 0; second < 200; second += 1) await pass(SECOND);
  return at.map((time) => Math.round((time - (at[0] ?? 0)) / SECOND));
};

describe('the fan-out', () => {
  it('reaches 120 channels, each once', async () => {
    const { stage, played } = await aFollowedMatch(120);
    await played.begins(MINUTE);
    const expected = Array.from({ length: 120 }, (_, n) => discordId(n + 1));
    expect(stage.discord.requests.map(({ channelId }) => channelId).toSorted()).toEqual(expected);
  });

  it('does not wait for a slow channel', async () => {
    const { stage, played } = await aFollowedMatch(120);
    stage.discord.takes(({ channelId }) => (channelId === CHANNEL ? NEVER : undefined));
    await played.begins();
    expect(stage.discord.messages).toHaveLength(119);
  });

  it.each([1, 50, 77, 119])(
    'resumes after the process dies at request %i: no post is lost or sent twice',
    async (count) => {
      const { stage, played } = await aFollowedMatch(120);
      let taken = 0;
      stage.discord.takes((request) => {
        taken += 1;
        // The request at which the process dies reaches Discord, but its response never arrives.
        if (taken === count) stage.discord.act(request);
        return taken < count ? undefined : NEVER;
      });
      await played.begins();
      expect(stage.discord.messages).toHaveLength(count);
      const before = new Map(
        stage.discord.requests.map(({ channelId, nonce }) => [channelId, nonce]),
      );

      await stage.restart();
      await pass(MINUTE);
      for (let n = 1; n <= 120; n += 1) {
        expect(starts(stage.discord.contentsIn(discordId(n)))).toBe(1);
      }
      // A channel that is known to have the post gets no second request.
      const times = (id: string) =>
        stage.discord.requests.filter(({ channelId }) => channelId === id).length;
      for (const id of [...before.keys()].slice(0, count - 1)) expect(times(id)).toBe(1);
      // A repeated request carries its original nonce, by which Discord recognizes it.
      for (const { channelId, nonce, kind } of stage.discord.requests) {
        if (kind === 'post') expect(nonce).toBe(before.get(channelId) ?? nonce);
      }
      const nonces = stage.discord.messages.map(({ nonce }) => nonce);
      expect(new Set(nonces).size).toBe(120);
      for (const nonce of nonces) expect(nonce.length).toBeLessThanOrEqual(25);
    },
  );

  it('raises the priority of the remaining posts of a set when the result is known', async () => {
    const { stage, played } = await aFollowedMatch(120);
    await played.begins();
    const letGo: (() => void)[] = [];
    stage.discord.takes((request) => {
      if (!(request.body.content ?? '').includes('Set 1')) return undefined;
      return new Promise<SendOutcome>((resolve) => {
        letGo.push(() => {
          resolve(stage.discord.act(request));
        });
      });
    });
    await played.setsPlayed(1);
    const early = letGo.length;
    expect(early).toBeLessThan(120);
    await played.ends();
    while (letGo.length > 0) {
      for (const go of letGo.splice(0)) go();
      await settle();
    }
    await pass(MINUTE);
    const sets = stage.discord.requests.filter(({ body }) =>
      (body.content ?? '').includes('Set 1'),
    );
    const priorities = sets.map(({ priority }) => priority);
    expect(priorities).toHaveLength(120);
    expect(priorities.slice(0, early)).toEqual(Array<number>(early).fill(SEND_PRIORITIES.set));
    expect(priorities.slice(early)).toEqual(
      Array<number>(120 - early).fill(SEND_PRIORITIES.headline),
    );
  });

  it('sends nothing after a restart to channels that already have the post', async () => {
    const { stage, played } = await aFollowedMatch(10);
    await played.begins(MINUTE);
    const before = stage.discord.requests.length;
    await stage.restart();
    await pass(MINUTE);
    expect(stage.discord.requests).toHaveLength(before);
  });

  it('sends a result to a channel that followed after the start, but no start post', async () => {
    const { stage, played } = await aFollowedMatch(1);
    await played.begins(MINUTE);
    await stage.channel(2, aPlayer(3));
    await played.ends(MINUTE);
    const [start] = stage.discord.contentsIn(OTHER);
    expect(start).not.toContain('has started');
    expect(stage.discord.contentsIn(OTHER).at(-1)).toContain(' beat ');
  });
});

describe('a post that fails', () => {
  it.each<[string, SendOutcome, readonly number[]]>([
    [
      'temporarily is retried with a growing backoff',
      { kind: 'failed', reason: 'Bad Gateway', retryAfterMs: 0 },
      [0, 1, 3, 8, 23, 53, 113, 173],
    ],
    [
      'with a delay from Discord is retried after that delay',
      { kind: 'failed', reason: 'status 401', retryAfterMs: 30 * SECOND },
      [0, 30, 60, 90, 120, 150],
    ],
    [
      'on a rate limit is retried when the limit ends, without backoff',
      { kind: 'limited', retryAfterMs: 40 * SECOND },
      [0, 40, 80, 120, 160, 200],
    ],
  ])('%s', async (_case, outcome, expected) => {
    const { stage, played } = await aFollowedMatch(1);
    expect(await secondsOf(stage, () => outcome, played.begins)).toEqual(expected);
  });

  it('is sent with its original nonce once Discord works again', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(() => ({ kind: 'failed', reason: 'Bad Gateway', retryAfterMs: 0 }));
    await played.begins();
    stage.discord.takes();
    await pass(5 * SECOND);
    expect(starts(stage.discord.contentsIn(CHANNEL))).toBe(1);
    const [first, second, ...others] = stage.discord.requests.map(({ nonce }) => nonce);
    expect(second).toBe(first);
    // Discord may have answered with the message of the first try: its edit has no nonce.
    expect(others).toEqual(['']);
  });

  it('keeps its due time across a restart', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: 30 * SECOND }));
    await played.begins();
    await stage.restart();
    await pass(29 * SECOND);
    expect(stage.discord.messages).toEqual([]);
    await pass(SECOND);
    expect(stage.discord.messages).toHaveLength(1);
  });

  it('and whose retry is slow delays the next post without a busy loop', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: 0 }));
    await played.begins();
    const slow = Promise.withResolvers<undefined>();
    stage.discord.takes(() => slow.promise);
    await played.setsPlayed(1);
    for (let second = 0; second < 20; second += 1) await pass(SECOND);
    const pending = await stage.db().selectFrom('deliveries').selectAll().execute();
    // Due in the past, it would be picked up again and again, and this test would never end.
    expect(pending.find(({ reason }) => reason === 'in-order')?.dueAt).toBeGreaterThan(Date.now());
    stage.discord.takes();
    slow.resolve(undefined);
    await pass(MINUTE);
    const contents = stage.discord.contentsIn(CHANNEL);
    expect(contents[0]).toContain('has started');
    expect(contents[1]).toContain('Set 1');
    expect(contents).toHaveLength(2);
  });

  it('is given up when its news has expired', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: 0 }));
    await played.begins(21 * MINUTE);
    stage.discord.takes();
    await pass(5 * MINUTE);
    expect(stage.discord.shownIn(CHANNEL).map(({ body }) => body.flags)).toEqual([QUIET]);
    const [delivery] = await stage.db().selectFrom('deliveries').selectAll().execute();
    expect(delivery).toMatchObject({ outcome: 'suppressed', reason: 'expired' });
  });

  it('because the sender threw an error is logged and retried', async () => {
    const { stage, played } = await aFollowedMatch(2);
    let failures = 1;
    stage.discord.takes(({ channelId }) => {
      if (channelId !== CHANNEL || failures === 0) return undefined;
      failures -= 1;
      throw new Error('a bug');
    });
    await played.begins();
    expect(starts(stage.discord.contentsIn(OTHER))).toBe(1);
    expect(stage.log.lines).toContain('error delivery failed');
    await pass(5 * SECOND);
    expect(starts(stage.discord.contentsIn(CHANNEL))).toBe(1);
  });

  it('because Discord rejects it is logged as an error and never retried', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(({ kind }) =>
      kind === 'post' ? { kind: 'rejected', reason: 'Invalid Form Body' } : undefined,
    );
    await played.begins(HOUR);
    // The silent card that takes its place is posted once; it is not a retry.
    const posts = stage.discord.requests.filter(({ kind }) => kind === 'post');
    expect(posts.map(({ body }) => body.flags)).toEqual([undefined, QUIET]);
    expect(stage.log.lines).toContain('error Discord rejected a post');
    expect(await channelsOfGuild(stage.db(), discordId(50_001))).toMatchObject([{ broken: null }]);
    // The channel still works.
    stage.discord.takes();
    await played.ends(MINUTE);
    expect(stage.discord.contentsIn(CHANNEL).at(-1)).toContain(' beat ');
  });
});

describe('a request that shutdown stops before it is sent', () => {
  const stops: Manner = () => Promise.reject(new ShutdownError('another process sends now'));

  const attempts = async (stage: Stage): Promise<readonly number[]> => {
    const rows = await stage.db().selectFrom('deliveries').select('attempts').execute();
    return rows.map((row) => row.attempts);
  };

  it('is not counted as an attempt of a post, which the next process sends at once', async () => {
    const { stage, played } = await aFollowedMatch(60);
    stage.discord.takes(({ channelId, ...request }) =>
      channelId === CHANNEL ? undefined : stops({ channelId, ...request }),
    );
    await played.begins();
    expect(await attempts(stage)).toEqual([0]);
    await stage.restart();
    await settle();
    expect(stage.discord.messages).toHaveLength(60);
    expect(stage.log.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('leaves a retry due when it was', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: 0 }));
    await played.begins();
    stage.discord.takes(stops);
    await pass(5 * SECOND);
    expect(await attempts(stage)).toEqual([1]);
    await stage.restart();
    expect(stage.discord.messages).toHaveLength(1);
    expect(stage.log.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('leaves a live card to be edited at once by the next process', async () => {
    const { stage, played } = await aFollowedMatch(1);
    await played.begins();
    stage.discord.takes(stops);
    await played.pointsPlayed(2);
    await stage.restart();
    expect(stage.discord.requests.at(-1)?.kind).toBe('edit');
    expect(stage.discord.shownIn(CHANNEL)[0]?.body.embeds?.[0]?.description).toContain('30');
    expect(stage.log.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  });
});

describe('a channel that Discord refuses', () => {
  const refusing: Manner = ({ channelId }) =>
    channelId === CHANNEL ? { kind: 'refused', reason: 'missing-permissions' } : undefined;

  it('is marked as broken, gets no more requests, keeps its follows; others go on', async () => {
    const { stage, played } = await aFollowedMatch(2);
    stage.discord.takes(refusing);
    await played.begins();
    await played.setsPlayed(1);
    await played.pointsPlayed(60, HOUR);
    const requests = stage.discord.requests.filter(({ channelId }) => channelId === CHANNEL);
    expect(requests).toHaveLength(1);
    const [channel] = await channelsOfGuild(stage.db(), discordId(50_001));
    expect(channel).toMatchObject({ broken: 'missing-permissions', discordId: CHANNEL });
    const follower = { channelKey: channel?.key ?? 0, memberId: null };
    expect(await followsOf(stage.db(), follower)).toEqual([aPlayer(1)]);
    expect(starts(stage.discord.contentsIn(OTHER))).toBe(1);
  });

  it('gets what is still news, once, as soon as it is repaired', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(refusing);
    await played.begins(5 * MINUTE);
    const refused = stage.discord.requests.length;
    await stage.restoreAccess(1);
    expect(starts(stage.discord.contentsIn(CHANNEL))).toBe(1);
    // The start post is the card: no separate card is posted first.
    expect(stage.discord.requests).toHaveLength(refused + 1);
    expect(stage.log.lines).toContain('info channel resumed');
    await pass(HOUR);
    expect(starts(stage.discord.contentsIn(CHANNEL))).toBe(1);
    await played.ends(MINUTE);
    expect(stage.discord.contentsIn(CHANNEL).at(-1)).toContain(' beat ');
  });

  it('is marked as broken when it is a thread that somebody has locked', async () => {
    const { stage, played } = await aFollowedMatch(0);
    await stage.chosen(1, { kind: 'thread' }, aPlayer(1));
    stage.discord.takes(({ kind }) => (kind === 'post' ? { kind: 'gone' } : undefined));
    await played.begins(MINUTE);
    expect(await channelsOfGuild(stage.db(), discordId(50_001))).toMatchObject([
      { broken: 'thread-closed' },
    ]);
    await stage.restoreAccess(1);
    expect(starts(stage.discord.contentsIn(CHANNEL))).toBe(1);
  });

  it('gets a silent card when the start of the match is too old to be news', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(refusing);
    await played.begins(30 * MINUTE);
    await played.pointsPlayed(10);
    await stage.restoreAccess(1);
    const [card, ...others] = stage.discord.shownIn(CHANNEL);
    expect(others).toEqual([]);
    expect(card?.body.allowed_mentions).toEqual({ parse: [] });
    expect(card?.body.embeds).toHaveLength(1);
  });

  it('has no pending posts once it is deleted, as no channel comes back under its id', async () => {
    const { stage, played } = await aFollowedMatch(1);
    const [channel] = await channelsOfGuild(stage.db(), discordId(50_001));
    if (channel === undefined) throw new Error('no channel');
    const waiting = async (): Promise<number> =>
      (await deliveryHealth(stage.db(), channel, 0)).waiting;
    stage.discord.takes(() => ({ kind: 'refused', reason: 'unknown-channel' }));
    await played.begins();
    // The post that was refused first.
    expect(await waiting()).toBe(1);
    await played.setsPlayed(1);
    await played.ends();
    expect(await waiting()).toBe(1);
    await pass(11 * MINUTE);
    expect(await waiting()).toBe(0);
    expect(stage.discord.requests).toHaveLength(1);
  });

  it('stays marked as broken when access changes but it still cannot be written to', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(refusing);
    await played.begins();
    const health = createChannelHealth({
      db: stage.db(),
      mayWrite: () => false,
      ready: stage.alerts().channelReady,
      log: stage.log,
    });
    health.accessChanged(discordId(50_001));
    await settle();
    expect(await channelsOfGuild(stage.db(), discordId(50_001))).toMatchObject([
      { broken: 'missing-permissions' },
    ]);
  });

  it('does not bring back a card that somebody deleted in another channel', async () => {
    const { stage, played } = await aFollowedMatch(2);
    stage.discord.takes(refusing);
    await played.begins();
    const [card] = stage.discord.shownIn(OTHER);
    stage.discord.deleteMessage(card?.id ?? '');
    await played.pointsPlayed(3);
    // Long enough for the start to expire: the repaired channel gets a card of its own.
    await pass(30 * MINUTE);
    await stage.restoreAccess(1);
    expect(stage.discord.shownIn(OTHER)).toEqual([]);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(1);
  });
});

describe('stored data that cannot be read', () => {
  it('is logged and dropped, and later posts are delivered', async () => {
    const { stage, played } = await aFollowedMatch(1);
    const never = await aKnownMatch(stage, { id: 7, round: 2 });
    stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: 0 }));
    await never.begins();
    await stage.db().updateTable('matches').set({ state: '{}' }).where('id', '=', 7).execute();
    stage.discord.takes();
    await played.begins(MINUTE);
    expect(starts(stage.discord.contentsIn(CHANNEL))).toBe(1);
    expect(stage.log.lines.some((line) => line.startsWith('error'))).toBe(true);
  });

  it('is logged and dropped when it is an event', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(() => NEVER);
    await played.begins();
    await stage.db().updateTable('events').set({ payload: '{}', doneAt: null }).execute();
    await stage.restart();
    await pass(MINUTE);
    expect(stage.log.lines).toContain('error stored event cannot be read, dropped');
    await played.ends(MINUTE);
    expect(stage.discord.contentsIn(CHANNEL).at(-1)).toContain(' beat ');
  });

  describe('because only a newer version knows its kind', () => {
    const HELD_BACK = 30;

    /** A newer process has stored a start and more events than a run of the fan-out reads. */
    const aNewerEvent = async () => {
      const { stage, played } = await aFollowedMatch(0);
      // Nobody follows yet: the start reaches nobody.
      await played.begins();
      await stage.channel(1, aPlayer(1));
      const { id, ...start } = await stage
        .db()
        .selectFrom('events')
        .selectAll()
        .executeTakeFirstOrThrow();
      const expiresAt = Date.now() + HOUR;
      const newer = { kind: 'newer', payload: '{"kind":"newer"}', doneAt: null, expiresAt };
      const more = Array.from({ length: HELD_BACK - 1 }, (_, n) => ({
        ...start,
        ...newer,
        key: `newer:${n}`,
      }));
      await stage.db().updateTable('events').set(newer).where('id', '=', id).execute();
      await stage.db().insertInto('events').values(more).execute();
      await stage.restart();
      const open = async () =>
        (await stage.db().selectFrom('events').where('doneAt', 'is', null).selectAll().execute())
          .length;
      return { stage, played, id, start, open };
    };

    it('is left alone, while what comes after it is delivered', async () => {
      const { stage, played, open } = await aNewerEvent();
      await played.ends(5 * MINUTE);
      expect(stage.discord.contentsIn(CHANNEL).at(-1)).toContain(' beat ');
      expect(await open()).toBe(HELD_BACK);
    });

    it('is delivered by the newer version', async () => {
      const { stage, id, start } = await aNewerEvent();
      await pass(MINUTE);
      expect(stage.discord.contentsIn(CHANNEL)).toEqual([]);
      const { kind, payload } = start;
      await stage.db().updateTable('events').set({ kind, payload }).where('id', '=', id).execute();
      await stage.restart();
      await pass(MINUTE);
      expect(starts(stage.discord.contentsIn(CHANNEL))).toBe(1);
    });
  });

  it('forgets the message of a post that somebody deleted, once its correction finds it gone', async () => {
    const { stage, played } = await aFollowedMatch(1);
    await played.begins();
    await played.ends(MINUTE);
    const results = async () => {
      const news = await deliveryHistory(stage.db(), played.match.id, 1);
      return news.flatMap(({ event, delivery }) =>
        event.kind === 'result' ? [delivery?.messageId] : [],
      );
    };
    const id = stage.discord.shownIn(CHANNEL).at(-1)?.id ?? '';
    expect(await results()).toEqual([id]);
    stage.discord.deleteMessage(id);
    await played.isCorrected(MINUTE);
    await pass(MINUTE);
    expect(await results()).toEqual([null]);
  });

  it('does not make a correction retry without backoff', async () => {
    const { stage, played } = await aFollowedMatch(1);
    await played.begins();
    await played.ends(MINUTE);
    await stage.db().updateTable('matches').set({ state: '{}' }).execute();
    await stage.db().updateTable('events').set({ rev: 9, revisedAt: Date.now() }).execute();
    stage.log.lines.length = 0;
    await stage.restart();
    await pass(MINUTE);
    const errors = stage.log.lines.filter((line) => line.startsWith('error'));
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.length).toBeLessThan(50);
  });
});
