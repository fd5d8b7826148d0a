import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { createChannelHealth } from '#src/alerts/channels/channel-health.ts';
import { SEND_PRIORITIES, type SendOutcome } from '#src/alerts/delivery/sender.ts';
import { ShutdownError } from '#src/lib/shutdown.ts';
import { SECOND, MINUTE, HOUR } from '#src/lib/time.ts';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import { deliveryHealth } from '#src/store/channels/channel-failures.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import type { Manner } from './fake-discord.ts';
import { aPlayedMatch, aStage, pass, settle, type Stage } from './stage.ts';
import { START } from './told.ts';

const CHANNEL = discordId(1);
const OTHER = discordId(2);
const QUIET = MessageFlags.SuppressNotifications;

/** The process dies: nothing that it asked is ever answered, and nothing more is asked. */
const NEVER = new Promise<SendOutcome>(() => undefined);

const starts = (contents: readonly string[]): number =>
  contents.filter((content) => START.test(content)).length;

/** A stage with channels 1 to `count` that follow a player of a match that is about to begin. */
const aFollowedMatch = async (count: number) => {
  const stage = await aStage();
  for (let n = 1; n <= count; n += 1) await stage.channel(n, aPlayer(1));
  const played = aPlayedMatch(stage);
  await played.isKnown();
  return { stage, played };
};

/** When each request to a channel was made, in seconds since the first. */
const secondsOf = async (stage: Stage, manner: Manner, begin: () => Promise<void>) => {
  const at: number[] = [];
  stage.discord.takes((asked) => {
    if (asked.kind === 'post') at.push(Date.now());
    return manner(asked);
  });
  await begin();
  for (let second = 0; second < 200; second += 1) await pass(SECOND);
  return at.map((time) => Math.round((time - (at[0] ?? 0)) / SECOND));
};

describe('the fan-out', () => {
  it('reaches 120 channels, each once', async () => {
    const { stage, played } = await aFollowedMatch(120);
    await played.begins();
    await pass(MINUTE);
    const expected = Array.from({ length: 120 }, (_, n) => discordId(n + 1));
    expect(stage.discord.asked.map(({ channelId }) => channelId).toSorted()).toEqual(expected);
  });

  it('does not wait for a channel that is slow', async () => {
    const { stage, played } = await aFollowedMatch(120);
    stage.discord.takes(({ channelId }) => (channelId === CHANNEL ? NEVER : undefined));
    await played.begins();
    expect(stage.discord.messages).toHaveLength(119);
  });

  it.each([1, 50, 77, 119])(
    'goes on where it was when the process dies at its request number %i: none lost, none twice',
    async (count) => {
      const { stage, played } = await aFollowedMatch(120);
      let taken = 0;
      stage.discord.takes((asked) => {
        taken += 1;
        // The request at which it dies has reached Discord, and its answer never came.
        if (taken === count) stage.discord.act(asked);
        return taken < count ? undefined : NEVER;
      });
      await played.begins();
      expect(stage.discord.messages).toHaveLength(count);
      const before = new Map(stage.discord.asked.map(({ channelId, nonce }) => [channelId, nonce]));

      await stage.restart();
      await pass(MINUTE);
      for (let n = 1; n <= 120; n += 1) {
        expect(starts(stage.discord.contentsIn(discordId(n)))).toBe(1);
      }
      // Who is known to have it is not asked again.
      const times = (id: string) =>
        stage.discord.asked.filter(({ channelId }) => channelId === id).length;
      for (const id of [...before.keys()].slice(0, count - 1)) expect(times(id)).toBe(1);
      // What is asked again carries the nonce that it had, so that Discord knows it.
      for (const { channelId, nonce, kind } of stage.discord.asked) {
        if (kind === 'post') expect(nonce).toBe(before.get(channelId) ?? nonce);
      }
      const nonces = stage.discord.messages.map(({ nonce }) => nonce);
      expect(new Set(nonces).size).toBe(120);
      for (const nonce of nonces) expect(nonce.length).toBeLessThanOrEqual(25);
    },
  );

  it('hurries what is left of a set when the result is known', async () => {
    const { stage, played } = await aFollowedMatch(120);
    await played.begins();
    const letGo: (() => void)[] = [];
    stage.discord.takes((asked) => {
      if (!(asked.body.content ?? '').includes('Set 1')) return undefined;
      return new Promise<SendOutcome>((resolve) => {
        letGo.push(() => {
          resolve(stage.discord.act(asked));
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
    const sets = stage.discord.asked.filter(({ body }) => (body.content ?? '').includes('Set 1'));
    const priorities = sets.map(({ priority }) => priority);
    expect(priorities).toHaveLength(120);
    expect(priorities.slice(0, early)).toEqual(Array<number>(early).fill(SEND_PRIORITIES.set));
    expect(priorities.slice(early)).toEqual(
      Array<number>(120 - early).fill(SEND_PRIORITIES.headline),
    );
  });

  it('asks nobody again who is known to have it', async () => {
    const { stage, played } = await aFollowedMatch(10);
    await played.begins();
    await pass(MINUTE);
    const before = stage.discord.asked.length;
    await stage.restart();
    await pass(MINUTE);
    expect(stage.discord.asked).toHaveLength(before);
  });

  it('brings a result to whoever follows by then, and its start to nobody too late', async () => {
    const { stage, played } = await aFollowedMatch(1);
    await played.begins();
    await pass(MINUTE);
    await stage.channel(2, aPlayer(3));
    await played.ends();
    await pass(MINUTE);
    const [start] = stage.discord.contentsIn(OTHER);
    expect(start).not.toContain('has started');
    expect(stage.discord.contentsIn(OTHER).at(-1)).toContain(' beat ');
  });
});

describe('a post that fails', () => {
  it.each<[string, SendOutcome, readonly number[]]>([
    [
      'for now is tried again after a growing rest',
      { kind: 'failed', reason: 'Bad Gateway', retryAfterMs: 0 },
      [0, 1, 3, 8, 23, 53, 113, 173],
    ],
    [
      'for longer, as Discord asks, waits so long',
      { kind: 'failed', reason: 'status 401', retryAfterMs: 30 * SECOND },
      [0, 30, 60, 90, 120, 150],
    ],
    [
      'by a limit is tried again when the limit ends, and that is no failure',
      { kind: 'limited', retryAfterMs: 40 * SECOND },
      [0, 40, 80, 120, 160, 200],
    ],
  ])('%s', async (_case, outcome, expected) => {
    const { stage, played } = await aFollowedMatch(1);
    expect(await secondsOf(stage, () => outcome, played.begins)).toEqual(expected);
  });

  it('is sent when Discord takes it again, with the nonce that it had', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(() => ({ kind: 'failed', reason: 'Bad Gateway', retryAfterMs: 0 }));
    await played.begins();
    stage.discord.takes();
    await pass(5 * SECOND);
    expect(starts(stage.discord.contentsIn(CHANNEL))).toBe(1);
    const nonces = stage.discord.asked.map(({ nonce }) => nonce);
    expect(new Set(nonces).size).toBe(1);
    expect(nonces.length).toBe(2);
  });

  it('keeps its due time over a restart', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: 30 * SECOND }));
    await played.begins();
    await stage.restart();
    await pass(29 * SECOND);
    expect(stage.discord.messages).toEqual([]);
    await pass(SECOND);
    expect(stage.discord.messages).toHaveLength(1);
  });

  it('and takes long on its second try keeps what comes after it waiting, and nobody busy', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: 0 }));
    await played.begins();
    const slow = Promise.withResolvers<undefined>();
    stage.discord.takes(() => slow.promise);
    await played.setsPlayed(1);
    for (let second = 0; second < 20; second += 1) await pass(SECOND);
    const pending = await stage.db().selectFrom('deliveries').selectAll().execute();
    // Pending in the past it would be taken up again and again, and this test would never end.
    expect(pending.find(({ reason }) => reason === 'in-order')?.due_at).toBeGreaterThan(Date.now());
    stage.discord.takes();
    slow.resolve(undefined);
    await pass(MINUTE);
    const contents = stage.discord.contentsIn(CHANNEL);
    expect(contents[0]).toContain('has started');
    expect(contents[1]).toContain('Set 1');
    expect(contents).toHaveLength(2);
  });

  it('is given up when it is no longer news', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: 0 }));
    await played.begins();
    await pass(21 * MINUTE);
    stage.discord.takes();
    await pass(5 * MINUTE);
    expect(stage.discord.shownIn(CHANNEL).map(({ body }) => body.flags)).toEqual([QUIET]);
    const [delivery] = await stage.db().selectFrom('deliveries').selectAll().execute();
    expect(delivery).toMatchObject({ outcome: 'suppressed', reason: 'expired' });
  });

  it('by an error of ours is logged, and tried again', async () => {
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

  it('because Discord does not accept it is our bug: logged, never tried again', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(({ kind }) =>
      kind === 'post' ? { kind: 'rejected', reason: 'Invalid Form Body' } : undefined,
    );
    await played.begins();
    await pass(HOUR);
    // The card that stands in its place is no second try: quietly, and once.
    const posts = stage.discord.asked.filter(({ kind }) => kind === 'post');
    expect(posts.map(({ body }) => body.flags)).toEqual([undefined, QUIET]);
    expect(stage.log.lines).toContain('error Discord rejected a post');
    expect(await channelsOfGuild(stage.db(), discordId(50_001))).toMatchObject([{ broken: null }]);
    // The channel is as good as before.
    stage.discord.takes();
    await played.ends();
    await pass(MINUTE);
    expect(stage.discord.contentsIn(CHANNEL).at(-1)).toContain(' beat ');
  });
});

describe('what was stopped before it was asked', () => {
  const stops: Manner = () => Promise.reject(new ShutdownError('another process sends now'));

  const attempts = async (stage: Stage): Promise<readonly number[]> => {
    const rows = await stage.db().selectFrom('deliveries').select('attempts').execute();
    return rows.map((row) => row.attempts);
  };

  it('of news was no try: nothing is noted or logged, and the next process sends it at once', async () => {
    const { stage, played } = await aFollowedMatch(60);
    stage.discord.takes(({ channelId, ...asked }) =>
      channelId === CHANNEL ? undefined : stops({ channelId, ...asked }),
    );
    await played.begins();
    expect(await attempts(stage)).toEqual([0]);
    await stage.restart();
    await settle();
    expect(stage.discord.messages).toHaveLength(60);
    expect(stage.log.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it('of a second try is due as it was', async () => {
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

  it('of a live card leaves it to be shown at once', async () => {
    const { stage, played } = await aFollowedMatch(1);
    await played.begins();
    stage.discord.takes(stops);
    await played.pointsPlayed(2);
    await stage.restart();
    expect(stage.discord.asked.at(-1)?.kind).toBe('edit');
    expect(stage.discord.shownIn(CHANNEL)[0]?.body.embeds?.[0]?.description).toContain('30');
    expect(stage.log.lines.filter((line) => line.startsWith('error'))).toEqual([]);
  });
});

describe('a channel that Discord refuses', () => {
  const refusing: Manner = ({ channelId }) =>
    channelId === CHANNEL ? { kind: 'refused', reason: 'missing-permissions' } : undefined;

  it('is marked with the reason, asked no more, and keeps its settings; the others go on', async () => {
    const { stage, played } = await aFollowedMatch(2);
    stage.discord.takes(refusing);
    await played.begins();
    await played.setsPlayed(1);
    await played.pointsPlayed(60);
    await pass(HOUR);
    const asked = stage.discord.asked.filter(({ channelId }) => channelId === CHANNEL);
    expect(asked).toHaveLength(1);
    const [channel] = await channelsOfGuild(stage.db(), discordId(50_001));
    expect(channel).toMatchObject({ broken: 'missing-permissions', discordId: CHANNEL });
    const follower = { channelKey: channel?.key ?? 0, memberId: null };
    expect(await followsOf(stage.db(), follower)).toEqual([aPlayer(1)]);
    expect(starts(stage.discord.contentsIn(OTHER))).toBe(1);
  });

  it('gets what is still news, once, as soon as it is mended', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(refusing);
    await played.begins();
    await pass(5 * MINUTE);
    const refused = stage.discord.asked.length;
    await stage.mended(1);
    expect(starts(stage.discord.contentsIn(CHANNEL))).toBe(1);
    // The start post is the card: no other one is put there first.
    expect(stage.discord.asked).toHaveLength(refused + 1);
    expect(stage.log.lines).toContain('info channel resumed');
    await pass(HOUR);
    expect(starts(stage.discord.contentsIn(CHANNEL))).toBe(1);
    await played.ends();
    await pass(MINUTE);
    expect(stage.discord.contentsIn(CHANNEL).at(-1)).toContain(' beat ');
  });

  it('is marked also where it is a thread that somebody has locked', async () => {
    const { stage, played } = await aFollowedMatch(0);
    await stage.chosen(1, { kind: 'thread' }, aPlayer(1));
    stage.discord.takes(({ kind }) => (kind === 'post' ? { kind: 'gone' } : undefined));
    await played.begins();
    await pass(MINUTE);
    expect(await channelsOfGuild(stage.db(), discordId(50_001))).toMatchObject([
      { broken: 'thread-closed' },
    ]);
    await stage.mended(1);
    expect(starts(stage.discord.contentsIn(CHANNEL))).toBe(1);
  });

  it('gets a quiet card of what has been going on for too long to be news', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(refusing);
    await played.begins();
    await pass(30 * MINUTE);
    await played.pointsPlayed(10);
    await stage.mended(1);
    const [card, ...others] = stage.discord.shownIn(CHANNEL);
    expect(others).toEqual([]);
    expect(card?.body.allowed_mentions).toEqual({ parse: [] });
    expect(card?.body.embeds).toHaveLength(1);
  });

  it('has nothing waiting once it is deleted: no channel comes back under its id', async () => {
    const { stage, played } = await aFollowedMatch(1);
    const [channel] = await channelsOfGuild(stage.db(), discordId(50_001));
    if (channel === undefined) throw new Error('no channel');
    const waiting = async (): Promise<number> =>
      (await deliveryHealth(stage.db(), channel, 0)).waiting;
    stage.discord.takes(() => ({ kind: 'refused', reason: 'unknown-channel' }));
    await played.begins();
    // Whoever was refused first.
    expect(await waiting()).toBe(1);
    await played.setsPlayed(1);
    await played.ends();
    expect(await waiting()).toBe(1);
    await pass(11 * MINUTE);
    expect(await waiting()).toBe(0);
    expect(stage.discord.asked).toHaveLength(1);
  });

  it('stays marked when it is another one that may be written to', async () => {
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

  it('brings no card back that somebody deleted in another channel', async () => {
    const { stage, played } = await aFollowedMatch(2);
    stage.discord.takes(refusing);
    await played.begins();
    const [card] = stage.discord.shownIn(OTHER);
    stage.discord.deleteMessage(card?.id ?? '');
    await played.pointsPlayed(3);
    // Long enough that the start is no news: the mended channel gets a card of its own.
    await pass(30 * MINUTE);
    await stage.mended(1);
    expect(stage.discord.shownIn(OTHER)).toEqual([]);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(1);
  });
});

describe('what cannot be read', () => {
  it('is given up and logged, and what comes after it is delivered', async () => {
    const { stage, played } = await aFollowedMatch(1);
    const never = aPlayedMatch(stage, { id: 7 });
    await never.isKnown();
    stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: 0 }));
    await never.begins();
    await stage.db().updateTable('matches').set({ state: '{}' }).where('id', '=', 7).execute();
    stage.discord.takes();
    await played.begins();
    await pass(MINUTE);
    expect(starts(stage.discord.contentsIn(CHANNEL))).toBe(1);
    expect(stage.log.lines.some((line) => line.startsWith('error'))).toBe(true);
  });

  it('of the news is given up and logged, too', async () => {
    const { stage, played } = await aFollowedMatch(1);
    stage.discord.takes(() => NEVER);
    await played.begins();
    await stage.db().updateTable('events').set({ payload: '{}', done_at: null }).execute();
    await stage.restart();
    await pass(MINUTE);
    expect(stage.log.lines).toContain('error stored event cannot be read, dropped');
    await played.ends();
    await pass(MINUTE);
    expect(stage.discord.contentsIn(CHANNEL).at(-1)).toContain(' beat ');
  });

  it('is no reason to try a correction of it without a rest', async () => {
    const { stage, played } = await aFollowedMatch(1);
    await played.begins();
    await played.ends();
    await pass(MINUTE);
    await stage.db().updateTable('matches').set({ state: '{}' }).execute();
    await stage.db().updateTable('events').set({ rev: 9, revised_at: Date.now() }).execute();
    stage.log.lines.length = 0;
    await stage.restart();
    await pass(MINUTE);
    const errors = stage.log.lines.filter((line) => line.startsWith('error'));
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.length).toBeLessThan(50);
  });
});
