import { MockAgent, type Dispatcher } from 'undici';
import { createRateLimit } from '#src/sandbox/padel-service/api/rate-limit.ts';
import { wholeBetween, type Random } from '#src/sandbox/padel-service/world/random.ts';

/** A data service that only counts: in the place of the network, on the clock of the run. */
export interface CountingService {
  readonly origin: string;
  readonly dispatcher: Dispatcher;
  /** When each request arrived. */
  readonly arrivals: readonly number[];
  readonly refused: () => number;
}

/** A request is on its way for so long, milliseconds. */
const TRAVEL = { least: 30, most: 400 } as const;

export const LIVE_MATCHES = 20;
/** Two tournaments are on, each of two pages of matches: every second one is its own. */
export const TOURNAMENTS = [1, 2] as const;
const PAGE = 50;
/** A match lasts 84 minutes (padel-facts): with twenty on court, so often one ends and one begins. */
export const TURN = (84 / LIVE_MATCHES) * 60_000;
export const PLAYERS = 500;
/** Pages of matches of a year, from which pairs are learnt. */
const YEAR = 400;

const player = (id: number) => ({ id, name: `Player ${id}`, category: 'men', ranking: String(id) });

/** The service at some moment: matches are played in the order of their numbers. */
interface Moment {
  readonly today: string;
  readonly statusOf: (id: number) => 'finished' | 'live' | 'scheduled';
}

const momentAfter = (passed: number, now: number): Moment => {
  const over = Math.floor(passed / TURN);
  return {
    today: new Date(now).toISOString().slice(0, 10),
    statusOf: (id) => {
      if (id <= over) return 'finished';
      return id <= over + LIVE_MATCHES ? 'live' : 'scheduled';
    },
  };
};

const SCORES = {
  scheduled: null,
  live: [{ team_1: '6', team_2: '4' }],
  finished: [
    { team_1: '6', team_2: '4' },
    { team_1: '6', team_2: '3' },
  ],
} as const;

const match = (id: number, { today, statusOf }: Moment) => ({
  id,
  category: 'men',
  round: 8,
  played_at: today,
  status: statusOf(id),
  score: SCORES[statusOf(id)],
  winner: statusOf(id) === 'finished' ? 'team_1' : null,
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

const page = (data: readonly unknown[], last = 1, current = 1) => ({
  data,
  meta: { current_page: current, last_page: last, total: data.length * last },
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
const tournament = (id: number) => ({ id, name: `Open ${id}`, status: 'live' });

const matchesOf = (path: string, moment: Moment) => {
  const current = numberIn(path, 'page');
  const count = TOURNAMENTS.length;
  const first = Number(/tournaments\/(\d+)/.exec(path)?.[1]) + (current - 1) * PAGE * count;
  const own = ids(PAGE).map((index) => first + (index - 1) * count);
  return page(
    own.map((id) => match(id, moment)),
    2,
    current,
  );
};

const liveMatches = ({ statusOf }: Moment) =>
  ids(2 * PAGE * TOURNAMENTS.length).filter((id) => statusOf(id) === 'live');

/** A page of all matches of a year: only their number is like those of a real one. */
const ofTheYear = (path: string, moment: Moment) => {
  const current = numberIn(path, 'page');
  const own = ids(PAGE, (current - 1) * PAGE);
  return page(
    own.map((id) => match(id, moment)),
    YEAR,
    current,
  );
};

type Route = readonly [pattern: RegExp, body: (path: string, moment: Moment) => unknown];

/** The first that fits answers. */
const ROUTES: readonly Route[] = [
  [/^\/api\/live/, (_path, moment) => page(liveMatches(moment).map(live))],
  [/\/live$/, () => live(1)],
  [
    /\/simulate/,
    () => ({ probability: { team_1: 60, team_2: 40 }, players: { team_1: [], team_2: [] } }),
  ],
  [/\/stats/, () => figures],
  [/^\/api\/players\/\d+/, () => player(1)],
  [/^\/api\/players/, ranked],
  [/^\/api\/tournaments\?/, () => page(TOURNAMENTS.map(tournament))],
  [/^\/api\/tournaments\/\d+\/matches/, matchesOf],
  [/^\/api\/matches\/\d+$/, (path, moment) => match(Number(path.split('/').at(-1)), moment)],
  [/^\/api\/matches\?/, ofTheYear],
  [/matches|head2head/, (_path, moment) => page(ids(PAGE).map((id) => match(id, moment)))],
];

/** Twenty matches at once, one after the other, from the first request on. */
export const answersOfTheEvening = (now: () => number): ((path: string) => unknown) => {
  const began = now();
  return (path) => {
    const moment = momentAfter(now() - began, now());
    return ROUTES.find(([pattern]) => pattern.test(path))?.[1](path, moment);
  };
};

/** The answer of a plan that lacks what is asked for. */
export const LACKED = { message: 'Payment required.' } as const;

const statusOf = (body: unknown): number => {
  if (body === undefined) return 404;
  return body === LACKED ? 402 : 200;
};

/**
 * @param answerTo the body of the answer to a path; undefined where there is no such thing
 * @param perMinute how many requests it takes in a minute
 */
export const createCountingService = (
  now: () => number,
  random: Random,
  answerTo: (path: string) => unknown,
  perMinute = 60,
): CountingService => {
  const take = createRateLimit(perMinute, now);
  const arrivals: number[] = [];
  let refused = 0;

  const answer = ({ path }: { path: string }) => {
    arrivals.push(now());
    const { remaining, isExceeded, limit } = take('token');
    if (isExceeded) refused += 1;
    const body = answerTo(path);
    return {
      statusCode: isExceeded ? 429 : statusOf(body),
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
  return { origin, dispatcher, arrivals, refused: () => refused };
};
