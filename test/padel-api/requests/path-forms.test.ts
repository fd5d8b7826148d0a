import { describe, expect, it } from 'vitest';
import { NotFound, NotInPlan, RequestRefused, UnreadableAnswer } from '#src/padel-api/errors.ts';
import matches from '../../shapes/matches.json' with { type: 'json' };
import { aMatchOnWire } from '../bodies.ts';
import { aClient } from '../clients.ts';
import { someResources } from '../resources.ts';
import { pageOnWire, saying, says } from '../service.ts';

const TEAMS = { team_1: [1, 2], team_2: [3, 4] };

/** A service that has these paths alone, whatever the query; matches name their connections. */
const aServiceWith = async (
  isThere: (path: string) => boolean,
  connections: () => unknown = () => null,
) => {
  const stage = await aClient((response, { url = '', method }) => {
    const path = url.replace(/\?.*/, '').replace('/api', '');
    if (/^\/matches\/\d+$/.test(path)) {
      const id = Number(path.split('/').at(-1));
      const more = { id, self: `/api/matches/${id}`, connections: connections() };
      says(response, 200, aMatchOnWire(more));
    } else if (isThere(path)) says(response, 200, pageOnWire([]));
    else says(response, method === 'POST' ? 405 : 404, { message: 'Not found.' });
  });
  const asked = (): string[] =>
    stage.service.received.map(({ path }) => path.replace('/api', '')).splice(0);
  return { ...stage, asked };
};

describe('head-to-head', () => {
  it('is read by the public path, in one request', async () => {
    const { api, asked } = await aServiceWith((path) => path.endsWith('/headtohead'));
    await api.matchHead2Head(7);
    await api.head2Head(TEAMS, { page: 2 });
    expect(asked()).toEqual(['/matches/7/headtohead', '/matches/headtohead?page=2']);
  });

  it('is read by the path of the specification where the service has no other, which is remembered', async () => {
    const { api, asked } = await aServiceWith((path) => path.endsWith('/head2head'));
    await api.head2Head(TEAMS);
    await api.matchHead2Head(7, { perPage: 4 });
    await api.matchHead2Head(8);
    expect(asked()).toEqual([
      '/matches/headtohead',
      '/matches/head2head',
      '/matches/7/headtohead?per_page=4',
      '/matches/7/head2head?per_page=4',
      '/matches/8/head2head',
    ]);
  });

  it('is read by the path that a record names, also one that nobody has foreseen', async () => {
    const { api, asked } = await aServiceWith(
      (path) => path.includes('versus'),
      () => ({ headtohead: '/api/matches/5/versus' }),
    );
    await api.match(5);
    await api.matchHead2Head(7);
    await api.head2Head(TEAMS);
    expect(asked()).toEqual(['/matches/5', '/matches/7/versus', '/matches/versus']);
  });

  it('follows records that name a new path after the old one is gone', async () => {
    let name = 'headtohead';
    const { api, asked } = await aServiceWith(
      (path) => path.endsWith(name),
      () => ({ headtohead: `/api/matches/5/${name}` }),
    );
    await api.matchHead2Head(7);
    name = 'meetings';
    await api.match(5);
    await api.matchHead2Head(8);
    expect(asked().at(-1)).toBe('/matches/8/meetings');
  });

  it('that is nowhere is not found, which says nothing about the service and the plan', async () => {
    const { api, asked } = await aServiceWith(() => false);
    for (const id of [7, 8, 9]) {
      await expect(api.matchHead2Head(id)).rejects.toBeInstanceOf(NotFound);
      await expect(api.head2Head({ team_1: [id], team_2: [1] })).rejects.toBeInstanceOf(NotFound);
    }
    expect(asked()).toHaveLength(12);
    expect(api.state()).toMatchObject({ failure: null, failingSince: null });
  });

  it('that the plan lacks is refused once, by one of its paths', async () => {
    const { api, paths } = await aClient(saying(402, { message: 'Subscription required.' }));
    await expect(api.matchHead2Head(7)).rejects.toBeInstanceOf(NotInPlan);
    await expect(api.head2Head(TEAMS)).rejects.toBeInstanceOf(NotInPlan);
    expect(paths()).toEqual(['/api/matches/7/headtohead']);
  });

  it('without earlier matches is an empty page', async () => {
    const { api } = await aServiceWith((path) => path.endsWith('/headtohead'));
    expect((await api.matchHead2Head(7)).value.items).toEqual([]);
  });
});

describe('a path that records name', () => {
  const BASE = 'https://padel.example/v1/api';
  const SELF = '/v1/api/matches/5';

  /** Resources of a service that has answered this. */
  const after = async (json: unknown, base = BASE) => {
    const { read } = someResources(base);
    await read('anything', '/anything', () => Promise.resolve(json));
    return (path: string, by: (path: string) => Promise<unknown>) => read('match-stats', path, by);
  };
  const pathsFor = async (json: unknown, asked = '/matches/7/stats?page=2') => {
    const read = await after(json);
    const tried: string[] = [];
    await read(asked, (path) => {
      tried.push(path);
      return Promise.reject(new NotFound());
    }).catch(() => undefined);
    return tried;
  };
  const naming = (stats: unknown, self: unknown = SELF) => ({ self, connections: { stats } });

  it.each<[string, unknown]>([
    ['a path', '/v1/api/matches/5/figures'],
    ['an address', `${BASE}/matches/5/figures`],
  ])('is used before the built one, with its query: %s', async (_form, stats) => {
    const expected = ['/matches/7/figures?page=2', '/matches/7/stats?page=2'];
    expect(await pathsFor(naming(stats))).toEqual(expected);
    expect(await pathsFor(pageOnWire([null, naming(stats)]))).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['another origin', 'https://evil.example/v1/api/matches/5/stats2'],
    ['another origin without scheme', '//evil.example/v1/api/matches/5/stats2'],
    ['outside of the base path', '/v1/admin/matches/5/stats2'],
    ['climbing out of it', '/v1/api/../../matches/5/stats2'],
    ['without the id', '/v1/api/matches/stats2'],
    ['with another id', '/v1/api/matches/6/stats2'],
    ['of another kind', '/v1/api/players/5/stats2'],
    ['below something else', '/v1/api/tours/matches/5/stats2'],
    ['with the id twice', '/v1/api/matches/5/stats2/5'],
    ['with a query', '/v1/api/matches/5/stats2?token=1'],
    ['with a fragment', '/v1/api/matches/5/stats2#x'],
    ['with odd letters', '/v1/api/matches/5/st%00ats'],
    ['too long', `/v1/api/matches/5/${'x'.repeat(10_000)}`],
    ['masked', 'hidden_free_plan'],
    ['another type', { href: '/v1/api/matches/5/stats2' }],
    ['null', null],
  ])('is ignored when it is hostile or unknown: %s', async (_form, stats) => {
    expect(await pathsFor(naming(stats))).toEqual(['/matches/7/stats?page=2']);
  });

  it.each([null, 'hidden_free_plan', ['x'], '/v1/api/tournaments/9'])(
    'may be missing altogether: %j',
    async (connections) => {
      const json = pageOnWire([{ self: SELF, connections }, { connections }, null]);
      expect(await pathsFor(json)).toEqual(['/matches/7/stats?page=2']);
    },
  );

  it('is learnt by each kind of record for itself', async () => {
    const players = naming('/v1/api/players/5/figures', '/v1/api/players/5');
    expect(await pathsFor(players)).toEqual(['/matches/7/stats?page=2']);
    expect(await pathsFor(players, '/players/9/stats')).toEqual([
      '/players/9/figures',
      '/players/9/stats',
    ]);
  });

  it('is the one that the client builds, in the recorded shapes', async () => {
    const read = await after(matches, 'https://padel.example/api');
    for (const asked of ['/matches/7/headtohead', '/matches/7/stats', '/matches/7/live']) {
      expect(await read(asked, (path) => Promise.resolve(path))).toBe(asked);
    }
  });

  it('falls back to the built one after a 404, which is remembered', async () => {
    const { api, asked } = await aServiceWith(
      (path) => path.endsWith('/live'),
      () => ({ live: '/api/matches/5/points' }),
    );
    await api.match(5);
    // The empty page is no live match: both paths are asked, and neither is readable.
    await expect(api.matchLive(7)).rejects.toMatchObject({ problem: 'service-unreadable' });
    expect(asked().slice(1)).toEqual(['/matches/7/points', '/matches/7/live']);
  });

  it.each([
    ['unreadable', new UnreadableAnswer('odd')],
    ['refused', new RequestRefused('no')],
  ])('falls back to the built one where its answer is %s', async (_how, error) => {
    const read = await after(naming('/v1/api/matches/5/figures'));
    const there = (path: string) =>
      path.endsWith('/stats') ? Promise.resolve(path) : Promise.reject(error);
    expect(await read('/matches/7/stats', there)).toBe('/matches/7/stats');
    const nowhere = () => Promise.reject(error);
    await expect(read('/matches/7/stats', nowhere)).rejects.toBe(error);
  });

  it('is left after its 404 for another that answers, with and without an id for itself', async () => {
    const read = await after(null);
    const tried: string[] = [];
    const by = (name: string, path: string) =>
      read(path, (form) => {
        tried.push(form);
        return form.endsWith(name) ? Promise.resolve(form) : Promise.reject(new NotFound());
      });
    await by('headtohead', '/matches/7/headtohead');
    await by('head2head', '/matches/headtohead');
    expect(tried.splice(0).at(-1)).toBe('/matches/head2head');
    await by('headtohead', '/matches/8/headtohead');
    expect(tried.splice(0)).toEqual(['/matches/8/headtohead']);
    await by('head2head', '/matches/9/headtohead');
    await by('head2head', '/matches/9/headtohead');
    expect(tried).toEqual([
      '/matches/9/headtohead',
      '/matches/9/head2head',
      '/matches/9/head2head',
    ]);
  });
});
