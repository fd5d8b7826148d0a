import { live, match, page, simulation } from './resources.ts';
import type { Row } from './row.ts';
import { matchStats } from './statistics.ts';

const matches = page(match);

const idsIn = (team: unknown): number[] =>
  Array.isArray(team) ? team.flatMap((each: { id: number }) => each.id) : [];

/** The section "Matches" and the endpoints that belong to it. */
export const MATCHES: readonly Row[] = [
  { says: 'GET /matches: paginated Match', ask: 'GET /matches', shape: matches },
  {
    says: 'GET /matches takes after_date and before_date (date)',
    ask: 'GET /matches?after_date=2025-03-01&before_date=2025-03-31',
    shape: matches,
    holds: ({ played_at }) => String(played_at).startsWith('2025-03'),
  },
  {
    says: 'A range of dates whose end is before its start is empty',
    ask: 'GET /matches?after_date=2025-03-31&before_date=2025-03-01',
    includes: { data: [] },
  },
  ...[1, 2, 4, 8, 16, 32].map((round) => ({
    says: `round is one of 1, 2, 4, 8, 16, 32: ${round}`,
    ask: `GET /matches?round=${round}`,
    shape: matches,
    holds: (entry: Readonly<Record<string, unknown>>) => entry['round'] === round,
  })),
  ...[
    [1, 'Final'],
    [2, 'Semifinal'],
    [4, 'Quarterfinal'],
    [8, 'Round of 16'],
    [16, 'Round of 32'],
    [32, 'Round of 64'],
  ].map(([round, stage]) => ({
    says: `Round values: ${round} is the stage ${stage}`,
    ask: `GET /matches?round=${round}`,
    holds: (entry: Readonly<Record<string, unknown>>) => entry['round_name'] === stage,
  })),
  {
    says: 'GET /matches takes category (men/women)',
    ask: 'GET /matches?category=women',
    holds: ({ category }) => category === 'women',
  },
  {
    says: 'GET /matches takes court (string, court name)',
    ask: 'GET /matches?court={court}&after_date={day}&before_date={day}&per_page=50',
    holds: ({ court, played_at }) => court !== '' && played_at !== null,
  },
  {
    says: 'GET /matches: sort_by played_at, order_by asc',
    ask: 'GET /matches?sort_by=played_at&order_by=asc&per_page=50&page=20',
    ascending: 'played_at',
  },
  {
    says: 'GET /matches: sort_by played_at, order_by desc',
    ask: 'GET /matches?sort_by=played_at&order_by=desc&per_page=50&page=2',
    descending: 'played_at',
  },
  {
    says: 'GET /matches: sort_by round',
    ask: 'GET /matches?sort_by=round&after_date=2026-11-01&per_page=50',
    ascending: 'round',
  },
  {
    says: 'GET /matches: sort_by round, order_by desc',
    ask: 'GET /matches?sort_by=round&order_by=desc&after_date=2026-11-19&per_page=50',
    descending: 'round',
  },
  {
    says: 'GET /matches/{match}: Match',
    ask: 'GET /matches/{final}',
    shape: match,
    holds: ({ self, category }) =>
      String(self).startsWith('/api/matches/') && (category === 'men' || category === 'women'),
  },
  {
    says: 'Match status values named: live',
    ask: 'GET /matches/{live}',
    shape: match,
    includes: { status: 'live', winner: null },
  },
  {
    says: 'Match status values named: scheduled',
    ask: 'GET /matches/{scheduled}',
    shape: match,
    includes: { status: 'scheduled', score: null, winner: null, started_time: null },
  },
  {
    says: 'Match status values named: finished',
    ask: 'GET /matches/{final}',
    includes: { status: 'finished' },
  },
  {
    says: 'GET /matches/{match}/stats: Match stats',
    ask: 'GET /matches/{final}/stats',
    shape: matchStats,
    holds: ({ set_1, set_2 }) => set_1 !== undefined && set_2 !== undefined,
  },
  {
    says: 'Match stats exist only for matches with official data: not before play',
    ask: 'GET /matches/{scheduled}/stats',
    status: 404,
  },
  {
    says: 'GET /matches/{match}/live: the fields of Live match',
    ask: 'GET /matches/{live}/live',
    shape: live,
    holds: ({ id, channel, status }) => channel === `matches.${String(id)}` && status === 'live',
  },
  {
    says: 'GET /matches/{match}/head2head: paginated Match, earlier ones between the same teams',
    ask: 'GET /matches/{final}/head2head?page=1&per_page=5',
    shape: matches,
  },
  {
    says: 'POST /matches/head2head: Match between the specified teams',
    ask: 'POST /matches/head2head',
    body: { team_1: ['{one}', '{two}'], team_2: ['{three}', '{four}'] },
    shape: matches,
    holds: ({ players }) => {
      const { team_1 } = players as { team_1: unknown };
      return idsIn(team_1).length === 2;
    },
  },
  {
    says: 'POST /matches/head2head: or individual players',
    ask: 'POST /matches/head2head?per_page=50&page=1',
    body: { team_1: ['{one}'], team_2: ['{three}'] },
    shape: matches,
    holds: ({ id }) => typeof id === 'number',
  },
  {
    says: 'POST /matches/simulate: simulation result of two teams',
    ask: 'POST /matches/simulate',
    body: { team_1: ['{one}', '{two}'], team_2: ['{three}', '{four}'] },
    shape: simulation,
  },
  {
    says: 'POST /matches/simulate: 1 to 2 integers each',
    ask: 'POST /matches/simulate',
    body: { team_1: ['{one}'], team_2: ['{three}', '{four}'] },
    shape: simulation,
  },
  {
    says: 'GET /live: paginated Live match, matches active within the last 10 minutes',
    ask: 'GET /live?per_page=50&page=1',
    shape: page(live),
    holds: ({ sets }) => Array.isArray(sets),
  },

  ...['major', 'p1', 'p2', 'finals', 'fip_platinum'].flatMap((level) => [
    {
      says: `Data coverage, ${level}: score yes`,
      ask: `GET /matches/{${level}}`,
      holds: ({ score }: Readonly<Record<string, unknown>>) => Array.isArray(score),
    },
    {
      says: `Data coverage, ${level}: stats yes`,
      ask: `GET /matches/{${level}}/stats`,
      shape: matchStats,
    },
    {
      says: `Data coverage, ${level}: point by point yes`,
      ask: `GET /matches/{${level}}/live`,
      shape: live,
    },
  ]),
  ...['fip_gold', 'wpt_master', 'wpt_1000', 'wpt_500', 'wpt_final', 'fip_other'].flatMap(
    (level) => [
      {
        says: `Data coverage, ${level}: score yes`,
        ask: `GET /matches/{${level}}`,
        holds: ({ score }: Readonly<Record<string, unknown>>) => Array.isArray(score),
      },
      {
        says: `Data coverage, ${level}: stats no (fip_other: unknown)`,
        ask: `GET /matches/{${level}}/stats`,
        status: 404,
      },
      {
        says: `Data coverage, ${level}: point by point no (fip_other: unknown)`,
        ask: `GET /matches/{${level}}/live`,
        status: 404,
      },
    ],
  ),
];
