import { FREE, type Row } from './row.ts';

const HIDDEN = 'hidden_free_plan';

const unauthenticated = (ask: string, token: string | null): Row => ({
  says: 'Missing, invalid or revoked token: 401 with the body {message: "Unauthenticated."}',
  ask,
  token,
  status: 401,
  includes: { message: 'Unauthenticated.' },
});

const isHidden =
  (...names: string[]) =>
  (entry: Readonly<Record<string, unknown>>): boolean =>
    names.every((name) => entry[name] === HIDDEN || entry[name] === null) &&
    names.some((name) => entry[name] === HIDDEN);

/** "Authentication", "Limits", "Versioning", and what a small plan hides (padel-facts). */
export const ACCESS: readonly Row[] = [
  unauthenticated('GET /players', null),
  unauthenticated('GET /players', 'revoked'),
  unauthenticated('GET /live', null),
  unauthenticated('GET /nothing', null),
  unauthenticated('POST /matches/simulate', null),
  {
    says: 'per_page: default 15; page number to retrieve',
    ask: 'GET /players?page=2',
    includes: { meta: { per_page: 15, current_page: 2, from: 16, to: 30 } },
  },
  {
    says: 'per_page: minimum 1',
    ask: 'GET /players?per_page=1',
    includes: { meta: { per_page: 1, from: 1, to: 1 } },
  },
  {
    says: 'per_page: maximum 50',
    ask: 'GET /players?per_page=50',
    includes: { meta: { per_page: 50, from: 1, to: 50 } },
  },
  {
    says: 'A page beyond the last one is empty',
    ask: 'GET /players?page=9999',
    includes: { data: [], links: { next: '' } },
  },
  {
    says: 'Parameters that an endpoint does not name are ignored',
    ask: 'GET /players?level=p3&round=x&sort=name',
    includes: { meta: { current_page: 1 } },
  },
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({
    says: '404 path does not exist: not with this method',
    ask: `${method} /players`,
    status: 404,
    includes: { message: 'Not found.' },
  })),
  {
    says: 'The base path is the fixed prefix /api with no version segment',
    ask: 'GET /v1/players',
    status: 404,
  },
  {
    says: 'The free plan hides values of a player',
    ask: 'GET /players/{one}',
    token: FREE,
    holds: isHidden('points', 'height', 'birthdate', 'age', 'connections'),
  },
  {
    says: 'The free plan hides values of a player in a list',
    ask: 'GET /players',
    token: FREE,
    holds: isHidden('points', 'height', 'birthdate', 'age', 'connections'),
  },
  {
    says: 'The free plan hides values of a match',
    ask: 'GET /matches/{final}',
    token: FREE,
    holds: isHidden('court', 'court_order', 'started_time', 'duration'),
  },
  {
    says: 'The free plan hides probabilities, and values of the players around them',
    ask: 'POST /matches/simulate',
    token: FREE,
    body: { team_1: ['{one}'], team_2: ['{three}'] },
    includes: {
      probability: { team_1: HIDDEN, team_2: HIDDEN },
      players: { team_1: [{ points: HIDDEN }], team_2: [{ points: HIDDEN }] },
    },
  },
  {
    says: 'The free plan hides values and the players of a pair',
    ask: 'GET /pairs/{one}-{two}',
    token: FREE,
    holds: isHidden('points', 'first_match_at', 'last_match_at', 'players'),
  },
  {
    says: 'The free plan hides values of the statistics of a player',
    ask: 'GET /players/{one}/stats',
    token: FREE,
    holds: isHidden('titles', 'finals', 'semifinals', 'best_round'),
  },
  {
    says: 'The free plan hides the URLs of videos',
    ask: 'GET /tournaments/{past}/videos',
    token: FREE,
    holds: isHidden('url'),
  },
  { says: 'The free plan hides nothing of tournaments', ask: 'GET /tournaments', token: FREE },
];
