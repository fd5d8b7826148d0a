import { describe, expect, it } from 'vitest';
import { HOUR } from '#src/lib/time.ts';
import { NotFound, UnreadableAnswer } from '#src/padel-api/errors.ts';
import { aMatchOnWire, aPlayerOnWire } from '../bodies.ts';
import { aClient } from '../clients.ts';
import { pageOnWire, says } from '../service.ts';

/** A service that has these paths alone; players name their connections. */
const aServiceWith = async (connections: unknown, ...there: string[]) => {
  const has = new Set(there);
  const stage = await aClient((response, { url = '' }) => {
    const path = url.replace(/\?.*/, '').replace('/api', '');
    const id = Number(path.split('/').at(-1));
    if (!has.has(path)) says(response, 404, { message: 'Not found.' });
    else if (/^\/players\/\d+$/.test(path)) says(response, 200, aPlayerOnWire(id, { connections }));
    else if (/^\/matches\/\d+$/.test(path))
      says(response, 200, aMatchOnWire({ id, self: `/api/matches/${id}` }));
    else says(response, 200, pageOnWire(path === '/tournaments/8/matches' ? [LISTED] : []));
  });
  return { ...stage, has };
};

/** The only match of a list. */
const LISTED = aMatchOnWire({ id: 50, self: '/api/matches/50' });

const NOW = { priority: 'background' } as const;

describe('an optional endpoint', () => {
  it('of a list that answers 404 is asked again after a day', async () => {
    const { api, paths, wait, has } = await aServiceWith(null);
    const read = () => api.rankings({ type: 'official', category: 'men' }, NOW);
    await expect(read()).rejects.toBeInstanceOf(NotFound);
    wait(24 * HOUR - 5_000);
    await expect(read()).rejects.toBeInstanceOf(NotFound);
    expect(paths()).toHaveLength(1);
    wait(5_000);
    has.add('/rankings');
    await read();
  });

  it('of records is missing after 404s of two of them, not of one twice', async () => {
    const { api, paths } = await aServiceWith(null);
    for (const id of [7, 7, 8, 9]) {
      await expect(api.playerRankings(id, {}, NOW)).rejects.toBeInstanceOf(NotFound);
    }
    expect(paths()).toHaveLength(3);
    expect(api.state().lacksPlayerRankings).toBe(true);
  });

  it('is there after the 404 of one deleted record', async () => {
    const { api } = await aServiceWith(null, '/players/8/pairs');
    await expect(api.playerPairs(7, {}, NOW)).rejects.toBeInstanceOf(NotFound);
    await api.playerPairs(8, {}, NOW);
    for (const id of [1, 2, 3]) {
      await expect(api.playerPairs(id, {}, NOW)).rejects.toBeInstanceOf(NotFound);
    }
    await api.playerPairs(8, {}, NOW);
  });

  it('is there where records name a path that answers 404', async () => {
    const there = ['/players/5', '/players/8/pairs', '/players/9/pairs'];
    const { api } = await aServiceWith({ pairs: '/api/players/5/partners' }, ...there);
    await api.player(5, NOW);
    await api.playerPairs(8, {}, NOW);
    await api.playerPairs(9, {}, NOW);
  });
});

describe('a path that is gone', () => {
  const MATCH = '/tournaments/8/matches';

  it('of records is named after 404s of three of them, until one answers', async () => {
    const { api, has } = await aServiceWith(null, MATCH);
    const read = (id: number) => api.tournamentMatches(id, {}, NOW);
    await read(8);
    has.delete(MATCH);
    for (const id of [8, 8, 9]) await expect(read(id)).rejects.toBeInstanceOf(NotFound);
    expect(api.state().drift).toEqual([]);
    await expect(read(7)).rejects.toBeInstanceOf(UnreadableAnswer);
    await expect(read(8)).rejects.toBeInstanceOf(UnreadableAnswer);
    expect(api.state().drift).toMatchObject([
      { endpoint: 'tournaments/:id/matches', what: 'found', carried: 0, of: 3 },
    ]);
    has.add(MATCH);
    await read(8);
    expect(api.state().drift).toEqual([]);
  });

  it('of matches deletes none of them while it is named', async () => {
    const { api, has } = await aServiceWith(null, '/matches/1');
    await api.match(1, NOW);
    has.clear();
    await expect(api.match(1, NOW)).rejects.toBeInstanceOf(NotFound);
    await expect(api.match(2, NOW)).rejects.toBeInstanceOf(NotFound);
    await expect(api.match(3, NOW)).rejects.toBeInstanceOf(UnreadableAnswer);
    await expect(api.match(4, NOW)).rejects.toBeInstanceOf(UnreadableAnswer);
  });

  it('is not what many deleted matches mean, while one that answered is still there', async () => {
    const { api, paths } = await aServiceWith(null, '/matches/1');
    await api.match(1, NOW);
    for (const id of [2, 3, 4, 5, 6, 7]) {
      await expect(api.match(id, NOW)).rejects.toBeInstanceOf(NotFound);
    }
    expect(api.state().drift).toEqual([]);
    expect(paths().filter((path) => path.endsWith('/1'))).toHaveLength(3);
  });

  it('is not what many deleted matches mean, the last that answered among them, while a list names one', async () => {
    const { api, has } = await aServiceWith(null, '/matches/1', '/matches/50', MATCH);
    await api.match(1, NOW);
    await api.tournamentMatches(8, {}, NOW);
    has.delete('/matches/1');
    for (const id of [2, 3, 1, 4, 5, 6, 2]) {
      await expect(api.match(id, NOW)).rejects.toBeInstanceOf(NotFound);
    }
    expect(api.state().drift).toEqual([]);
  });

  it('of a list is named at once, logged once, and forgotten with its first answer', async () => {
    const { api, has, log } = await aServiceWith(null, '/rankings');
    const read = () => api.rankings({ type: 'official', category: 'men' }, NOW);
    await read();
    has.clear();
    for (let times = 0; times < 3; times += 1) {
      await expect(read()).rejects.toBeInstanceOf(NotFound);
    }
    expect(api.state().drift).toMatchObject([{ endpoint: 'rankings', what: 'found', of: 1 }]);
    expect(log.lines).toEqual(['warn answers of the padel data service have changed']);
    has.add('/rankings');
    await read();
    expect(api.state().drift).toEqual([]);
    await expect(api.seasons({}, NOW)).rejects.toBeInstanceOf(NotFound);
    expect(api.state().drift).toMatchObject([{ endpoint: 'seasons' }]);
  });

  it('is none that the service never had, or of which it lacks records', async () => {
    const { api } = await aServiceWith(null);
    await expect(api.rankings({ type: 'official', category: 'men' }, NOW)).rejects.toBeInstanceOf(
      NotFound,
    );
    for (const id of [1, 2, 3, 4]) {
      await expect(api.matchLive(id, NOW)).rejects.toBeInstanceOf(NotFound);
      await expect(api.pair([id, 9], NOW)).rejects.toBeInstanceOf(NotFound);
    }
    expect(api.state().drift).toEqual([]);
  });
});
