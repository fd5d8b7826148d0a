import { describe, expect, it, vi } from 'vitest';
import { SECOND, MINUTE, HOUR } from '#src/lib/time.ts';
import { ServiceBusy, ServiceDown } from '#src/padel-api/errors.ts';
import { aPlayerOnWire } from './bodies.ts';
import { aClockedNetwork, pass, useFakeClock } from './clocked-network.ts';

useFakeClock(10 * MINUTE);

/**
 * A client of a service with this delay before and after its response; returns the result of a request,
 * and when it came.
 */
const aStage = (travel: number, later = travel, limits = { perMinute: 60 }) => {
  const network = aClockedNetwork((path) => aPlayerOnWire(Number(path.split('/').at(-1))), {
    travel: () => (network.requests() === 0 ? travel : later),
  });
  const api = network.client({ limits });
  const readPlayer = (id: number) => {
    const began = Date.now();
    const timed = (outcome: string) => `${outcome} after ${(Date.now() - began) / SECOND} s`;
    return api.player(id).then(
      ({ value }) => timed(value.name),
      (error: unknown) =>
        timed(error instanceof ServiceDown ? 'down' : error instanceof ServiceBusy ? 'busy' : '?'),
    );
  };
  return { api, readPlayer, requests: network.requests };
};

it('on the smallest plan a second result in a minute waits for its turn and is not given up', async () => {
  const { api, requests } = aStage(100, 100, { perMinute: 10 });
  const first = api.player(1, { priority: 'result' });
  const second = api.player(2, { priority: 'result' });
  await pass(2 * MINUTE);
  await expect(Promise.all([first, second])).resolves.toHaveLength(2);
  expect(requests()).toBe(2);
});

describe('a person', () => {
  it('gets a response that takes 2.6 seconds', async () => {
    const { readPlayer } = aStage(2_600);
    const response = readPlayer(1);
    await pass(5 * SECOND);
    expect(await response).toMatch(/^Ana \w+ after 2\.6 s$/);
  });

  it('gets "down" after eight seconds; the late response serves the next request', async () => {
    const { readPlayer, requests } = aStage(9_000);
    const response = readPlayer(1);
    await pass(10 * SECOND);
    expect(await response).toBe('down after 8 s');
    expect(await readPlayer(1)).toMatch(/^Ana \w+ after 0 s$/);
    expect(requests()).toBe(1);
  });

  it('gets "busy" at once when the request could not be sent in time', async () => {
    const { readPlayer, requests } = aStage(100);
    const response = Array.from({ length: 50 }, (_, index) => readPlayer(index));
    await pass(SECOND);
    const outcomes = await Promise.all(response);
    expect(outcomes.slice(42)).toEqual(Array(8).fill('busy after 0 s'));
    expect(requests()).toBe(42);
  });

  it('waits when the request can be sent soon', async () => {
    const { readPlayer } = aStage(100);
    for (let id = 0; id < 42; id += 1) void readPlayer(id);
    await pass(58 * SECOND);
    const response = readPlayer(50);
    await pass(5 * SECOND);
    expect(await response).toMatch(/^Ana \w+ after 3\.1 s$/);
  });
});

it('a request gets the response of days ago when no new one comes in eight seconds', async () => {
  const { readPlayer, requests } = aStage(100, HOUR);
  const response = readPlayer(1);
  await pass(SECOND);
  const [, before] = /^(.*) after/.exec(await response) ?? [];
  await vi.advanceTimersByTimeAsync(50 * HOUR);
  const secondResponse = readPlayer(1);
  await pass(9 * SECOND);
  expect(await secondResponse).toBe(`${before} after 8 s`);
  expect(requests()).toBe(1);
});
