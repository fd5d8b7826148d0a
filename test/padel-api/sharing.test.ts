import { describe, expect, it } from 'vitest';
import { NotFound } from '#src/padel-api/errors.ts';
import { aLiveOnWire, aMatchOnWire, matchStatsOnWire } from './bodies.ts';
import { aClient } from './clients.ts';
import { pageOnWire, says, type Answering } from './service.ts';

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

describe('one match, asked for by everybody', () => {
  it('is two requests: those of the live priority share one, and nobody in a hurry waits for it', async () => {
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

  it('is one request when the one who goes first asked first', async () => {
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

  it('is never more than one request of each priority, in whatever order they ask', async () => {
    const { held, answering } = holding();
    const { api, paths } = await aClient(answering);
    const priorities = ['background', 'live', 'person', 'background', 'live', 'person'] as const;
    const asked = priorities.map((priority) => api.match(5, { priority }));
    await expect.poll(() => held.length).toBe(3);
    for (const answer of held) answer();
    await Promise.all(asked);
    expect(paths()).toHaveLength(3);
  });

  it('that fails, fails for all who share the request, and is asked for anew', async () => {
    const { api, paths } = await aClient((response, _request, index) => {
      if (index === 0) says(response, 404, { message: 'Not found.' });
      else says(response, 200, aMatchOnWire());
    });
    const asked = [api.match(5, { priority: 'live' }), api.match(5, { priority: 'live' })];
    for (const each of asked) await expect(each).rejects.toBeInstanceOf(NotFound);
    expect((await api.match(5, { priority: 'live' })).value.id).toBe(5);
    expect(paths()).toHaveLength(2);
  });
});

describe('the first page of a list', () => {
  it('is one question with and without its number: a person gets what the sync has read', async () => {
    const { api, paths } = await aClient((response) => {
      says(response, 200, pageOnWire([aMatchOnWire()]));
    });
    const synced = await api.tournamentMatches(
      9,
      { page: 1, perPage: 50 },
      { priority: 'background' },
    );
    expect(await api.tournamentMatches(9, { perPage: 50 })).toEqual(synced);
    expect(paths()).toEqual(['/api/tournaments/9/matches?per_page=50']);
  });
});

describe('a match that is said to have changed', () => {
  it('is read again before it is shown, though what we hold is fresh', async () => {
    const { api } = await aClient((response, _request, index) => {
      says(response, 200, aMatchOnWire({ status: 'finished', court: `Court ${index}` }));
    });
    await api.match(5);
    api.forgetMatch(6);
    expect((await api.match(5)).value.court).toBe('Court 0');
    api.forgetMatch(5);
    expect((await api.match(5)).value.court).toBe('Court 1');
  });

  it('has other statistics and points, too', async () => {
    const { api, paths } = await aClient((response, request) => {
      const isLive = request.url?.endsWith('/live') === true;
      says(response, 200, isLive ? aLiveOnWire() : matchStatsOnWire());
    });
    const both = ['/api/matches/5/live', '/api/matches/5/stats'];
    const ask = async (): Promise<void> => {
      await api.matchLive(5);
      await api.matchStats(5);
    };
    await ask();
    await ask();
    const before = paths().length;
    api.forgetMatch(5);
    await ask();
    expect(paths().slice(before)).toEqual(both);
  });

  it('is read anew by whoever asks now, not as it was read before', async () => {
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
