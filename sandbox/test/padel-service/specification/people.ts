import { match, page, pair, player } from './resources.ts';
import type { Row } from './row.ts';
import { pairStats, playerStats } from './statistics.ts';

const PAIR = '/pairs/{one}-{two}';

/** The section "Players and pairs". */
export const PEOPLE: readonly Row[] = [
  { says: 'GET /players: paginated Player', ask: 'GET /players', shape: page(player) },
  {
    says: 'GET /players takes name (several names separated by commas)',
    ask: 'GET /players?name=ana,%20alba',
    holds: ({ name }) => /ana|alba/i.test(String(name).normalize('NFD').replace(/\p{M}/gu, '')),
  },
  {
    says: 'GET /players takes nationality (2 characters)',
    ask: 'GET /players?nationality=AR',
    holds: ({ nationality }) => nationality === 'AR',
  },
  {
    says: 'GET /players takes category (men/women)',
    ask: 'GET /players?category=men',
    holds: ({ category }) => category === 'men',
  },
  {
    says: 'GET /players takes birthplace (string)',
    ask: 'GET /players?birthplace=Madrid',
    holds: ({ birthplace }) => birthplace === 'Madrid',
  },
  {
    says: 'GET /players takes side (drive/backhand)',
    ask: 'GET /players?side=backhand',
    holds: ({ side }) => side === 'backhand',
  },
  ...['name', 'ranking', 'points', 'height', 'birthdate'].flatMap((field) => [
    {
      says: `GET /players: sort_by ${field}, order_by asc`,
      ask: `GET /players?category=women&sort_by=${field}&order_by=asc&per_page=50`,
      ascending: field,
    },
    {
      says: `GET /players: sort_by ${field}, order_by desc`,
      ask: `GET /players?category=women&sort_by=${field}&order_by=desc&per_page=50`,
      descending: field,
    },
  ]),
  { says: 'GET /players/{player}: Player', ask: 'GET /players/{one}', shape: player },
  {
    says: 'A merged player record redirects (302) to the canonical one',
    ask: 'GET /players/{merged}',
    status: 302,
  },
  {
    says: 'The statistics of a merged player record redirect (302), too',
    ask: 'GET /players/{merged}/stats?round=1',
    status: 302,
  },
  {
    says: 'GET /players/{player}/stats: Player stats',
    ask: 'GET /players/{one}/stats',
    shape: playerStats,
    holds: ({ matches_played, best_round, titles }) =>
      Number(matches_played) > 0 && best_round === 1 && Number(titles) > 0,
  },
  {
    says: 'Player stats over the filtered period',
    ask: 'GET /players/{one}/stats?after_date={day}&before_date={day}',
    shape: playerStats,
    holds: ({ matches_played }) => matches_played === 1,
  },
  {
    says: 'Player stats over the filtered round',
    ask: 'GET /players/{one}/stats?round=1',
    shape: playerStats,
    holds: ({ best_round, matches_played, finals }) =>
      best_round === 1 && Number(finals) >= Number(matches_played),
  },
  { says: 'GET /pairs/{player1}-{player2}: Pair', ask: `GET ${PAIR}`, shape: pair },
  {
    says: 'The pair id is the two player ids joined by a hyphen; both orders work',
    ask: 'GET /pairs/{two}-{one}',
    shape: pair,
  },
  {
    says: 'GET /pairs/…/matches: paginated Match',
    ask: `GET ${PAIR}/matches`,
    shape: page(match),
    holds: ({ id }) => typeof id === 'number',
  },
  {
    says: 'GET /pairs/…/matches takes tournament_id (integer)',
    ask: `GET ${PAIR}/matches?tournament_id={past}`,
    holds: ({ connections }) => String(connections).startsWith('/api/tournaments/'),
  },
  {
    says: 'GET /pairs/…/matches takes after_date, before_date, round',
    ask: `GET ${PAIR}/matches?after_date={day}&before_date={day}&round=1`,
    holds: ({ round }) => round === 1,
  },
  {
    says: 'GET /pairs/…/matches: sort_by played_at, order_by desc',
    ask: `GET ${PAIR}/matches?sort_by=played_at&order_by=desc&per_page=50`,
    descending: 'played_at',
  },
  {
    says: 'GET /pairs/…/matches: sort_by round, order_by asc',
    ask: `GET ${PAIR}/matches?tournament_id={past}&sort_by=round&order_by=asc`,
    ascending: 'round',
  },
  {
    says: 'GET /pairs/…/stats: Pair stats',
    ask: `GET ${PAIR}/stats`,
    shape: pairStats,
    holds: ({ best_round, matches_played }) => best_round === '1' && Number(matches_played) > 0,
  },
  {
    says: 'GET /pairs/…/stats takes after_date, before_date, round',
    ask: `GET ${PAIR}/stats?after_date={day}&before_date={day}&round=1`,
    shape: pairStats,
    holds: ({ matches_played }) => matches_played === 1,
  },
];
