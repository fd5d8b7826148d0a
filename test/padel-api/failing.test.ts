import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import { aClient } from './clients.ts';
import { pageOnWire, saying, sayingHtml, says, saysHtml, type Answering } from './service.ts';

it('the client tells since when the service fails, until a response shows that it works', async () => {
  aFastClock();
  let status = 500;
  let clock = 1_000;
  const answer: Answering = (response) => {
    says(response, status, { message: 'Server Error' });
  };
  const { api } = await aClient(answer, { now: () => clock });
  expect(api.state().failingSince).toBeNull();
  await expect(api.player(1)).rejects.toMatchObject({ problem: 'service-down' });
  clock = 2_000;
  await expect(api.player(2)).rejects.toMatchObject({ problem: 'service-down' });
  expect(api.state().failingSince).toBe(1_000);
  // A 404 of a record says nothing about the service: a static page may answer it.
  status = 404;
  await expect(api.player(3)).rejects.toMatchObject({ problem: 'not-found' });
  expect(api.state().failingSince).toBe(1_000);
  // A 422 shows that the service understood the request.
  status = 422;
  await expect(api.player(4)).rejects.toMatchObject({ problem: 'service-refuses-request' });
  expect(api.state().failingSince).toBeNull();
});

describe('a service that responds with', () => {
  const cutShort = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"data":[{"id":1');
  };
  const movedTo = (location: string) => (response: ServerResponse) => {
    response.writeHead(302, { location });
    response.end();
  };

  it.each<[string, Answering, string]>([
    ['200 and an HTML page', sayingHtml(200), 'unreadable'],
    ['200 and truncated JSON', cutShort, 'unreadable'],
    ['200 and unrelated JSON', saying(200, { ok: true }), 'unreadable'],
    [
      '403 of its own for a list that every plan has',
      saying(403, { message: 'Forbidden' }),
      'refuses-token',
    ],
    [
      '403 of the proxy in front of it, which is not a wrong URL',
      sayingHtml(403),
      'refused-by-proxy',
    ],
    ['404 for a list', sayingHtml(404), 'unreadable'],
    ['302 to another origin', movedTo('http://elsewhere.example/login'), 'unreadable'],
    ['302 to itself', movedTo('/api/tournaments'), 'unreadable'],
    ['401', saying(401, { message: 'Unauthenticated.' }), 'refuses-token'],
    ['503 and an HTML page', sayingHtml(503), 'down'],
  ])(
    '%s counts as failing, is logged once a minute, and its recovery is logged',
    async (_how, odd, failure) => {
      aFastClock();
      let isOdd = true;
      const { api, log, wait } = await aClient((response, request, index) => {
        if (isOdd) odd(response, request, index);
        else says(response, 200, pageOnWire([]));
      });
      for (let asked = 0; asked < 3; asked += 1) await api.tournaments({}).catch(() => undefined);
      expect(api.state().failure).toBe(failure);
      expect(api.state().failingSince).not.toBeNull();
      expect(log.lines).toHaveLength(1);
      wait(60_000);
      await api.tournaments({}).catch(() => undefined);
      expect(log.lines).toHaveLength(2);
      isOdd = false;
      await api.tournaments({});
      expect([api.state().failure, api.state().failingSince]).toEqual([null, null]);
      expect(log.lines.at(-1)).toBe('info padel data service is available again');
    },
  );

  it('404 for one tournament’s matches, and nonsense for one match, counts as working', async () => {
    const { api } = await aClient((response, request) => {
      if (request.url?.includes('tournaments') === true) says(response, 404, { message: 'No.' });
      else says(response, 200, { id: 'many' });
    });
    await expect(api.tournamentMatches(8)).rejects.toMatchObject({ problem: 'not-found' });
    await expect(api.match(1)).rejects.toMatchObject({ problem: 'service-unreadable' });
    expect(api.state().failure).toBeNull();
  });
});

describe('a refusal of the proxy in front of the service', () => {
  it.each<[string, string, number | null]>([
    ['text', 'error code: 1010', 1010],
    ['HTML', '<h1><span>Error code</span> <b class="cf-error-code">1010</b></h1>', 1010],
    ['JSON', '{"status":403,"error_code":1010,"cloudflare_error":true}', 1010],
    ['a page without a number', '<title>Just a moment...</title>', null],
    ['nothing', '', null],
    ['a very long page', `error code:${' '.repeat(100_000)}1010`, null],
  ])('is named for what it is, with its number: %s', async (_form, page, code) => {
    const { api, log } = await aClient((response) => {
      response.writeHead(403, { 'content-type': 'text/html' });
      response.end(page);
    });
    await expect(api.match(1)).rejects.toMatchObject({ problem: 'service-refuses-bot', code });
    expect(api.state()).toMatchObject({ failure: 'refused-by-proxy', proxyError: code });
    expect(log.lines).toHaveLength(1);
    expect(log.lines[0]).toContain('refused by the proxy in front of it');
    expect(log.lines[0]).not.toContain('PADEL_API_URL');
  });

  it('ends with the next answer, and is no refusal of one endpoint', async () => {
    const { api, paths } = await aClient((response, _request, index) => {
      if (index === 0) saysHtml(response, 403);
      else says(response, 200, pageOnWire([]));
    });
    await expect(api.live()).rejects.toMatchObject({ problem: 'service-refuses-bot' });
    await api.live();
    expect(api.state()).toMatchObject({ failure: null, proxyError: null, lacksLive: false });
    expect(paths()).toHaveLength(2);
  });
});

it('a 403 of the service for one endpoint counts for that endpoint, like a 402', async () => {
  const { api, paths } = await aClient((response, { url = '' }) => {
    if (url.endsWith('/stats')) says(response, 403, { message: 'This action is unauthorized.' });
    else says(response, 200, pageOnWire([]));
  });
  await expect(api.matchStats(1)).rejects.toMatchObject({ problem: 'service-refuses-bot' });
  await expect(api.matchStats(2)).rejects.toMatchObject({ problem: 'service-refuses-bot' });
  expect(api.state()).toMatchObject({ failure: null, lacksStats: true });
  await api.tournaments({});
  expect(paths()).toEqual(['/api/matches/1/stats', '/api/tournaments']);
});

describe('an outage of the data service', () => {
  const HOURS = 6;

  /** Loops that ask for these paths every twenty seconds for six hours; how many requests arrived. */
  const anOutage = async (down: Answering) => {
    aFastClock({ speed: 1_000 });
    let isDown = true;
    const client = await aClient(
      (response, request, index) => {
        if (isDown) down(response, request, index);
        else says(response, 200, pageOnWire([]));
      },
      { limits: { perMinute: Infinity, perDay: 4_000, perMonth: 50_000 } },
    );
    const { api, wait } = client;
    for (let tick = 0; tick < HOURS * 180; tick += 1) {
      const loops = [api.live(), api.tournaments({}), api.tournamentMatches(tick)];
      await Promise.all(loops.map((loop) => loop.catch(() => undefined)));
      wait(20_000);
    }
    return {
      ...client,
      ends: (): void => {
        isDown = false;
      },
    };
  };

  it.each<[string, Answering]>([
    ['500', saying(500, {})],
    ['401', saying(401, { message: 'Unauthenticated.' })],
  ])(
    'of six hours (%s) costs one request a minute, and everything goes on after it',
    async (_status, down) => {
      const { api, paths, wait, ends } = await anOutage(down);
      expect(paths().length).toBeLessThan(HOURS * 60 + 30);
      expect(paths().length).toBeGreaterThan(HOURS * 30);
      expect(api.state().quota?.day.used).toBe(paths().length);
      const sent = paths().length;
      ends();
      await expect(api.live()).rejects.toBeDefined();
      expect(paths()).toHaveLength(sent);
      wait(2 * MINUTE);
      await api.live();
      await api.tournaments({});
      await api.players({});
      expect(api.state().failingSince).toBeNull();
    },
  );

  it('without a connection counts nothing, as the service counts nothing', async () => {
    aFastClock();
    const { api } = await aClient(() => undefined, {
      baseUrl: 'http://127.0.0.1:1/api',
      limits: { perMinute: Infinity, perDay: 4_000 },
    });
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(api.live()).rejects.toMatchObject({ problem: 'service-down' });
    }
    expect(api.state().quota?.day.used).toBe(0);
  });

  it('by one path alone leaves the others theirs', async () => {
    aFastClock();
    const { api, wait } = await aClient((response, { url = '' }) => {
      if (url.endsWith('/live')) says(response, 500, {});
      else says(response, 200, pageOnWire([]));
    });
    for (let tick = 0; tick < 30; tick += 1) {
      await api.live().catch(() => undefined);
      wait(20_000);
    }
    wait(MINUTE);
    await expect(api.tournaments({})).resolves.toBeDefined();
  });
});

it('a list that is unreadable for more than five minutes is named, while the others work', async () => {
  let isOdd = true;
  const { api, wait } = await aClient((response, { url = '' }) => {
    if (isOdd && url.endsWith('/live')) saysHtml(response, 200);
    else says(response, 200, pageOnWire([]));
  });
  const pass = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await api.live({}, { priority: 'live' }).catch(() => undefined);
      await api.tournaments({}, { priority: 'background' });
      wait(MINUTE);
    }
  };
  await pass(4);
  expect([api.state().failingSince, api.state().drift]).toEqual([null, []]);
  await pass(3);
  expect(api.state().drift).toMatchObject([
    { endpoint: 'live', what: 'readable', carried: 0, of: 1, expected: 'a list' },
  ]);
  isOdd = false;
  await pass(1);
  expect(api.state().drift).toEqual([]);
});
