import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SECOND, MINUTE, HOUR } from '#src/lib/time.ts';
import { NotFound, ServiceDown, UnreadableAnswer } from '#src/padel-api/errors.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { aLiveOnWire, aMatchOnWire, aPlayerOnWire, aTournamentOnWire } from './bodies.ts';
import { aClient } from './clients.ts';
import { pageOnWire, saying, says, timeoutsOf, type Answering } from './service.ts';

/** A player whose points are the index of the request. */
const counting: Answering = (response, _request, index) => {
  says(response, 200, aPlayerOnWire(1, { points: index }));
};

describe('a response', () => {
  it('is cached from the other priorities, which always read', async () => {
    const { api, paths } = await aClient(counting);
    await api.player(1, { priority: 'background' });
    await api.player(1, { priority: 'live' });
    expect((await api.player(1)).value.points).toBe(1);
    expect(paths()).toHaveLength(2);
  });

  it('with a list fills the cache for each of its items', async () => {
    const { api, paths } = await aClient((response, request) => {
      const isMatches = request.url?.startsWith('/api/matches') === true;
      says(response, 200, pageOnWire([isMatches ? aMatchOnWire() : aPlayerOnWire(7)]));
    });
    await api.players({});
    await api.matches({});
    expect((await api.player(7)).value.name).toBe('Ana Vega');
    expect((await api.match(5)).value.court).toBe('Center Court');
    expect(paths()).toHaveLength(2);
  });

  it('is cached by its query, whatever the order of players and teams', async () => {
    const { api, paths } = await aClient(saying(200, pageOnWire([aMatchOnWire()])));
    await api.head2Head({ team_1: [1, 2], team_2: [3, 4] });
    await api.head2Head({ team_1: [2, 1], team_2: [4, 3] });
    await api.head2Head({ team_1: [3, 4], team_2: [1, 2] });
    expect(paths()).toHaveLength(1);
    await api.head2Head({ team_1: [1, 3], team_2: [2, 4] });
    await api.head2Head({ team_1: [1, 2], team_2: [3, 4] }, { page: 2 });
    expect(paths()).toHaveLength(3);
  });

  it('with unreadable items keeps the others and logs a warning', async () => {
    const { api, log } = await aClient(
      saying(200, pageOnWire([aPlayerOnWire(1), { id: 'x' }, aPlayerOnWire(2)])),
    );
    const { value } = await api.players({});
    expect(value.items.map(({ id }) => id)).toEqual([1, 2]);
    expect(log.lines).toEqual(['warn items skipped: unreadable']);
  });
});

describe('the freshness of a response', () => {
  it.each<[string, string, number, boolean]>([
    ['a finished match', 'finished', 23 * HOUR, false],
    ['a finished match', 'finished', 25 * HOUR, true],
    ['a retired match', 'retired', 23 * HOUR, false],
    ['a match in play', 'live', 9 * SECOND, false],
    ['a match in play', 'live', 11 * SECOND, true],
    ['a match to come', 'scheduled', 59 * SECOND, false],
    ['a match to come', 'scheduled', 61 * SECOND, true],
  ])('depends on the match: %s (%s), after %i ms', async (_what, status, after, isReadAgain) => {
    const { api, wait, paths } = await aClient(saying(200, aMatchOnWire({ status })));
    await api.match(5);
    wait(after);
    await api.match(5);
    await expect.poll(() => paths().length).toBe(isReadAgain ? 2 : 1);
  });

  it('makes a caller wait for live points that are older than a minute', async () => {
    const { api, wait } = await aClient((response, _request, index) => {
      says(response, 200, aLiveOnWire({ status: index === 0 ? 'live' : 'finished' }));
    });
    await api.matchLive(5);
    wait(MINUTE + 1);
    expect((await api.matchLive(5)).value.status).toBe('finished');
  });
});

describe('a caller that aborts', () => {
  it('leaves other callers waiting for the same response', async () => {
    const arrived = Promise.withResolvers<() => void>();
    const { api, paths } = await aClient((response, request, index) => {
      arrived.resolve(() => {
        counting(response, request, index);
      });
    });
    const impatient = new AbortController();
    const given = api.player(1, { signal: impatient.signal });
    const patient = api.player(1);
    const answer = await arrived.promise;
    impatient.abort(new Error('changed my mind'));
    await expect(given).rejects.toThrow('changed my mind');
    answer();
    expect((await patient).value.points).toBe(0);
    expect(paths()).toHaveLength(1);
  });

  it('before the call gets its own reason, and no request is sent', async () => {
    const { api, paths } = await aClient(saying(404, {}));
    const signal = AbortSignal.abort(new Error('too late'));
    for (const priority of ['person', 'live', 'background'] as const) {
      await expect(api.player(1, { priority, signal })).rejects.toThrow('too late');
    }
    expect(paths()).toEqual([]);
  });

  it('in the background priority ends the request, too', async () => {
    const closed = Promise.withResolvers<undefined>();
    const arrived = Promise.withResolvers<undefined>();
    const { api } = await aClient((_response, request) => {
      request.socket.on('close', () => {
        closed.resolve(undefined);
      });
      arrived.resolve(undefined);
    });
    const stopping = new AbortController();
    const reading = api.player(1, { priority: 'background', signal: stopping.signal });
    await arrived.promise;
    stopping.abort(new Error('good night'));
    await expect(reading).rejects.toThrow('good night');
    await closed.promise;
  });
});

describe('a merged record', () => {
  /** Player 15 redirects to 12, 12 to 7; match 12 to 7; tournament 5 to 6. */
  const MOVED: Readonly<Record<string, string>> = {
    '/api/players/12': '/api/players/7',
    '/api/players/12/stats': '/api/players/7/stats',
    '/api/players/15': '/api/players/12',
    '/api/pairs/12-20': '/api/pairs/7-20',
    '/api/tournaments/5/matches': '/api/tournaments/6/matches',
    '/api/matches/12': '/api/matches/7',
  };

  const moving: Answering = (response, request) => {
    const path = request.url ?? '';
    const location = MOVED[path];
    if (location !== undefined) response.writeHead(302, { location }).end();
    else if (path === '/api/matches/7') says(response, 200, aMatchOnWire({ id: 7 }));
    else if (path.includes('matches')) says(response, 200, pageOnWire([aMatchOnWire()]));
    else says(response, 200, aPlayerOnWire(Number(path.split('/').at(-1))));
  };

  it('is answered by its successor, reported once, and then requested by its new id', async () => {
    const { api, merged, paths, wait } = await aClient(moving);
    expect((await api.player(12)).value.id).toBe(7);
    wait(25 * HOUR);
    await api.player(12);
    await api.playerStats(12).catch(() => undefined);
    expect(merged).toEqual([{ kind: 'player', from: 12, to: 7 }]);
    expect(paths()).toEqual([
      '/api/players/12',
      '/api/players/7',
      '/api/players/7',
      '/api/players/7/stats',
    ]);
  });

  it('may be a match, whose other resources are requested by the new id', async () => {
    const { api, merged, paths, wait } = await aClient(moving);
    expect((await api.match(12)).value.id).toBe(7);
    expect(merged).toEqual([{ kind: 'match', from: 12, to: 7 }]);
    wait(25 * HOUR);
    await api.match(12);
    await api.matchStats(12).catch(() => undefined);
    expect(paths().slice(2)).toEqual(['/api/matches/7', '/api/matches/7/stats']);
  });

  it('is reported once for simultaneous calls', async () => {
    const { api, merged } = await aClient(moving);
    await Promise.all([
      api.player(12),
      api.player(12, { priority: 'live' }),
      api.playerStats(12).catch(() => undefined),
    ]);
    expect(merged).toEqual([{ kind: 'player', from: 12, to: 7 }]);
  });

  it('may have been merged twice', async () => {
    const { api, merged, paths } = await aClient(moving);
    expect((await api.player(15)).value.id).toBe(7);
    expect(merged).toEqual([
      { kind: 'player', from: 15, to: 12 },
      { kind: 'player', from: 12, to: 7 },
    ]);
    await api.playerStats(15).catch(() => undefined);
    expect(paths().at(-1)).toBe('/api/players/7/stats');
  });

  it('is detected by the redirect of a pair', async () => {
    const { api, merged, paths } = await aClient(moving);
    await api.pair([20, 12]).catch(() => undefined);
    expect(merged).toEqual([{ kind: 'player', from: 12, to: 7 }]);
    await api.simulate({ team_1: [12], team_2: [1] }).catch(() => undefined);
    await api.pairMatches([12, 20]);
    expect(paths().at(-1)).toBe('/api/pairs/7-20/matches');
  });

  it('may be a tournament, whose matches get the new id', async () => {
    const { api, merged } = await aClient(moving);
    const { value } = await api.tournamentMatches(5);
    expect(value.items.map(({ tournamentId }) => tournamentId)).toEqual([6]);
    expect(merged).toEqual([{ kind: 'tournament', from: 5, to: 6 }]);
  });

  it.each([
    ['/api/players/12/', 'the same record'],
    ['/api/maintenance', 'something else'],
    ['/api/tournaments/12', 'another kind of record'],
  ])('is not reported for a redirect to %s: that is %s', async (location) => {
    const { api, merged } = await aClient((response, request) => {
      if (request.url === '/api/players/12') response.writeHead(302, { location }).end();
      else says(response, 200, aPlayerOnWire(12));
    });
    await api.player(12);
    expect(merged).toEqual([]);
  });

  it('is requested by its old id again when the merge is reversed', async () => {
    let now = 'merged';
    const { api, merged, paths } = await aClient((response, request) => {
      const [from, to] = now === 'merged' ? ['12', '7'] : ['7', '12'];
      if (request.url === `/api/players/${from}`) {
        response.writeHead(302, { location: `/api/players/${to}` }).end();
      } else says(response, 200, aPlayerOnWire(Number(to)));
    });
    await api.player(12);
    now = 'turned';
    await api.player(7, { priority: 'background' });
    await api.player(7, { priority: 'background' });
    expect(merged).toEqual([
      { kind: 'player', from: 12, to: 7 },
      { kind: 'player', from: 7, to: 12 },
    ]);
    expect(paths().at(-1)).toBe('/api/players/12');
  });
});

describe('a pair', () => {
  it('is requested in the other order after a 404', async () => {
    const { api, paths } = await aClient(saying(404, { message: 'Not found.' }));
    await expect(api.pair([2, 1])).rejects.toBeInstanceOf(NotFound);
    expect(paths()).toEqual(['/api/pairs/1-2', '/api/pairs/2-1']);
  });

  it('is not requested in the other order when the service is down', async () => {
    aFastClock({ speed: 1, clocks: ['Date', 'performance'] });
    const { api, paths } = await aClient(saying(500, {}), {
      timeoutsMs: timeoutsOf(100),
    });
    await expect(api.pair([2, 1])).rejects.toBeInstanceOf(ServiceDown);
    expect(paths()).toEqual(['/api/pairs/1-2']);
  });
});

describe('a webhook', () => {
  it('is updated and deleted past every cache, in the service’s format', async () => {
    const { api, service } = await aClient((response, request) => {
      if (request.method === 'DELETE') says(response, 200, { message: 'Deleted.' });
      else says(response, 200, { id: 1, url: 'https://bandeja.example', events: [] });
    });
    await api.updateWebhook(1, { events: [] });
    expect(await api.updateWebhook(1, { url: 'https://bandeja.example' })).toMatchObject({ id: 1 });
    await api.deleteWebhook(1);
    expect(service.received.map(({ method, body }) => `${method} ${body}`)).toEqual([
      'PATCH {"events":[]}',
      'PATCH {"url":"https://bandeja.example"}',
      'DELETE ',
    ]);
  });

  it('is created with one request, and its secret is in no error and no log', async () => {
    const { api, service, log } = await aClient(saying(201, { id: 'odd', secret: 'whsec_once' }));
    const error: unknown = await api
      .createWebhook({ url: 'https://bandeja.example', events: ['match.updated'] })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnreadableAnswer);
    expect(service.received).toHaveLength(1);
    expect(inspect([error, log.lines], { depth: 12 })).not.toContain('whsec_once');
  });

  it('is deleted also when the service sends a 204 without a body', async () => {
    const { api } = await aClient((response) => response.writeHead(204).end());
    await expect(api.deleteWebhook(1)).resolves.toBeUndefined();
  });
});

it('a response of another service is unreadable, not empty', async () => {
  const { api } = await aClient(saying(200, { hello: 'world' }));
  await expect(api.tournaments({})).rejects.toBeInstanceOf(UnreadableAnswer);
  await expect(api.player(1)).rejects.toBeInstanceOf(UnreadableAnswer);
});

it('a tournament is read as the specification shows it', async () => {
  const { api } = await aClient(saying(200, pageOnWire([aTournamentOnWire()])));
  const { value } = await api.tournaments({ level: 'p1' });
  expect(value.items).toMatchObject([{ id: 9, level: 'p1', startDate: '2026-06-01' }]);
});
