import { FREE, type Row } from './row.ts';

/** A row whose request has one invalid value, with the field and the message of the 422. */
const wrong = (ask: string, field: string, message: string): Row => ({
  says: '422 parameters fail validation',
  ask,
  status: 422,
  errors: { [field]: message },
});

const words = (field: string): string => field.replaceAll('_', ' ');
const selected = (field: string): string => `The selected ${words(field)} is invalid.`;
const integer = (field: string): string => `The ${words(field)} field must be an integer.`;
const dated = (field: string): string => `The ${words(field)} field must match the format Y-m-d.`;

const PAGED = [
  '/matches',
  '/matches/{final}/head2head',
  '/live',
  '/players',
  '/pairs/{one}-{two}/matches',
  '/tournaments',
  '/tournaments/{tournament}/matches',
  '/tournaments/{tournament}/videos',
  '/seasons',
  '/seasons/{season}/tournaments',
];

const DATED = [
  '/matches',
  '/players/{one}/stats',
  '/pairs/{one}-{two}/matches',
  '/pairs/{one}-{two}/stats',
  '/tournaments',
];

const OUT_OF_ENUMERATION = [
  ['/matches', 'round'],
  ['/matches', 'category'],
  ['/matches', 'sort_by'],
  ['/matches', 'order_by'],
  ['/players', 'category'],
  ['/players', 'side'],
  ['/players', 'sort_by'],
  ['/players', 'order_by'],
  ['/players/{one}/stats', 'round'],
  ['/pairs/{one}-{two}/matches', 'round'],
  ['/pairs/{one}-{two}/matches', 'sort_by'],
  ['/pairs/{one}-{two}/matches', 'order_by'],
  ['/pairs/{one}-{two}/stats', 'round'],
  ['/tournaments', 'level'],
  ['/tournaments', 'sort_by'],
  ['/tournaments', 'order_by'],
  ['/tournaments/{tournament}/matches', 'round'],
  ['/tournaments/{tournament}/matches', 'category'],
] as const;

const WRONG_TEAMS = [
  [{ team_2: [1] }, 'team_1', 'The team 1 field is required.'],
  [{ team_1: [1] }, 'team_2', 'The team 2 field is required.'],
  [{ team_1: [], team_2: [1] }, 'team_1', 'The team 1 field must have at least 1 items.'],
  [
    { team_1: [1, 2, 3], team_2: [4] },
    'team_1',
    'The team 1 field must not have more than 2 items.',
  ],
  [{ team_1: 1, team_2: [4] }, 'team_1', 'The team 1 field must be an array.'],
  [{ team_1: [1], team_2: ['x'] }, 'team_2.0', 'The team 2.0 field must be an integer.'],
  [{ team_1: [1.5], team_2: [2] }, 'team_1.0', 'The team 1.0 field must be an integer.'],
] as const;

/** The section "Errors": every kind of 422, and the 402 and 404 responses. */
export const REFUSALS: readonly Row[] = [
  ...PAGED.flatMap((path) => [
    wrong(`GET ${path}?page=one`, 'page', integer('page')),
    wrong(`GET ${path}?page=0`, 'page', 'The page field must be at least 1.'),
    wrong(`GET ${path}?per_page=0`, 'per_page', 'The per page field must be at least 1.'),
    wrong(`GET ${path}?per_page=51`, 'per_page', 'The per page field must not be greater than 50.'),
  ]),
  ...[
    ['page', integer('page')],
    ['per_page', integer('per_page')],
  ].map(([field = '', message = '']) => ({
    ...wrong(`POST /matches/head2head?${field}=all`, field, message),
    body: { team_1: ['{one}'], team_2: ['{three}'] },
  })),
  ...DATED.flatMap((path) => [
    wrong(`GET ${path}?after_date=01.02.2026`, 'after_date', dated('after_date')),
    wrong(`GET ${path}?before_date=2026-02-30`, 'before_date', dated('before_date')),
  ]),
  wrong('GET /tournaments/{past}/matches?played_at=today', 'played_at', dated('played_at')),
  ...OUT_OF_ENUMERATION.map(([path, field]) =>
    wrong(`GET ${path}?${field}=3`, field, selected(field)),
  ),
  {
    ...wrong('GET /tournaments?level=fip_silver', 'level', selected('level')),
    says: 'level allowed values: not fip_silver',
  },
  ...[
    ['/players', 'nationality'],
    ['/tournaments', 'country'],
  ].flatMap(([path = '', field = '']) =>
    ['E', 'ESP'].map((value) => ({
      ...wrong(`GET ${path}?${field}=${value}`, field, `The ${field} field must be 2 characters.`),
      says: 'nationality / country filters: exactly 2 characters',
    })),
  ),
  ...['x', '1.5'].map((id) =>
    wrong(
      `GET /pairs/{one}-{two}/matches?tournament_id=${id}`,
      'tournament_id',
      integer('tournament_id'),
    ),
  ),
  wrong('GET /seasons?year=2022', 'year', 'The year field must be at least 2023.'),
  wrong('GET /seasons?year=2027', 'year', 'The year field must not be greater than 2026.'),
  wrong('GET /seasons?year=now', 'year', integer('year')),
  ...[
    ['/matches/x', 'match'],
    ['/matches/1.5/stats', 'match'],
    ['/matches/x/live', 'match'],
    ['/matches/x/head2head', 'match'],
    ['/players/x', 'player'],
    ['/players/x/stats', 'player'],
    ['/pairs/x-2', 'player1'],
    ['/pairs/1-x/matches', 'player2'],
    ['/pairs/x-2/stats', 'player1'],
    ['/tournaments/x/matches', 'tournament'],
    ['/tournaments/x/videos', 'tournament'],
    ['/seasons/x/tournaments', 'season'],
  ].map(([path = '', field = '']) => ({
    ...wrong(`GET ${path}`, field, integer(field)),
    says: 'Path ids are integers',
  })),
  ...['/matches/head2head', '/matches/simulate'].flatMap((path) =>
    WRONG_TEAMS.map(([body, field, message]) => ({
      ...wrong(`POST ${path}`, field, message),
      says: '1 to 2 player ids per team',
      body,
    })),
  ),
  {
    says: 'errors maps each failing field name; the message is the first validation message',
    ask: 'GET /matches?category=mixed&round=3',
    status: 422,
    includes: {
      message: selected('round'),
      errors: { category: [selected('category')], round: [selected('round')] },
    },
  },
  ...['/matches/{final}/stats', '/pairs/{one}-{two}/stats', '/matches/{live}/live', '/live'].map(
    (path) => ({
      says: 'The endpoints for match stats, pair stats and live matches are restricted',
      ask: `GET ${path}`,
      token: FREE,
      status: 402,
      includes: { message: 'Subscription required.' },
    }),
  ),
  ...[
    '/matches/1',
    '/matches/1/stats',
    '/matches/1/live',
    '/matches/1/head2head',
    '/players/999999',
    '/players/999999/stats',
    '/pairs/{one}-{one}',
    '/pairs/{one}-999999/matches',
    '/pairs/{one}-999999/stats',
    '/tournaments/999999/matches',
    '/tournaments/999999/videos',
    '/seasons/999/tournaments',
    '/nothing',
    '/webhooks',
  ].map((path) => ({
    says: '404 id or path does not exist',
    ask: `GET ${path}`,
    status: 404,
    includes: { message: 'Not found.' },
  })),
];
