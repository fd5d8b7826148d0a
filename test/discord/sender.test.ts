import { MessageFlags, MessageType } from 'discord-api-types/v10';
import { SnowflakeUtil } from 'discord.js';
import { onTestFinished, describe, expect, it } from 'vitest';
import {
  SEND_PRIORITIES,
  type ChannelWriter,
  type SendPriority,
  type SendOutcome,
} from '#src/alerts/delivery/sender.ts';
import type { ChannelFailure } from '#src/domain/alerts/delivery-reasons.ts';
import { createInvalidRequestCounter } from '#src/discord/rest/invalid-request-counter.ts';
import { createSender, type RunningSender } from '#src/discord/rest/sender.ts';
import { ShutdownError } from '#src/lib/shutdown.ts';
import { textDigest } from '#src/lib/text.ts';
import type { MessageBody } from '#src/render/message.ts';
import { ALERTS, aLocalDiscord, control, GENERAL } from '../../sandbox/test/discord/setup.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { aRestServer, type Pending } from './rest-server.ts';

const BODY = { content: 'Set 1 to Vega / Lamas, 6-4.', allowed_mentions: { parse: [] } };
const NONCE = 'abcdefghijklmnopqrstuvwxy';

const channelId = (n: number): string => `2100000000000000${String(n).padStart(3, '0')}`;

const now = (): number => performance.now();

type SenderOptions = Parameters<typeof createSender>[0];

const aSender = (more: Pick<SenderOptions, 'apiUrl'> & Partial<SenderOptions>): RunningSender => {
  const sender = createSender({ token: 'token', now, ...more });
  onTestFinished(sender.stop);
  return sender;
};

const { set: SET, card: CARD, board: BOARD } = SEND_PRIORITIES;

const post = (
  sender: RunningSender,
  channel: string,
  nonce = NONCE,
  priority: SendPriority = SET,
) => sender.inTurn(channel, priority, (writer) => writer.post(BODY, nonce));

/** A sender, and the server in Discord's place. */
const aStage = async (more: Partial<SenderOptions> = {}) => {
  const server = await aRestServer();
  const sender = aSender({ apiUrl: server.apiUrl, ...more });
  return { server, sender };
};

/** A sender against the local Discord, and what moderators see of a channel there. */
const aLocalStage = async () => {
  const local = await aLocalDiscord();
  const shown = () => control(local).messages('padel-alerts');
  return { ask: control(local), sender: aSender(local), shown };
};

const message = (id: string) => ({ id });

describe('the outcome of a request', () => {
  const postTo = (writer: ChannelWriter) => writer.post(BODY, NONCE);
  const editIn = (writer: ChannelWriter) => writer.edit('900', BODY);
  const removeIn = (writer: ChannelWriter) => writer.remove('900');
  const pinIn = (writer: ChannelWriter) => writer.pin('900');
  const postInThread = (writer: ChannelWriter) => postTo(writer.within('901'));
  const WORDS = 'words of Discord';
  const isRefused = (reason: ChannelFailure): SendOutcome => ({ kind: 'refused', reason });
  const retried = (reason: string, retryAfterMs = 30_000): SendOutcome => ({
    kind: 'failed',
    reason,
    retryAfterMs,
  });

  it.each<[string, (writer: ChannelWriter) => Promise<SendOutcome>, number, object, SendOutcome]>([
    ['a message', postTo, 200, { id: '901' }, { kind: 'sent', messageId: '901' }],
    ['an edit', editIn, 200, { id: '900' }, { kind: 'sent', messageId: '900' }],
    ['a channel that is gone', postTo, 404, { code: 10_003 }, isRefused('unknown-channel')],
    ['a removed bot', postTo, 403, { code: 50_001 }, isRefused('missing-access')],
    ['a missing permission', postTo, 403, { code: 50_013 }, isRefused('missing-permissions')],
    ['an unknown 403, perhaps of a proxy', postTo, 403, { code: 40_333 }, retried('status 403')],
    ['a 404 without a code', postTo, 404, {}, retried('status 404')],
    ['closed direct messages', postTo, 403, { code: 50_007 }, isRefused('direct-messages-closed')],
    ['a new forum', postTo, 400, { code: 40_058 }, isRefused('not-a-text-channel')],
    ['a thread that was locked', postInThread, 403, { code: 160_005 }, { kind: 'gone' }],
    ['an edit of a deleted message', editIn, 404, { code: 10_008 }, { kind: 'gone' }],
    ['a deletion of a deleted message', removeIn, 404, { code: 10_008 }, { kind: 'gone' }],
    ['a full list of pins', pinIn, 400, { code: 30_003 }, { kind: 'rejected', reason: WORDS }],
    ['an invalid payload', postTo, 400, { code: 50_035 }, { kind: 'rejected', reason: WORDS }],
    ['too many edits', editIn, 400, { code: 30_046 }, retried('edited-too-often', 600_000)],
    ['an outage, left to the caller', postTo, 503, {}, retried('Service Unavailable', 1_000)],
    ['a revoked token', postTo, 401, { code: 0 }, retried('status 401')],
    [
      'a success without an id, which cannot come from Discord',
      postTo,
      200,
      {},
      retried('Discord answered without an id', 1_000),
    ],
  ])('is right for %s', async (_case, act, status, body, expected) => {
    const { server, sender } = await aStage();
    const sent = sender.inTurn(channelId(1), SET, act);
    const isCoded = 'code' in body;
    (await server.next()).answer(status, isCoded ? { ...body, message: WORDS } : body);
    expect(await sent).toEqual(expected);
    expect(server.waiting).toEqual([]);
  });

  it('is a temporary failure when the connection breaks, and the sender goes on', async () => {
    const { server, sender } = await aStage();
    const broken = post(sender, channelId(1));
    (await server.next()).cut();
    expect(await broken).toMatchObject({ kind: 'failed', retryAfterMs: 1_000 });
    const sent = post(sender, channelId(1));
    (await server.next()).answer(200, message('901'));
    expect(await sent).toEqual({ kind: 'sent', messageId: '901' });
  });

  it('is a temporary failure when nothing listens there', async () => {
    const sent = await post(aSender({ apiUrl: 'http://127.0.0.1:1/api' }), channelId(1));
    expect(sent).toMatchObject({ kind: 'failed', retryAfterMs: 1_000 });
  });
});

describe('threads', () => {
  /** The request that an action sends to Discord, and its outcome. */
  const requestOf = async (act: (writer: ChannelWriter) => Promise<SendOutcome>) => {
    const { server, sender } = await aStage();
    const sent = sender.inTurn(channelId(1), SET, act);
    const { method, path, body, answer } = await server.next();
    answer(200, { id: '902' });
    return { request: `${method} ${path}`, body, sent: await sent };
  };

  it('start at a message, and are archived a day after the last one', async () => {
    const { request, body, sent } = await requestOf((writer) =>
      writer.openThread('901', 'A match'),
    );
    expect(request).toBe(`POST /channels/${channelId(1)}/messages/901/threads`);
    expect(body).toEqual({ name: 'A match', auto_archive_duration: 1_440 });
    expect(sent).toEqual({ kind: 'sent', messageId: '902' });
  });

  it('are the posts of a forum, each with its first message', async () => {
    const quiet = { ...BODY, flags: MessageFlags.SuppressNotifications };
    const { request, body, sent } = await requestOf((writer) => writer.openPost('A match', quiet));
    expect(request).toBe(`POST /channels/${channelId(1)}/threads`);
    expect(body).toEqual({ name: 'A match', auto_archive_duration: 1_440, message: quiet });
    expect(sent).toEqual({ kind: 'sent', messageId: '902' });
  });

  describe('that an earlier attempt may have opened', () => {
    const OWN = '1900000000000000001';
    const SINCE = Date.UTC(2026, 5, 7, 12);
    const idAt = (at: number): string => String(SnowflakeUtil.generate({ timestamp: at }));
    const ours = { name: 'A match', parent_id: channelId(1), owner_id: OWN };
    const lost = { guildId: '21', since: SINCE };

    const opening = async (threads: readonly object[]) => {
      const { server, sender } = await aStage({ ownId: () => OWN });
      const sent = sender.inTurn(channelId(1), SET, (writer) =>
        writer.openPost('A match', BODY, lost),
      );
      const search = await server.next();
      expect(`${search.method} ${search.path}`).toBe('GET /guilds/21/threads/active');
      search.answer(200, { threads });
      return { server, sent };
    };

    it('are found, and no second one is opened', async () => {
      const id = idAt(SINCE + 1_000);
      const { server, sent } = await opening([
        { ...ours, id: idAt(SINCE + 2_000), name: 'Another match' },
        { ...ours, id },
      ]);
      expect(await sent).toEqual({ kind: 'sent', messageId: id });
      expect(server.waiting).toEqual([]);
    });

    it.each([
      ['with another name', { ...ours, name: 'Another match', id: idAt(SINCE) }],
      ['of another owner', { ...ours, owner_id: '1900000000000000002', id: idAt(SINCE) }],
      ['in another forum', { ...ours, parent_id: channelId(2), id: idAt(SINCE) }],
      ['from long before', { ...ours, id: idAt(SINCE - 3_600_000) }],
    ])('are opened when there is only one %s', async (_what, thread) => {
      const { server, sent } = await opening([thread]);
      const { method, path, answer } = await server.next();
      expect(`${method} ${path}`).toBe(`POST /channels/${channelId(1)}/threads`);
      answer(200, { id: '902' });
      expect(await sent).toEqual({ kind: 'sent', messageId: '902' });
    });

    it('are not opened when the search for them fails', async () => {
      const { server, sender } = await aStage();
      const sent = sender.inTurn(channelId(1), SET, (writer) =>
        writer.openPost('A match', BODY, lost),
      );
      (await server.next()).answer(502);
      expect((await sent).kind).toBe('failed');
      expect(server.waiting).toEqual([]);
    });
  });

  it.each<[string, (thread: ChannelWriter) => Promise<SendOutcome>, string]>([
    ['posted', (thread) => thread.post(BODY, NONCE), 'POST /channels/901/messages'],
    ['edited', (thread) => thread.edit('902', BODY), 'PATCH /channels/901/messages/902'],
    ['deleted', (thread) => thread.remove('902'), 'DELETE /channels/901/messages/902'],
  ])('can have messages in them that are %s', async (_word, act, expected) => {
    const { request } = await requestOf((writer) => act(writer.within('901')));
    expect(request).toBe(expected);
  });

  it('do not change where the writer of their channel posts', async () => {
    const { request } = await requestOf((writer) => {
      writer.within('901');
      return writer.post(BODY, NONCE);
    });
    expect(request).toBe(`POST /channels/${channelId(1)}/messages`);
  });

  it('are not needed to publish a message of the channel', async () => {
    const { request } = await requestOf((writer) => writer.publish('901'));
    expect(request).toBe(`POST /channels/${channelId(1)}/messages/901/crosspost`);
  });
});

describe('a message that an earlier attempt may have posted long ago', () => {
  const OWN = '1900000000000000001';
  const ours = { id: '901', content: BODY.content, author: { id: OWN, bot: true } };
  const lost = { since: Date.UTC(2026, 5, 7, 12) };

  const posting = async (
    body: object,
    status: number,
    found: readonly object[],
    ...texts: string[]
  ) => {
    const { server, sender } = await aStage({ ownId: () => OWN });
    const sent = sender.inTurn(channelId(1), SET, (writer) =>
      writer.post(
        body,
        NONCE,
        texts.length === 0 ? lost : { ...lost, digests: texts.map(textDigest) },
      ),
    );
    const search = await server.next();
    const [path = '', query] = search.path.split('?');
    expect(`${search.method} ${path}`).toBe(`GET /channels/${channelId(1)}/messages`);
    const after = new URLSearchParams(query).get('after') ?? '0';
    expect(SnowflakeUtil.timestampFrom(after)).toBeLessThan(lost.since);
    search.answer(status, found);
    return { server, sent };
  };

  it('is found by its text, and not posted again', async () => {
    const others = [{ ...ours, id: '900', content: 'Set 2 to Vega / Lamas, 6-4.' }];
    const { server, sent } = await posting(BODY, 200, [...others, ours]);
    expect(await sent).toEqual({ kind: 'sent', messageId: '901' });
    expect(server.waiting).toEqual([]);
  });

  it('is found by the text that it had then', async () => {
    const { server, sent } = await posting({ content: 'Pádel hoy' }, 200, [ours], BODY.content);
    expect(await sent).toEqual({ kind: 'sent', messageId: '901' });
    expect(server.waiting).toEqual([]);
  });

  it.each([
    ['only another text', [{ ...ours, content: 'Set 2 to Vega / Lamas, 6-4.' }]],
    [
      'only a message of another author',
      [{ ...ours, author: { id: '1900000000000000002', bot: true } }],
    ],
    ['nothing', []],
  ])('is posted when the search finds %s', async (_what, found) => {
    const { server, sent } = await posting(BODY, 200, found);
    const { method, path, body, answer } = await server.next();
    expect(`${method} ${path}`).toBe(`POST /channels/${channelId(1)}/messages`);
    expect(body).toMatchObject({ nonce: NONCE, enforce_nonce: true });
    answer(200, { id: '902' });
    expect(await sent).toEqual({ kind: 'sent', messageId: '902' });
  });

  it('is not posted when the search for it fails', async () => {
    const { server, sent } = await posting(BODY, 502, []);
    expect((await sent).kind).toBe('failed');
    expect(server.waiting).toEqual([]);
  });

  it('is posted without a search when it has no text', async () => {
    const { server, sender } = await aStage();
    const sent = sender.inTurn(channelId(1), SET, (writer) =>
      writer.post({ embeds: [] }, NONCE, lost),
    );
    const { method, answer } = await server.next();
    expect(method).toBe('POST');
    answer(200, { id: '902' });
    expect((await sent).kind).toBe('sent');
  });
});

describe('a turn', () => {
  it('belongs to one task per channel at a time', async () => {
    const { server, sender } = await aStage();
    const first = post(sender, channelId(1), 'first');
    const second = post(sender, channelId(1), 'second');
    const elsewhere = post(sender, channelId(2), 'elsewhere');
    const [one, other] = [await server.next(), await server.next()];
    expect([one, other].map(({ body }) => body['nonce'])).toEqual(['first', 'elsewhere']);
    other.answer(200, message('902'));
    await elsewhere;
    expect(server.waiting).toEqual([]);
    one.answer(200, message('901'));
    await first;
    const last = await server.next();
    expect(last.body['nonce']).toBe('second');
    last.answer(200, message('903'));
    expect(await second).toEqual({ kind: 'sent', messageId: '903' });
  });

  it('ends with its task, even if the task fails', async () => {
    const { server, sender } = await aStage();
    const failing = sender.inTurn(channelId(1), SET, () =>
      Promise.reject(new Error('the database is locked')),
    );
    await expect(failing).rejects.toThrow('the database is locked');
    const sent = post(sender, channelId(1));
    (await server.next()).answer(200, message('901'));
    expect((await sent).kind).toBe('sent');
  });

  it('covers several requests of one task', async () => {
    const { server, sender } = await aStage();
    const work = sender.inTurn(channelId(1), CARD, async (writer) => [
      await writer.remove('900'),
      await writer.edit('901', BODY),
    ]);
    const removing = await server.next();
    const after = post(sender, channelId(1));
    removing.answer(204);
    const seen = [removing.method];
    for (let n = 0; n < 2; n += 1) {
      const { method, answer } = await server.next();
      seen.push(method);
      answer(200, message('901'));
    }
    await Promise.all([work, after]);
    expect(seen).toEqual(['DELETE', 'PATCH', 'POST']);
  });
});

describe('the sender with the maximum number of requests in flight', () => {
  const IN_FLIGHT = 48;

  /** A sender whose capacity is used up by requests that the test has not answered yet. */
  const aBusySender = async (priority: SendPriority = SET) => {
    const { server, sender } = await aStage();
    for (let n = 0; n < IN_FLIGHT; n += 1) void post(sender, channelId(100 + n), NONCE, priority);
    const stuck: Pending[] = [];
    for (let n = 0; n < IN_FLIGHT; n += 1) stuck.push(await server.next());
    const release = (): void => {
      for (const { answer } of stuck) answer(200, message('900'));
    };
    return { server, sender, stuck, release };
  };

  it('still sends an urgent post, but no other', async () => {
    const { server, sender, release } = await aBusySender(SEND_PRIORITIES.other);
    const lesser = post(sender, channelId(1), 'correction', SEND_PRIORITIES.other);
    const urgent = post(sender, channelId(2), 'result', SEND_PRIORITIES.headline);
    const next = await server.next();
    expect(next.body['nonce']).toBe('result');
    next.answer(200, message('901'));
    expect((await urgent).kind).toBe('sent');
    expect(server.waiting).toEqual([]);
    release();
    (await server.next()).answer(200, message('902'));
    expect((await lesser).kind).toBe('sent');
  });

  it('does not let an urgent post wait for the permit of a minor one in its channel', async () => {
    aFastClock({ clocks: ['performance'] });
    const { server, sender } = await aStage();
    // The first request of the card gets its response when the permits of this second are used up.
    const card = sender.inTurn(channelId(1), CARD, async (writer) => {
      await writer.remove('900');
      return await writer.edit('901', BODY);
    });
    const removing = await server.next();
    const others = Array.from({ length: 120 }, (_, n) =>
      post(sender, channelId(100 + n), `other ${n}`, SEND_PRIORITIES.other),
    );
    void Promise.allSettled(others);
    const result = post(sender, channelId(1), 'result', SEND_PRIORITIES.headline);
    removing.answer(204);
    const order: string[] = [];
    while (!order.includes('result')) {
      const { body, method, answer } = await server.next();
      order.push(method === 'PATCH' ? 'card' : String(body['nonce']));
      answer(200, message('901'));
    }
    expect(order).toContain('card');
    expect(order.length).toBeLessThan(80);
    await Promise.all([card, result]);
    // The sender waits for requests in flight when it stops.
    const rest = async (): Promise<void> => {
      for (;;) (await server.next()).answer(200, message('902'));
    };
    void rest();
    await sender.stop();
  });

  it('sends results, then sets, corrections and cards in one channel', async () => {
    const { server, sender } = await aStage();
    const first = post(sender, channelId(1), 'first');
    const begun = await server.next();
    const done = [
      post(sender, channelId(1), 'card', CARD),
      post(sender, channelId(1), 'correction', SEND_PRIORITIES.other),
      post(sender, channelId(1), 'set', SET),
      post(sender, channelId(1), 'result', SEND_PRIORITIES.headline),
    ];
    begun.answer(200, message('900'));
    const order: unknown[] = [];
    while (order.length < done.length) {
      const { body, answer } = await server.next();
      order.push(body['nonce']);
      answer(200, message('901'));
    }
    expect(order).toEqual(['result', 'set', 'correction', 'card']);
    await Promise.all([first, ...done]);
  });

  it('serves first the channel that was served longest ago', async () => {
    const { server, sender, stuck, release } = await aBusySender();
    const [first] = stuck.splice(0, 1);
    // A channel that was just served asks first, one that never was served asks after it.
    const again = post(sender, channelId(100), 'again');
    const fresh = post(sender, channelId(1), 'fresh');
    first?.answer(200, message('900'));
    const next = await server.next();
    expect(next.body['nonce']).toBe('fresh');
    next.answer(200, message('901'));
    (await server.next()).answer(200, message('902'));
    release();
    await Promise.all([again, fresh]);
  });

  it('abandons waiting posts when it stops, and waits for those in flight', async () => {
    const { server, sender, release } = await aBusySender();
    const waiting = post(sender, channelId(1));
    const stopped = sender.stop();
    await expect(waiting).rejects.toThrow('the sender has stopped');
    await expect(post(sender, channelId(2))).rejects.toThrow('the sender has stopped');
    let isStopped = false;
    void stopped.then(() => (isStopped = true));
    await Promise.resolve();
    expect(isStopped).toBe(false);
    release();
    await stopped;
    expect(server.waiting).toEqual([]);
  });
});

describe('the sender after another process has taken over', () => {
  it('sends no request, and rejects with a ShutdownError', async () => {
    let isOurs = true;
    const { server, sender } = await aStage({ mayWrite: () => isOurs });
    const sent = post(sender, channelId(1));
    (await server.next()).answer(200, message('900'));
    expect((await sent).kind).toBe('sent');
    isOurs = false;
    await expect(post(sender, channelId(1))).rejects.toBeInstanceOf(ShutdownError);
    expect(server.waiting).toEqual([]);
  });
});

describe('the sender against Discord', () => {
  it('posts a message as it was written', async () => {
    const { sender, shown } = await aLocalStage();
    const sent = await post(sender, ALERTS);
    const [message] = await shown();
    expect(sent).toEqual({ kind: 'sent', messageId: message?.id });
    expect(message).toMatchObject({ content: BODY.content, mention_everyone: false });
  });

  it('makes one message when the response is lost and it tries again', async () => {
    const { ask, sender, shown } = await aLocalStage();
    await ask.faults({ loseAnswers: true });
    expect(await post(sender, ALERTS)).toMatchObject({ kind: 'failed', retryAfterMs: 1_000 });
    await ask.faults({ loseAnswers: false });
    const sent = await post(sender, ALERTS);
    const messages = await shown();
    expect(messages.map(({ id }) => ({ kind: 'sent', messageId: id }))).toEqual([sent]);
  });

  it('holds back only the rate-limited channel, for as long as Discord says', async () => {
    const { sender } = await aLocalStage();
    const outcomes = [];
    for (let n = 0; n < 6; n += 1) outcomes.push(await post(sender, ALERTS, `nonce ${n}`));
    expect(outcomes.map(({ kind }) => kind)).toEqual([...Array<string>(5).fill('sent'), 'limited']);
    const limited = outcomes[5];
    if (limited?.kind !== 'limited') throw new Error('not limited');
    expect(limited.retryAfterMs).toBeGreaterThan(0);
    // Five seconds, and the margin that discord.js adds.
    expect(limited.retryAfterMs).toBeLessThan(6_000);
    // No other channel waits for it, and it keeps no turn.
    expect((await post(sender, GENERAL)).kind).toBe('sent');
  });

  it('waits for a short global limit, and then sends without a failure', async () => {
    const { server, sender } = await aStage();
    const sending = post(sender, channelId(1));
    (await server.next()).answer(429, {}, { 'retry-after': '0.01', 'x-ratelimit-global': 'true' });
    (await server.next()).answer(200, message('901'));
    expect(await sending).toEqual({ kind: 'sent', messageId: '901' });
  });

  it('sends nothing to other channels during a long global limit', async () => {
    const { server, sender } = await aStage();
    expect(sender.blockedForMs()).toBe(0);
    const first = post(sender, channelId(1));
    (await server.next()).answer(429, {}, { 'retry-after': '600', 'x-ratelimit-global': 'true' });
    expect(await first).toEqual({ kind: 'limited', retryAfterMs: 300_000 });
    expect(sender.blockedForMs()).toBeGreaterThan(0);
    expect(sender.blockedForMs()).toBeLessThanOrEqual(300_000);
    const second = post(sender, channelId(2));
    void sender.stop();
    await expect(second).rejects.toThrow('stopped');
    expect(server.waiting).toEqual([]);
  });

  it('sends nothing after too many invalid requests', async () => {
    const { server, sender } = await aStage({
      invalidRequests: createInvalidRequestCounter({ now, most: 2 }),
    });
    for (const n of [1, 2]) {
      const refused = post(sender, channelId(n));
      (await server.next()).answer(403, { code: 50_013, message: 'Missing Permissions' });
      expect((await refused).kind).toBe('refused');
    }
    const third = post(sender, channelId(3));
    void sender.stop();
    await expect(third).rejects.toThrow('stopped');
    expect(server.waiting).toEqual([]);
  });

  it('notices at once that a permission is removed and restored', async () => {
    const { ask, sender } = await aLocalStage();
    await ask.deny('padel-alerts', 'SendMessages');
    expect(await post(sender, ALERTS)).toEqual({ kind: 'refused', reason: 'missing-permissions' });
    await ask.deny('padel-alerts');
    expect((await post(sender, ALERTS)).kind).toBe('sent');
  });

  it('pins a message if it may, and removes the system message about the pin', async () => {
    const { ask, sender, shown } = await aLocalStage();
    const sent = await post(sender, ALERTS);
    if (sent.kind !== 'sent') throw new Error(`it was ${sent.kind}`);
    const pin = () => sender.inTurn(ALERTS, BOARD, (writer) => writer.pin(sent.messageId));
    await ask.deny('padel-alerts', 'PinMessages');
    expect(await pin()).toEqual({ kind: 'refused', reason: 'missing-permissions' });
    await ask.deny('padel-alerts', 'ReadMessageHistory');
    expect(await pin()).toEqual(sent);
    const types = async () => (await shown()).map(({ type }) => type);
    // Without the permission to read, it cannot find the system message.
    expect(await types()).toEqual([MessageType.Default, MessageType.ChannelPinnedMessage]);
    await ask.deny('padel-alerts');
    const again = await post(sender, ALERTS, 'another');
    if (again.kind !== 'sent') throw new Error(`it was ${again.kind}`);
    await sender.inTurn(ALERTS, BOARD, (writer) => writer.pin(again.messageId));
    expect((await shown()).filter(({ pinned }) => pinned)).toHaveLength(2);
    expect(await types()).toHaveLength(3);
  });

  it('edits and deletes a message, which is then gone', async () => {
    const { sender, shown } = await aLocalStage();
    const sent = await post(sender, ALERTS);
    if (sent.kind !== 'sent') throw new Error(`it was ${sent.kind}`);
    const { messageId } = sent;
    const edit = () =>
      sender.inTurn(ALERTS, CARD, (writer) =>
        writer.edit(messageId, { ...BODY, content: 'corrected' }),
      );
    expect(await edit()).toEqual(sent);
    expect((await shown())[0]?.content).toBe('corrected');
    const withFiles = (files: MessageBody['files']) =>
      sender.inTurn(ALERTS, CARD, (writer) => writer.edit(messageId, { ...BODY, files }));
    const attached = async () =>
      (await shown())[0]?.attachments.map(
        ({ filename, description }) => `${filename}: ${description}`,
      );
    await withFiles([{ name: 'title.png', data: new Uint8Array([1]), description: '6-4' }]);
    expect(await attached()).toEqual(['title.png: 6-4']);
    await edit();
    expect(await attached()).toEqual(['title.png: 6-4']);
    await withFiles([]);
    expect(await attached()).toEqual([]);
    const removed = await sender.inTurn(ALERTS, CARD, (writer) => writer.remove(messageId));
    expect(removed).toEqual(sent);
    expect(await edit()).toEqual({ kind: 'gone' });
  });
});
