import { describe, expect, it, onTestFinished, vi } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { createBudget, type Budget } from '#src/padel-api/quota/budget.ts';
import {
  NotFound,
  NotInPlan,
  RequestRefused,
  ServiceBusy,
  ServiceDown,
  TokenRefused,
  UnreadableAnswer,
} from '#src/padel-api/errors.ts';
import {
  createHttp,
  type HttpRequest,
  type Http,
  type ServiceHttpOptions,
} from '#src/padel-api/request/http.ts';
import { aFastClock } from '../lib/fast-clock.ts';
import {
  aService,
  saying,
  sayingHtml,
  says,
  saysHtml,
  timeoutsOf,
  type Answering,
  type Service,
} from './service.ts';

const TOKEN = 'secret-token';
const CALL: HttpRequest = { method: 'GET', path: '/players', priority: 'person' };

const watched = (budget: Budget) => ({
  ...budget,
  correct: vi.fn(budget.correct),
  exhausted: vi.fn(budget.exhausted),
});

const anHttp = (origin: string, more: Partial<ServiceHttpOptions> = {}) => {
  const budget = watched(createBudget({ perMinute: 60, now: more.now ?? Date.now }));
  // Without jitter the first retry follows after 150 ms.
  const http: Http = createHttp({
    baseUrl: `${origin}/api`,
    token: TOKEN,
    budget,
    now: Date.now,
    random: () => 0,
    ...more,
  });
  onTestFinished(async () => {
    budget.stop();
    await http.close();
  });
  return { http, budget };
};

const asked = async (
  answer: Answering,
  more: Partial<ServiceHttpOptions> = {},
  call: HttpRequest = CALL,
) => {
  const service = await aService(answer);
  const { http, budget } = anHttp(service.origin, more);
  const outcome = await http.json(call).then(
    (json) => ({ json, error: undefined }),
    (error: unknown) => ({ json: undefined, error }),
  );
  return { ...outcome, service, http, budget };
};

const failsOnce =
  (fail: Answering): Answering =>
  (response, request, index) => {
    if (index === 0) fail(response, request, index);
    else says(response, 200, { fine: true });
  };

describe('a request', () => {
  it('carries the token, the path below the base URL and the body', async () => {
    const call: HttpRequest = {
      method: 'POST',
      path: '/x?page=2',
      body: { team_1: [1] },
      priority: 'live',
    };
    const { json, service } = await asked(saying(200, [1]), {}, call);
    expect(json).toEqual([1]);
    expect(service.received).toEqual([
      {
        method: 'POST',
        path: '/api/x?page=2',
        authorization: `Bearer ${TOKEN}`,
        agent: `Bandeja/${packageFile.version}`,
        body: '{"team_1":[1]}',
      },
    ]);
  });

  it('tells the service where the operator is reached, in ASCII', async () => {
    const { service } = await asked(saying(200, {}), {
      contact: 'https://pádel.example/ayuda?a=é',
    });
    expect(service.received[0]?.agent).toBe(
      `Bandeja/${packageFile.version} (+https://xn--pdel-5na.example/ayuda?a=%C3%A9)`,
    );
  });

  it.each([
    ['500', saying(500, { message: 'Server Error' })],
    ['502 of a proxy', sayingHtml(502)],
    [
      '503 without a body',
      (response) => {
        response.writeHead(503).end();
      },
    ],
    [
      'a connection that is reset',
      (_response, request) => {
        request.socket.destroy();
      },
    ],
    [
      'a connection that is reset in the middle of the response',
      (response, request) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{', () => request.socket.destroy());
      },
    ],
  ] satisfies [string, Answering][])('is retried after %s', async (_reason, fail) => {
    aFastClock({ clocks: ['Date', 'performance'] });
    const { json, service } = await asked(failsOnce(fail));
    expect(json).toEqual({ fine: true });
    expect(service.received).toHaveLength(2);
  });

  it('is given up after the third failure', async () => {
    aFastClock({ clocks: ['Date', 'performance'] });
    const { error, service } = await asked(saying(500, {}));
    expect(error).toBeInstanceOf(ServiceDown);
    expect(service.received).toHaveLength(3);
  });

  const lost: Answering = (_response, request) => {
    request.socket.destroy();
  };
  const gone: Answering = saying(404, { message: 'Not found.' });

  it.each<[string, Answering]>([
    ['that was lost', lost],
    ['that failed', saying(500, {})],
  ])(
    'to DELETE is not retried after a response %s, since a retry would get a 404',
    async (_how, fail) => {
      const { error, service } = await asked(
        (...args) => {
          const [, , index] = args;
          (index === 0 ? fail : gone)(...args);
        },
        {},
        { method: 'DELETE', path: '/webhooks/1', isRetryable: false, priority: 'person' },
      );
      expect(error).toBeInstanceOf(ServiceDown);
      expect(service.received.map(({ method }) => method)).toEqual(['DELETE']);
    },
  );

  it('to DELETE is retried after a 429, which means that nothing was deleted', async () => {
    aFastClock({ clocks: ['Date', 'performance'] });
    const { json, service } = await asked(
      (response, _request, index) => {
        if (index === 0) says(response, 429, {}, { 'retry-after': '1' });
        else says(response, 200, {});
      },
      {},
      { method: 'DELETE', path: '/webhooks/1', isRetryable: false, priority: 'background' },
    );
    expect(json).toEqual({});
    expect(service.received).toHaveLength(2);
  });

  it('fails as "down" when the connection is refused', async () => {
    aFastClock({ clocks: ['Date', 'performance'] });
    const service = await aService(saying(200, {}));
    const { http } = anHttp(service.origin.replace(/\d+$/, '1'));
    await expect(http.json(CALL)).rejects.toBeInstanceOf(ServiceDown);
  });

  it('is aborted at its deadline when no response comes, and its socket is closed', async () => {
    let isClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    aFastClock({ speed: 1, clocks: ['Date', 'performance'] });
    const { error } = await asked(
      (_response, request) => {
        request.socket.on('close', isClosed);
      },
      {
        timeoutsMs: timeoutsOf(80),
      },
    );
    expect(error).toBeInstanceOf(ServiceDown);
    await closed;
  });

  it('is aborted at its deadline between two tries', async () => {
    aFastClock({ speed: 1, clocks: ['Date', 'performance'] });
    const { error, service } = await asked(saying(500, {}), {
      timeoutsMs: timeoutsOf(100),
    });
    expect(error).toBeInstanceOf(ServiceDown);
    expect(service.received).toHaveLength(1);
  });
});

describe('an error status', () => {
  const body = { message: 'Reason.', contact_email: 'x@example.org', error_time: '' };

  it.each([
    [401, TokenRefused],
    [402, NotInPlan],
    [404, NotFound],
    [405, NotFound],
    [422, RequestRefused],
    [418, UnreadableAnswer],
  ])('of %i throws its own error without a retry', async (status, meaning) => {
    const { error, service } = await asked(saying(status, body));
    expect(error).toBeInstanceOf(meaning);
    expect(service.received).toHaveLength(1);
  });

  it.each([
    [401, TokenRefused],
    [402, NotInPlan],
    [404, NotFound],
    [422, RequestRefused],
  ])('of %i throws its own error also with the HTML of a proxy', async (status, meaning) => {
    const { error } = await asked(sayingHtml(status));
    expect(error).toBeInstanceOf(meaning);
  });

  it('of 422 keeps the reason for the log', async () => {
    const { error } = await asked(
      saying(422, { message: 'The selected category is invalid.', errors: {} }),
    );
    expect(error).toMatchObject({ cause: 'The selected category is invalid.' });
  });

  it('never exposes the token in its error', async () => {
    aFastClock({ clocks: ['Date', 'performance'] });
    for (const status of [401, 422, 500]) {
      const { error } = await asked(saying(status, body));
      const everything = error instanceof Error ? [error.stack, error.cause, error.message] : [];
      expect(everything).not.toHaveLength(0);
      expect(everything.map(String).join(' ')).not.toContain(TOKEN);
    }
  });
});

describe('a 429', () => {
  it.each([
    ['with the service’s body', says],
    [
      'with a proxy’s HTML',
      (response: Parameters<Answering>[0], status: number) => {
        saysHtml(response, status);
      },
    ],
  ])('%s blocks the budget, and a person gets "busy"', async (_who, answer) => {
    const { error, budget, service } = await asked(
      (response) => {
        answer(response, 429, { message: 'Too Many Attempts.' });
      },
      { now: () => 30_000 },
    );
    expect(error).toBeInstanceOf(ServiceBusy);
    expect(budget.exhausted).toHaveBeenCalledOnce();
    expect(service.received).toHaveLength(1);
  });

  it('is no try: the call continues in the next minute, however often it is refused', async () => {
    // Each 429 comes 10 ms before the end of a minute.
    const { json, service } = await asked(
      (response, _request, index) => {
        says(response, index < 5 ? 429 : 200, { message: 'no' });
      },
      { now: () => 59_990 },
    );
    expect(json).toEqual({ message: 'no' });
    expect(service.received).toHaveLength(6);
  });

  it.each<[string, Readonly<Record<string, string>>, number | undefined]>([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['zero seconds, raised to one', { 'retry-after': '0' }, 1_000],
    [
      'a date, on the service’s clock',
      {
        'retry-after': 'Sun, 07 Jun 2026 12:00:25 GMT',
        date: 'Sun, 07 Jun 2026 12:00:00 GMT',
      },
      25_000,
    ],
    [
      'a date that has passed',
      {
        'retry-after': 'Sun, 07 Jun 2026 11:00:00 GMT',
        date: 'Sun, 07 Jun 2026 12:00:00 GMT',
      },
      1_000,
    ],
    ['a day, cut to five minutes', { 'retry-after': '86400' }, 300_000],
    ['more than a timer supports', { 'retry-after': '999999999' }, 300_000],
    [
      'a date of another year',
      {
        'retry-after': 'Sun, 07 Jun 2066 12:00:00 GMT',
        date: 'Sun, 07 Jun 2026 12:00:00 GMT',
      },
      300_000,
    ],
    ['text that is neither', { 'retry-after': 'soon' }, undefined],
    ['no header', {}, undefined],
  ])('blocks the budget for the time in Retry-After: %s', async (_form, headers, wait) => {
    const budget = {
      ...watched(createBudget({ perMinute: 60, now: Date.now })),
      exhausted: vi.fn(),
    };
    const { json } = await asked(
      (response, _request, index) => {
        says(response, index === 0 ? 429 : 200, { fine: index }, index === 0 ? headers : {});
      },
      { budget },
    );
    expect(json).toEqual({ fine: 1 });
    expect(budget.exhausted.mock.calls).toEqual([[wait]]);
  });

  it('differs from a 503 with Retry-After, which delays only its own call', async () => {
    aFastClock({ clocks: ['Date', 'performance'] });
    const begun = performance.now();
    const { json, budget } = await asked((response, _request, index) => {
      says(response, index === 0 ? 503 : 200, {}, { 'retry-after': '1' });
    });
    expect(json).toEqual({});
    expect(performance.now() - begun).toBeGreaterThan(900);
    expect(budget.exhausted).not.toHaveBeenCalled();
  });

  it('sets rateLimitedSince until a later request is answered', async () => {
    const seen: (number | null)[] = [];
    const service = await aService((response, _request, index) => {
      seen.push(budget.rateLimitedSince());
      says(response, index === 0 ? 429 : 200, {});
    });
    const { http, budget } = anHttp(service.origin, { now: () => 59_990 });
    await http.json(CALL);
    expect(seen).toEqual([null, 59_990]);
    expect(budget.rateLimitedSince()).toBeNull();
  });

  it('is predicted from an x-ratelimit-remaining of 0, which blocks the next request', async () => {
    const { budget, http } = await asked(
      saying(200, {}, { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' }),
      { now: () => 30_000 },
    );
    expect(budget.correct.mock.calls).toEqual([
      [0, expect.objectContaining({ priority: 'person' }), 60],
    ]);
    await expect(http.json(CALL)).rejects.toBeInstanceOf(ServiceBusy);
  });

  it.each(['many', '', '-1', '3.5'])(
    'is not predicted from an x-ratelimit-remaining of "%s"',
    async (remaining) => {
      const { budget } = await asked(saying(200, {}, { 'x-ratelimit-remaining': remaining }));
      expect(budget.correct).not.toHaveBeenCalled();
    },
  );
});

describe('a redirect', () => {
  const to =
    (location: string, status = 302): Answering =>
    (response, request) => {
      if (request.url === '/api/players') response.writeHead(status, { location }).end();
      else says(response, 200, { at: request.url });
    };

  it.each([
    ['a path', '/api/players/7'],
    ['a relative path', 'players/7'],
  ])('to the same origin is followed: %s', async (_form, location) => {
    const { json, service } = await asked(to(location));
    expect(json).toEqual({ at: '/api/players/7' });
    expect(service.received.map(({ authorization }) => authorization)).toEqual([
      `Bearer ${TOKEN}`,
      `Bearer ${TOKEN}`,
    ]);
  });

  it('to an absolute URL of the same origin is followed', async () => {
    const { json } = await asked((response, request) => {
      to(`http://${request.headers.host ?? ''}/api/players/7`)(response, request, 0);
    });
    expect(json).toEqual({ at: '/api/players/7' });
  });

  it.each([
    ['an absolute URL', (stranger: Service) => `${stranger.origin}/api/players/7`],
    ['a URL without a scheme', (stranger: Service) => stranger.origin.replace('http:', '')],
    [
      'a URL with our host as its user name',
      (stranger: Service) => stranger.origin.replace('//', '//127.0.0.1@'),
    ],
  ])(
    'to another origin is rejected, and the token is not sent there: %s',
    async (_form, address) => {
      const stranger = await aService(saying(200, { stolen: true }));
      const { error, service } = await asked(to(address(stranger)));
      expect(error).toBeInstanceOf(UnreadableAnswer);
      expect(stranger.received).toEqual([]);
      expect(service.received).toHaveLength(1);
    },
  );

  it.each([
    ['leads in a circle', to('/api/players'), 4],
    ['has no Location', ((response) => response.writeHead(302).end()) satisfies Answering, 1],
    ['has an invalid Location', to('http://'), 1],
  ])('is rejected when it %s', async (_reason, answer, requests) => {
    const { error, service } = await asked(answer);
    expect(error).toBeInstanceOf(UnreadableAnswer);
    expect(service.received).toHaveLength(requests);
  });
});

describe('a response', () => {
  it.each([
    ['is not JSON', sayingHtml(200) satisfies Answering],
    ['is truncated JSON', ((response) => response.end('{"data":[')) satisfies Answering],
    ['is empty', ((response) => response.end()) satisfies Answering],
    ['is huge', ((response) => response.end('['.padEnd(2 * 1024 * 1024, ' '))) satisfies Answering],
  ])('is unreadable when it %s, and is not requested again', async (_reason, answer) => {
    const { error, service } = await asked(answer);
    expect(error).toBeInstanceOf(UnreadableAnswer);
    expect(service.received).toHaveLength(1);
  });

  it('of one megabyte is read', async () => {
    const { json } = await asked((response) => response.end('[]'.padEnd(1024 * 1024, ' ')));
    expect(json).toEqual([]);
  });

  it('sets the service’s clock', async () => {
    const { http } = await asked(saying(200, {}, { date: 'Sun, 07 Jun 2026 12:00:00 GMT' }), {
      now: () => 1_000,
    });
    expect(http.serviceNow()).toBe(Date.UTC(2026, 5, 7, 12));
  });
});

describe('closing', () => {
  it('rejects a queued call at once', async () => {
    const service = await aService(saying(200, {}));
    const { http, budget } = anHttp(service.origin);
    budget.exhausted();
    const waiting = http.json({ ...CALL, priority: 'background' });
    const ended = expect(waiting).rejects.toBeInstanceOf(Error);
    budget.stop();
    await http.close();
    await ended;
    expect(service.received).toEqual([]);
  });

  it('aborts a call in flight, and does not retry it', async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const service = await aService(() => {
      arrived();
    });
    const { http, budget } = anHttp(service.origin);
    const onItsWay = http.json({ ...CALL, priority: 'background' });
    const ended = expect(onItsWay).rejects.toBeInstanceOf(ServiceDown);
    await arrival;
    budget.stop();
    await http.close();
    await ended;
    expect(service.received).toHaveLength(1);
  });
});
