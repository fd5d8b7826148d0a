import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pusherJs from 'pusher-js';
import { onTestFinished, describe, expect, it } from 'vitest';
import { closePusher, createPusher } from '#src/live/pusher.ts';
import { openSubscriptions, type SubscriptionsOptions } from '#src/live/subscriptions.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { aLog } from '../lib/log.ts';
import { startRealtime } from '../../sandbox/test/realtime/server.ts';
import { aClock } from './clock.ts';

// Its types describe an ES module; at run time its CommonJS export is the class itself.
const Pusher = pusherJs as unknown as typeof pusherJs.default;

const EVENT = String.raw`App\Service\Events\MatchLiveUpdated`;

/** The event of the public service. */
const TODAY = String.raw`App\PadelApi\Events\MatchLiveUpdated`;

/** Pusher-js needs a second to try again after a connection broke. */
const POLLING = { interval: 20 };

/** Each on the channel of the specification. */
const bySpecification = (ids: readonly number[]): ReadonlyMap<number, string> =>
  new Map(ids.map((id) => [id, `matches.${id}`]));

const aStage = async (overrides: Partial<SubscriptionsOptions> = {}) => {
  const { realtime, port, publisher, stop } = await startRealtime();
  onTestFinished(stop);
  const subscribed: number[] = [];
  const frames: [number, unknown][] = [];
  /** How many subscriptions had succeeded when the connection was lost. */
  const losses: number[] = [];
  /** The states of the connection, as they are logged. */
  const states: string[] = [];
  const log = aLog();
  const subscriptions = openSubscriptions({
    appKey: 'sandbox',
    cluster: 'eu',
    server: { host: '127.0.0.1', port, tls: false },
    monotonic: () => performance.now(),
    random: () => 0.5,
    onLost: () => {
      losses.push(subscribed.length);
    },
    onSubscribed: (matchId) => {
      subscribed.push(matchId);
    },
    onFrame: ([matchId = 0], payload) => {
      frames.push([matchId, payload]);
    },
    log: {
      ...log,
      info: ({ state }: { state?: string }) => {
        states.push(String(state));
      },
    },
    ...overrides,
  });
  onTestFinished(subscriptions.stop);
  const publish = (matchId: number, payload: object, event = EVENT) =>
    publisher().trigger(`matches.${matchId}`, event, payload);
  const expectSubscribed = (...ids: number[]) =>
    expect.poll(() => subscribed, POLLING).toEqual(ids);
  return {
    realtime,
    subscriptions,
    subscribed,
    frames,
    publish,
    expectSubscribed,
    states,
    losses,
    log,
  };
};

describe('subscriptions', () => {
  it('deliver the frames of subscribed matches in order and unchanged, and no others', async () => {
    const { subscriptions, frames, publish, expectSubscribed } = await aStage();
    subscriptions.listenTo(bySpecification([1, 2]));
    await expectSubscribed(1, 2);
    await publish(3, { id: 3 });
    await publish(1, { id: 1, note: 'another event' }, 'SomethingElse');
    await publish(2, { id: 2, sets: [{ set_number: 1 }] });
    await publish(1, { nonsense: true });
    await expect.poll(() => frames, POLLING).toHaveLength(2);
    expect(frames).toEqual([
      [2, { id: 2, sets: [{ set_number: 1 }] }],
      [1, { nonsense: true }],
    ]);
  });

  it.each<[string, { readonly event?: string }, readonly string[], readonly number[]]>([
    ['of every namespace', {}, [EVENT, TODAY, EVENT.replace('Updated', 'Ended'), 'Live'], [0, 1]],
    ['with the one configured name', { event: 'Live' }, [EVENT, TODAY, 'Live'], [2]],
  ])('deliver events %s', async (_which, configured, events, delivered) => {
    const { subscriptions, frames, publish, expectSubscribed } = await aStage(configured);
    subscriptions.listenTo(bySpecification([1]));
    await expectSubscribed(1);
    for (const [index, event] of events.entries()) await publish(1, { index }, event);
    await publish(1, { index: -1 }, configured.event ?? TODAY);
    const expected = [...delivered, -1].map((index) => [1, { index }]);
    await expect.poll(() => frames, POLLING).toHaveLength(expected.length);
    expect(frames).toEqual(expected);
  });

  it('are renewed for the channel of one match, and go on', async () => {
    const { subscriptions, frames, publish, expectSubscribed, realtime } = await aStage();
    subscriptions.listenTo(bySpecification([1, 2]));
    await expectSubscribed(1, 2);
    subscriptions.renew(1);
    subscriptions.renew(3);
    await expectSubscribed(1, 2, 1);
    expect([1, 2].map((id) => realtime.listeners(`matches.${id}`))).toEqual([1, 1]);
    await publish(1, { id: 1 });
    await expect.poll(() => frames, POLLING).toEqual([[1, { id: 1 }]]);
  });

  it('leave no Pusher instance when they have stopped', async () => {
    const { subscriptions, expectSubscribed } = await aStage();
    subscriptions.listenTo(bySpecification([1]));
    await expectSubscribed(1);
    expect(Pusher.instances).toHaveLength(1);
    subscriptions.stop();
    expect(Pusher.instances).toHaveLength(0);
  });

  it('leave no closed connection in memory', async () => {
    setFlagsFromString('--expose-gc');
    // The flag adds `gc` to every new context.
    const collectGarbage = runInNewContext('gc') as () => void;
    const closed = () => {
      const server = { host: '127.0.0.1', port: 1, tls: false };
      const pusher = createPusher({ appKey: 'key', cluster: 'eu', server });
      closePusher(pusher);
      return new WeakRef(pusher);
    };
    const connection = closed();
    const isFreed = () => {
      collectGarbage();
      return connection.deref() === undefined;
    };
    await expect.poll(isFreed, POLLING).toBe(true);
  });

  it('follow the last list: the others are left, and kept ones are not subscribed again', async () => {
    const { realtime, subscriptions, subscribed, frames, publish, expectSubscribed } =
      await aStage();
    subscriptions.listenTo(bySpecification([1, 2]));
    await expectSubscribed(1, 2);
    subscriptions.listenTo(bySpecification([2, 3]));
    await expectSubscribed(1, 2, 3);
    expect([1, 2, 3].map((id) => realtime.listeners(`matches.${id}`))).toEqual([0, 1, 1]);
    await publish(1, { id: 1 });
    await publish(3, { id: 3 });
    await expect.poll(() => frames, POLLING).toEqual([[3, { id: 3 }]]);
    // A match that was left is subscribed again, and each of its frames arrives once.
    subscriptions.listenTo(bySpecification([1]));
    await expectSubscribed(1, 2, 3, 1);
    await publish(1, { id: 1 });
    await expect.poll(() => frames, POLLING).toHaveLength(2);
    expect(subscribed).toHaveLength(4);
  });

  it('deliver each frame once, even when a match was left before the server responded', async () => {
    const { subscriptions, frames, publish, expectSubscribed } = await aStage();
    await expect.poll(subscriptions.isConnected, POLLING).toBe(true);
    for (const ids of [[1], [], [1]]) subscriptions.listenTo(bySpecification(ids));
    await expectSubscribed(1);
    await publish(1, { id: 1 });
    await publish(1, { id: 1, last: true });
    await expect.poll(() => frames.at(-1), POLLING).toEqual([1, { id: 1, last: true }]);
    expect(frames).toHaveLength(2);
  });

  it('report every match as subscribed again after a lost connection: nothing is replayed', async () => {
    aFastClock();
    const { realtime, subscriptions, frames, publish, expectSubscribed, losses } = await aStage();
    subscriptions.listenTo(bySpecification([1, 2]));
    await expectSubscribed(1, 2);
    realtime.unplug();
    realtime.plug();
    await expectSubscribed(1, 2, 1, 2);
    expect(losses).toEqual([2]);
    await publish(1, { id: 1 });
    await publish(2, { id: 2 });
    await expect.poll(() => frames, POLLING).toHaveLength(2);
    expect(frames).toEqual([
      [1, { id: 1 }],
      [2, { id: 2 }],
    ]);
  });

  it('notice a half-open socket within half a minute, and subscribe to every match again', async () => {
    const advance = aClock();
    const { realtime, subscriptions, subscribed, expectSubscribed } = await aStage();
    subscriptions.listenTo(bySpecification([1, 2]));
    await expectSubscribed(1, 2);
    realtime.halfOpen();
    // The library cannot know yet: nothing may have happened in the matches.
    await advance(20_000);
    expect(subscriptions.isConnected()).toBe(true);
    expect(subscribed).toEqual([1, 2]);
    await advance(10_000);
    await expectSubscribed(1, 2, 1, 2);
    expect([1, 2].map((id) => realtime.listeners(`matches.${id}`))).toEqual([1, 1]);
  });

  it('reconnect after a minute when the server refuses them later on', async () => {
    const advance = aClock();
    const { realtime, subscriptions, expectSubscribed, states } = await aStage();
    subscriptions.listenTo(bySpecification([1]));
    await expectSubscribed(1);
    realtime.refuse();
    await expect.poll(() => states.at(-1), POLLING).toBe('disconnected');
    realtime.plug();
    await advance(50_000);
    expect(realtime.connections).toBe(0);
    await advance(10_000);
    await expectSubscribed(1, 1);
  });

  it('log which variable is wrong when the server refuses the key, and retry', async () => {
    const advance = aClock();
    const { realtime, log } = await aStage({ appKey: 'not-the-key' });
    const refusals = () =>
      log.lines.filter((line) =>
        /refuses us \(4001\): the key is unknown there, .*REALTIME_APP_KEY/.test(line),
      );
    await expect.poll(refusals, POLLING).toHaveLength(1);
    await advance(60_000);
    await expect.poll(refusals, POLLING).toHaveLength(2);
    expect(realtime.connections).toBe(0);
  });

  it.each([
    ['tlsOnly', 4000, 'it speaks TLS only, retrying. Set REALTIME_TLS to yes.'],
    ['disabledApp', 4003, 'the application is disabled, retrying. Contact the data service'],
    [
      'overQuota',
      4004,
      'the application has too many connections, retrying. Tell the data service',
    ],
    ['wrongPath', 4005, 'no realtime server is at that path, retrying. Check REALTIME_HOST'],
    ['invalidVersion', 4006, 'it speaks another version of the protocol, retrying. Update'],
    ['unsupportedVersion', 4007, 'it speaks another version of the protocol, retrying. Update'],
    ['noVersion', 4008, 'it speaks another version of the protocol, retrying. Update'],
    ['unauthorized', 4009, 'it takes authorised connections only, retrying. Contact'],
  ] as const)('log the refusal %s (%d) by what it means', async (refusal, code, said) => {
    const { realtime, log } = await aStage();
    await expect.poll(() => realtime.connections, POLLING).toBe(1);
    realtime.refuse(refusal);
    const line = `warn the realtime server refuses us (${code}): ${said}`;
    await expect.poll(() => log.lines.join('\n'), POLLING).toContain(line);
    expect(log.lines.join()).not.toContain('REALTIME_APP_KEY');
  });

  it.each(['overCapacity', 'reconnect', 'silent', 'inactive'] as const)(
    'are no refusal but a reason to connect again when the server says %s',
    async (refusal) => {
      const { realtime, subscriptions, expectSubscribed, log } = await aStage();
      subscriptions.listenTo(bySpecification([1]));
      await expectSubscribed(1);
      realtime.refuse(refusal);
      const reported = 'warn realtime connection error';
      await expect.poll(() => log.lines, { ...POLLING, timeout: 5_000 }).toContain(reported);
      realtime.plug();
      await expect
        .poll(() => subscriptions.isConnected(), { ...POLLING, timeout: 10_000 })
        .toBe(true);
      await expectSubscribed(1, 1);
      expect(log.lines.join()).not.toContain('refuses us');
    },
  );

  it('close their connection when they stop', async () => {
    const { realtime, subscriptions } = await aStage();
    await expect.poll(() => realtime.connections, POLLING).toBe(1);
    subscriptions.stop();
    await expect.poll(() => realtime.connections, POLLING).toBe(0);
    expect(subscriptions.isConnected()).toBe(false);
  });
});
