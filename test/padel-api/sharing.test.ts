import { describe, expect, it } from 'vitest';
import { aLiveOnWire, aMatchOnWire, matchStatsOnWire } from './bodies.ts';
import { aClient } from './clients.ts';
import { pageOnWire, saying, says, type Answering } from './service.ts';

/** Responds to each request when the test says so, in order. */
const holding = () => {
  const held: (() => void)[] = [];
  const answering: Answering = (response, _request, index) => {
    const court = `Court ${index}`;
    held.push(() => {
      says(response, 200, aMatchOnWire({ status: 'live', court }));
    });
  };
  return { held, answering };
};

describe('one match, requested by many callers', () => {
  it('takes two requests: people do not wait for the one of lower priorities', async () => {
    const { held, answering } = holding();
    const { api, paths } = await aClient(answering);
    const asked = [
      api.match(5, { priority: 'live' }),
      api.match(5, { priority: 'live' }),
      api.match(5, { priority: 'background' }),
      api.match(5),
      api.match(5),
    ];
    await expect.poll(() => held.length).toBe(2);
    for (const answer of held) answer();
    const courts = (await Promise.all(asked)).map(({ value }) => value.court);
    expect(courts).toEqual(['Court 0', 'Court 0', 'Court 0', 'Court 1', 'Court 1']);
    expect(paths()).toHaveLength(2);
  });

  it('takes one request when the highest priority comes first', async () => {
    const { held, answering } = holding();
    const { api, paths } = await aClient(answering);
    const person = api.match(5);
    const others = [api.match(5, { priority: 'live' }), api.match(5, { priority: 'background' })];
    await expect.poll(() => held.length).toBe(1);
    held[0]?.();
    const answers = await Promise.all([person, ...others]);
    expect(answers.map(({ value }) => value.court)).toEqual(Array(3).fill('Court 0'));
    expect(paths()).toHaveLength(1);
  });

  it('takes at most one request per priority', async () => {
    const { held, answering } = holding();
    const { api, paths } = await aClient(answering);
    const priorities = ['background', 'live', 'person', 'background', 'live', 'person'] as const;
    const asked = priorities.map((priority) => api.match(5, { priority }));
    await expect.poll(() => held.length).toBe(3);
    for (const answer of held) answer();
    await Promise.all(asked);
    expect(paths()).toHaveLength(3);
  });
});

describe('the first page of a list', () => {
  it('is cached once, with or without its page number: people get what the sync has read', async () => {
    const { api, paths } = await aClient(saying(200, pageOnWire([aMatchOnWire()])));
    const synced = await api.tournamentMatches(
      9,
      { page: 1, perPage: 50 },
      { priority: 'background' },
    );
    expect(await api.tournamentMatches(9, { perPage: 50 })).toEqual(synced);
    expect(paths()).toEqual(['/api/tournaments/9/matches?per_page=50']);
  });
});

describe('a match that has changed', () => {
  it('is read again although the cached response is fresh', async () => {
    const { api } = await aClient((response, _request, index) => {
      says(response, 200, aMatchOnWire({ status: 'finished', court: `Court ${index}` }));
    });
    await api.match(5);
    api.forgetMatch(6);
    expect((await api.match(5)).value.court).toBe('Court 0');
    api.forgetMatch(5);
    expect((await api.match(5)).value.court).toBe('Court 1');
  });

  it('has its points and statistics read again, too', async () => {
    const { api, paths } = await aClient((response, request) => {
      const isLive = request.url?.endsWith('/live') === true;
      says(response, 200, isLive ? aLiveOnWire() : matchStatsOnWire());
    });
    const both = ['/api/matches/5/live', '/api/matches/5/stats'];
    const readBoth = async (): Promise<void> => {
      await api.matchLive(5);
      await api.matchStats(5);
    };
    await readBoth();
    await readBoth();
    const before = paths().length;
    api.forgetMatch(5);
    await readBoth();
    expect(paths().slice(before)).toEqual(both);
  });

  it('is not served by a request that started before the change', async () => {
    const { held, answering } = holding();
    const { api } = await aClient(answering);
    const before = [api.match(5), api.match(5, { priority: 'live' })];
    await expect.poll(() => held.length).toBe(1);
    api.forgetMatch(5);
    const after = [api.match(5), api.match(5, { priority: 'live' })];
    await expect.poll(() => held.length).toBe(2);
    for (const answer of held) answer();
    const courtsOf = async (asked: typeof before) =>
      (await Promise.all(asked)).map(({ value }) => value.court);
    expect(await courtsOf(before)).toEqual(['Court 0', 'Court 0']);
    expect(await courtsOf(after)).toEqual(['Court 1', 'Court 1']);
    expect((await api.match(5)).value.court).toBe('Court 1');
  });
});
