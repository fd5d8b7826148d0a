import { match, page, season, tournament, video } from './resources.ts';
import type { Row } from './row.ts';

const LEVELS = [
  'finals',
  'fip_gold',
  'fip_other',
  'fip_platinum',
  'major',
  'p1',
  'p2',
  'wpt_1000',
  'wpt_500',
  'wpt_final',
  'wpt_master',
];

/** The section "Tournaments, seasons, videos". */
export const TOURNAMENTS: readonly Row[] = [
  {
    says: 'GET /tournaments: paginated Tournament',
    ask: 'GET /tournaments',
    shape: page(tournament),
  },
  {
    says: 'GET /tournaments takes name',
    ask: 'GET /tournaments?name=finals',
    holds: ({ name }) => /finals/i.test(String(name)),
  },
  {
    says: 'GET /tournaments takes location',
    ask: 'GET /tournaments?location=Roma',
    holds: ({ location }) => location === 'Roma',
  },
  {
    says: 'GET /tournaments takes country (2 characters)',
    ask: 'GET /tournaments?country=IT',
    holds: ({ country }) => country === 'IT',
  },
  ...LEVELS.map((level) => ({
    says: `level allowed values: ${level}`,
    ask: `GET /tournaments?level=${level}`,
    shape: page(tournament),
    holds: (entry: Readonly<Record<string, unknown>>) => entry['level'] === level,
  })),
  {
    says: 'GET /tournaments takes after_date and before_date',
    ask: 'GET /tournaments?after_date=2025-03-01&before_date=2025-03-31',
    holds: ({ start_date }) => String(start_date).startsWith('2025-03'),
  },
  ...['name', 'location', 'country', 'level', 'start_date', 'end_date'].flatMap((field) => [
    {
      says: `GET /tournaments: sort_by ${field}, order_by asc`,
      ask: `GET /tournaments?sort_by=${field}&order_by=asc&per_page=50`,
      ascending: field,
    },
    {
      says: `GET /tournaments: sort_by ${field}, order_by desc`,
      ask: `GET /tournaments?sort_by=${field}&order_by=desc&per_page=50`,
      descending: field,
    },
  ]),
  {
    says: 'GET /tournaments/{tournament}/matches: paginated Match',
    ask: 'GET /tournaments/{tournament}/matches',
    shape: page(match),
    holds: ({ id }) => typeof id === 'number',
  },
  {
    says: 'GET /tournaments/{tournament}/matches takes played_at (date), round, category and court',
    ask: 'GET /tournaments/{past}/matches?played_at={day}&round=1&category=men&court={court}',
    holds: ({ round, category, status }) =>
      round === 1 && category === 'men' && status === 'finished',
  },
  {
    says: 'GET /tournaments/{tournament}/videos: paginated Video',
    ask: 'GET /tournaments/{past}/videos',
    shape: page(video),
    holds: ({ type }) => typeof type === 'string' && type !== '',
  },
  ...['matches', 'videos'].map((kind) => ({
    says: '302 resource moved, e.g. a tournament record that was merged',
    ask: `GET /tournaments/{mergedTournament}/${kind}`,
    status: 302,
  })),
  {
    says: 'GET /seasons: paginated Season',
    ask: 'GET /seasons',
    shape: page(season),
    holds: ({ tournaments_count }) => Number(tournaments_count) > 0,
  },
  ...[2023, 2024, 2025, 2026].map((year) => ({
    says: `GET /seasons takes year (2023 to 2026 inclusive): ${year}`,
    ask: `GET /seasons?year=${year}`,
    shape: page(season),
    holds: (entry: Readonly<Record<string, unknown>>) => entry['year'] === String(year),
  })),
  {
    says: 'GET /seasons/{season}/tournaments: paginated Tournament',
    ask: 'GET /seasons/{season}/tournaments',
    shape: page(tournament),
    holds: ({ level }) => LEVELS.includes(String(level)),
  },
];
