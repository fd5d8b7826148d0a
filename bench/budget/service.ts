import { MockAgent, type Dispatcher } from 'undici';
import { createRateLimit } from '#src/sandbox/padel-service/api/rate-limit.ts';
import { wholeBetween, type Random } from '#src/sandbox/padel-service/world/random.ts';

/** A data service that only counts: in the place of the network, on the clock of the run. */
export interface CountingService {
  readonly origin: string;
  readonly dispatcher: Dispatcher;
  /** Requests of each service minute. */
  readonly minutes: readonly number[];
  /** When each request arrived, and for what. */
  readonly arrivals: readonly Arrival[];
  readonly refused: () => number;
}

export interface Arrival {
  readonly at: number;
  readonly path: string;
}

/** A request is on its way for so long, milliseconds. */
const TRAVEL = { least: 30, most: 400 } as const;

export const LIVE_MATCHES = 20;
export const PLAYERS = 500;

const player = (id: number) => ({ id, name: `Player ${id}`, category: 'men', ranking: String(id) });

const match = (id: number) => ({
  id,
  category: 'men',
  round: 8,
  status: 'live',
  score: [{ team_1: '6', team_2: '4' }],
  winner: null,
  players: {
    team_1: [player(id * 4), player(id * 4 + 1)],
    team_2: [player(id * 4 + 2), player(id * 4 + 3)],
  },
});

const live = (id: number) => ({
  id,
  status: 'live',
  channel: `matches.${id}`,
  sets: [{ set_number: 1, set_score: null, games: [] }],
});

const page = (data: readonly unknown[], last = 1) => ({
  data,
  meta: { current_page: 1, last_page: last, total: data.length * last },
});

const ids = (count: number, after = 0): number[] =>
  Array.from({ length: count }, (_, index) => after + index + 1);

const numberIn = (path: string, name: string): number =>
  Number(new RegExp(`[?&]${name}=(\\d+)`).exec(path)?.[1] ?? 1);

/** A page of the ranking; its players are everybody's own, so that cards can be told from it. */
const ranked = (path: string) => {
  const perPage = numberIn(path, 'per_page');
  return page(ids(perPage, (numberIn(path, 'page') - 1) * perPage).map(player), PLAYERS / perPage);
};

const figures = { matches_played: 10, matches_won: 7, titles: 1 };
const tournament = { id: 1, name: 'Open', status: 'live' };

/** The first that fits answers. */
const ROUTES: readonly (readonly [pattern: RegExp, body: (path: string) => unknown])[] = [
  [/^\/api\/live/, () => page(ids(LIVE_MATCHES).map(live))],
  [/\/live$/, () => live(1)],
  [
    /\/simulate/,
    () => ({ probability: { team_1: 60, team_2: 40 }, players: { team_1: [], team_2: [] } }),
  ],
  [/\/stats/, () => figures],
  [/^\/api\/players\/\d+/, () => player(1)],
  [/^\/api\/players/, ranked],
  [/^\/api\/tournaments\?/, () => page([tournament])],
  [/^\/api\/matches\/\d+$/, () => match(1)],
  [/matches|head2head/, () => page(ids(50).map(match), 2)],
];

export const createCountingService = (now: () => number, random: Random): CountingService => {
  const take = createRateLimit(60, now);
  const first = Math.floor(now() / 60_000);
  const minutes: number[] = [];
  const arrivals: Arrival[] = [];
  let refused = 0;

  const answer = ({ path }: { path: string }) => {
    const minute = Math.floor(now() / 60_000) - first;
    minutes[minute] = (minutes[minute] ?? 0) + 1;
    arrivals.push({ at: now(), path });
    const { remaining, isExceeded, limit } = take('token');
    if (isExceeded) refused += 1;
    const body = ROUTES.find(([pattern]) => pattern.test(path))?.[1](path);
    return {
      statusCode: isExceeded ? 429 : body === undefined ? 404 : 200,
      data: JSON.stringify(isExceeded ? { message: 'Too Many Attempts.' } : (body ?? {})),
      responseOptions: {
        headers: {
          'content-type': 'application/json',
          'x-ratelimit-limit': String(limit),
          'x-ratelimit-remaining': String(remaining),
        },
      },
    };
  };

  const origin = 'http://padel.example';
  const agent = new MockAgent();
  agent.disableNetConnect();
  for (const method of ['GET', 'POST'] as const) {
    agent
      .get(origin)
      .intercept({ path: () => true, method })
      .reply(answer)
      .persist();
  }
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    setTimeout(() => dispatch(options, handler), wholeBetween(random, TRAVEL.least, TRAVEL.most));
    return true;
  });
  return { origin, dispatcher, minutes, arrivals, refused: () => refused };
};
