import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SECOND, MINUTE, HOUR } from '#src/lib/time.ts';
import { createPadelApi } from '#src/padel-api/client.ts';
import { ServiceBusy, ServiceDown } from '#src/padel-api/errors.ts';
import { aLog } from '../lib/log.ts';
import { aPlayerOnWire } from './bodies.ts';
import { aClient } from './clients.ts';
import { aClockedNetwork, ORIGIN, pass } from './clocked-network.ts';
import { says } from './service.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
    now: 10 * MINUTE,
  });
});

afterEach(() => {
  vi.useRealTimers();
});

/**
 * A client of a service with this delay before and after its response; returns the result of a request,
 * and when it came.
 */
const aStage = (travel: number, later = travel) => {
  let requests = 0;
  const { dispatcher } = aClockedNetwork(
    (path) => {
      requests += 1;
      return aPlayerOnWire(Number(path.split('/').at(-1)));
    },
    () => (requests === 0 ? travel : later),
  );
  const api = createPadelApi({
    baseUrl: `${ORIGIN}/api`,
    token: 'token',
    now: Date.now,
    random: () => 0,
    log: aLog(),
    dispatcher,
  });
  onTestFinished(api.close);
  const ask = (id: number) => {
    const began = Date.now();
    const told = (outcome: string) => `${outcome} after ${(Date.now() - began) / SECOND} s`;
    return api.player(id).then(
      ({ value }) => told(value.name),
      (error: unknown) =>
        told(error instanceof ServiceDown ? 'down' : error instanceof ServiceBusy ? 'busy' : '?'),
    );
  };
  return { api, ask, requests: () => requests };
};

describe('a person', () => {
  it('is answered by a service that takes longer than Discord waits for an unannounced answer', async () => {
    const { ask } = aStage(2_600);
    const asked = ask(1);
    await pass(5 * SECOND);
    expect(await asked).toMatch(/^Ana \w+ after 2\.6 s$/);
  });

  it('is told after eight seconds that no answer comes; it serves whoever asks next', async () => {
    const { ask, requests } = aStage(9_000);
    const asked = ask(1);
    await pass(10 * SECOND);
    expect(await asked).toBe('down after 8 s');
    expect(await ask(1)).toMatch(/^Ana \w+ after 0 s$/);
    expect(requests()).toBe(1);
  });

  it('is told at once that the service is busy when their turn would come too late', async () => {
    const { ask, requests } = aStage(100);
    const asked = Array.from({ length: 50 }, (_, index) => ask(index));
    await pass(SECOND);
    const told = await Promise.all(asked);
    expect(told.slice(42)).toEqual(Array(8).fill('busy after 0 s'));
    expect(requests()).toBe(42);
  });

  it('waits for a turn that comes soon', async () => {
    const { ask } = aStage(100);
    for (let id = 0; id < 42; id += 1) void ask(id);
    await pass(58 * SECOND);
    const asked = ask(50);
    await pass(5 * SECOND);
    expect(await asked).toMatch(/^Ana \w+ after 3\.1 s$/);
  });
});

describe('the first question after quiet days', () => {
  beforeEach(() => {
    vi.useRealTimers();
  });

  it('is answered with what is so now', async () => {
    const { api, wait } = await aClient((response, _request, index) => {
      says(response, 200, aPlayerOnWire(1, { points: index }));
    });
    await api.player(1);
    wait(50 * HOUR);
    expect((await api.player(1)).value.points).toBe(1);
  });

  it('is answered with what was so, and how old it is, while the service is down', async () => {
    const { api, wait } = await aClient((response, _request, index) => {
      says(response, index === 0 ? 200 : 500, aPlayerOnWire(1, { points: index }));
    });
    const before = await api.player(1);
    wait(50 * HOUR);
    expect(await api.player(1)).toEqual(before);
  });
});

it('who has waited long enough days later is answered with what was so', async () => {
  const { ask, requests } = aStage(100, HOUR);
  const asked = ask(1);
  await pass(SECOND);
  const [, before] = /^(.*) after/.exec(await asked) ?? [];
  await vi.advanceTimersByTimeAsync(50 * HOUR);
  const askedAgain = ask(1);
  await pass(9 * SECOND);
  expect(await askedAgain).toBe(`${before} after 8 s`);
  expect(requests()).toBe(1);
});
