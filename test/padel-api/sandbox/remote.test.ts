import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PadelApi } from '#src/padel-api/client.ts';
import {
  NotFound,
  QuotaSpent,
  RequestRefused,
  ServiceBusy,
  ServiceDown,
  TokenRefused,
} from '#src/padel-api/errors.ts';
import { handleApiRequest, apiState, createCurrentApi } from '#src/padel-api/remote.ts';
import { EVERY_METHOD } from '../clients.ts';
import { PROFILES } from '#sandbox/padel-service/world/profile.ts';
import { useSandbox, type Scene } from './scene.ts';

/** A round trip between two processes, as JSON text. */
const overText = async (
  answer: (question: unknown) => Promise<unknown>,
  question: unknown,
): Promise<unknown> =>
  JSON.parse(JSON.stringify(await answer(JSON.parse(JSON.stringify(question)))));

const remoteOf = (api: PadelApi): PadelApi =>
  createCurrentApi({
    call: (question) => overText(handleApiRequest(api), question),
    state: () => apiState(api, Date.now),
    now: Date.now,
  });

const CALLS: readonly [string, (api: PadelApi, scene: Scene) => Promise<unknown>][] = [
  ['match', (api, { final }) => api.match(final)],
  ['matchStats', (api, { final }) => api.matchStats(final)],
  ['matchLive', (api, { live }) => api.matchLive(live)],
  ['matchHead2Head', (api, { rematch }) => api.matchHead2Head(rematch)],
  ['matches', (api) => api.matches({ round: 1, beforeDate: '2026-06-30' })],
  ['head2Head', (api, { teams }) => api.head2Head(teams)],
  ['simulate', (api, { teams }) => api.simulate(teams)],
  ['live', (api) => api.live()],
  ['players', (api) => api.players({ category: 'women' })],
  ['player', (api) => api.player(1)],
  ['playerStats', (api) => api.playerStats(1, undefined, { priority: 'person' })],
  ['pair', (api, { pair }) => api.pair(pair)],
  ['pairMatches', (api, { pair }) => api.pairMatches(pair)],
  ['pairStats', (api, { pair }) => api.pairStats(pair)],
  ['tournaments', (api) => api.tournaments({ level: 'major' })],
  ['tournamentMatches', (api, { major }) => api.tournamentMatches(major)],
  ['tournamentVideos', (api, { major }) => api.tournamentVideos(major)],
  ['seasons', (api) => api.seasons()],
  ['seasonTournaments', (api) => api.seasonTournaments(1)],
];

/** No row of a list that the service has is lost. */
const isWhole = (answer: unknown): void => {
  const { data } = aList.safeParse(answer);
  if (data !== undefined) expect(data.value).toMatchObject({ unreadable: 0 });
  if (data !== undefined) expect(data.value.items).not.toEqual([]);
};

const aList = z.object({
  value: z.object({ items: z.array(z.unknown()), unreadable: z.number() }),
});

/** Endpoints that the specification does not have. */
const OF_TODAY = [
  'rankings',
  'playerMatches',
  'playerPairs',
  'playerRankings',
  'tournament',
  'tournamentEditions',
] as const;

describe.each(PROFILES)('the data service of the profile %s behind another process', (profile) => {
  const { scene, anApi } = useSandbox(profile);

  it.each(CALLS)('returns the same response: %s', async (_method, call) => {
    const api = anApi();
    const direct = await call(api, scene());
    isWhole(direct);
    expect(await call(remoteOf(api), scene())).toEqual(direct);
  });

  it.each(OF_TODAY)('returns the same response, or that there is none: %s', async (method) => {
    const api = anApi();
    const read = (of: PadelApi) => EVERY_METHOD[method]?.(of);
    if (profile === 'today') {
      const direct = await read(api);
      isWhole(direct);
      expect(await read(remoteOf(api))).toEqual(direct);
    } else {
      await expect(read(api)).rejects.toBeInstanceOf(NotFound);
      await expect(read(remoteOf(api))).rejects.toBeInstanceOf(NotFound);
    }
  });
});

describe('the data service behind another process', () => {
  const { anApi } = useSandbox('today');

  it('has every method', () => {
    const asked = [...CALLS.map(([method]) => method), ...OF_TODAY];
    const methods = Object.keys(EVERY_METHOD).filter((method) => !/webhook/i.test(method));
    expect(asked.toSorted()).toEqual(methods.toSorted());
  });

  it('throws the same errors', async () => {
    const remote = remoteOf(anApi());
    await expect(remote.match(999_999_999)).rejects.toBeInstanceOf(NotFound);
    const refused = remote.simulate({ team_1: [999_999_999], team_2: [999_999_998] });
    await expect(refused).rejects.toBeInstanceOf(RequestRefused);
    await expect(remoteOf(anApi({ token: 'nobody' })).player(1)).rejects.toBeInstanceOf(
      TokenRefused,
    );
  });

  it('serves cached responses and reports the quota once the day is spent', async () => {
    const remote = remoteOf(anApi({ limits: { perDay: 2 } }));
    // The first response sets the day.
    await remote.seasons();
    const { readAt } = await remote.player(1);
    const { day, spent } = remote.state().quota ?? {};
    expect(day).toMatchObject({ limit: 1, used: 1, left: 0 });
    expect(await remote.player(1)).toMatchObject({ readAt });
    const refused = await remote.player(2).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(QuotaSpent);
    expect(refused).toMatchObject({ values: { when: { at: day?.resetsAt } } });
    expect(spent).toContainEqual({ priority: 'person', by: 'day', until: day?.resetsAt });
  });

  it('rejects methods that are not remote', async () => {
    const answer = handleApiRequest(anApi());
    for (const method of ['close', 'toString', '__proto__', 'forgetMatch']) {
      await expect(answer({ method, parameters: [] })).rejects.toThrow(method);
    }
  });

  it.each([
    ['the other process does not respond', () => Promise.reject(new Error('nobody answers'))],
    ['the response has another shape', () => Promise.resolve({ said: 'hello' })],
  ])('is down when %s', async (_case, call) => {
    const remote = createCurrentApi({ call, state: () => undefined, now: Date.now });
    await expect(remote.player(1)).rejects.toBeInstanceOf(ServiceDown);
    expect(remote.state().failingSince).toBeNull();
    expect(remote.state().requestsLeft).toBe(0);
  });

  it('throws "busy" to a caller that aborts', async () => {
    const remote = createCurrentApi({
      call: () => new Promise(() => undefined),
      state: () => undefined,
      now: Date.now,
    });
    const controller = new AbortController();
    const asked = remote.player(1, { signal: controller.signal });
    controller.abort();
    await expect(asked).rejects.toBeInstanceOf(ServiceBusy);
  });

  it('reports its state', async () => {
    const api = anApi();
    await api.player(1);
    const remote = remoteOf(api);
    expect(remote.state().requestsLeft).toBe(api.state().requestsLeft);
    expect(Math.abs(remote.serviceNow() - api.serviceNow())).toBeLessThan(1_000);
    expect(remote.state().lacksLive).toBe(false);
  });
});
