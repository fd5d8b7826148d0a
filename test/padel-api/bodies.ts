/** The example bodies of the specification, one of each resource. */

export const aPlayerOnWire = (id = 1, more: Readonly<Record<string, unknown>> = {}) => ({
  id,
  self: `/api/players/${id}`,
  name: 'Ana Vega',
  url: null,
  photo_url: 'https://padel.example/ana.png',
  category: 'women',
  ranking: '12',
  points: 3_400,
  height: 172,
  nationality: 'ES',
  birthplace: 'Madrid',
  birthdate: '1998-04-01',
  age: '28',
  hand: 'right',
  side: 'drive',
  links: `/api/players/${id}`,
  connections: { matches: `/api/players/${id}/matches` },
  ...more,
});

const aPlayerInMatch = (id: number) => ({
  id,
  self: `/api/players/${id}`,
  name: `Player ${id}`,
  side: 'drive',
  connections: `/api/players/${id}`,
});

export const aMatchOnWire = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: 5,
  self: '/api/matches/5',
  name: 'A / B vs C / D',
  url: null,
  category: 'men',
  round: 4,
  round_name: 'Quarterfinal',
  index: 2,
  played_at: '2026-06-07',
  schedule_label: 'Followed by',
  court: 'Center Court',
  court_order: 3,
  status: 'finished',
  score: [
    { team_1: '7', team_2: '6(4)' },
    { team_1: '6', team_2: '3' },
  ],
  winner: 'team_1',
  started_time: '2026-06-07T23:30:00-03:00',
  duration: '01:33',
  players: {
    team_1: [aPlayerInMatch(11), aPlayerInMatch(12)],
    team_2: [aPlayerInMatch(13), aPlayerInMatch(14)],
  },
  connections: '/api/tournaments/9',
  ...more,
});

export const aLiveOnWire = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: 5,
  self: '/api/matches/5/live',
  status: 'live',
  channel: 'matches.5',
  sets: [
    {
      set_number: 1,
      set_score: '6-2',
      games: [{ game_number: 8, game_score: '5 - 2', points: ['15:0', '30:0', '40:0'] }],
    },
    {
      set_number: 2,
      set_score: null,
      games: [
        { game_number: 1, game_score: '0 - 0', points: ['0:15', '15:15'] },
        { game_number: 2, game_score: '1 - 0', points: [] },
      ],
    },
  ],
  connections: { match: '/api/matches/5' },
  ...more,
});

export const aPairOnWire = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: '11-12',
  self: '/api/pairs/11-12',
  name: 'Ana Vega / Eva Sol',
  category: 'women',
  points: '6800',
  first_match_at: '2025-02-01',
  last_match_at: '2026-06-07',
  players: [aPlayerOnWire(11), aPlayerOnWire(12)],
  connections: '/api/pairs/11-12/matches',
  ...more,
});

export const aTournamentOnWire = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: 9,
  self: '/api/tournaments/9',
  name: 'Madrid P1',
  url: 'https://padel.example/tournaments/9',
  location: 'Madrid',
  country: 'ES',
  level: 'p1',
  status: 'live',
  start_date: '2026-06-01',
  end_date: '2026-06-07',
  links: '/api/tournaments/9',
  connections: '/api/tournaments/9/matches',
  ...more,
});

export const aSeasonOnWire = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: 4,
  self: '/api/seasons/4',
  name: 'Season 2026',
  url: 'https://padel.example/seasons/2026',
  tournaments_count: 71,
  status: 'active',
  start_date: '2026-01-05',
  end_date: '2027-01-03',
  year: '2026',
  connections: { tournaments: '/api/seasons/4/tournaments' },
  ...more,
});

export const aVideoOnWire = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: 77,
  self: '/api/videos/77',
  name: 'Final, men',
  url: 'https://padel.example/videos/77',
  type: 'highlights',
  started_at: '2026-06-07T18:00:00+02:00',
  connections: '/api/tournaments/9',
  ...more,
});

export const aSimulationOnWire = (more: Readonly<Record<string, unknown>> = {}) => ({
  name: 'A vs B',
  probability: { team_1: 61, team_2: 39 },
  players: { team_1: [aPlayerOnWire(11)], team_2: [aPlayerOnWire(13)] },
  ...more,
});

const METRICS = {
  total_points_won: { team_1: '58%', team_2: '42%' },
  break_points_converted: { team_1: '29%', team_2: '100%' },
  longest_streak: { team_1: '6', team_2: '3' },
  aces: { team_1: '0', team_2: '1' },
  double_faults: { team_1: '2', team_2: '0' },
  won_on_1st_serve: { team_1: '74%', team_2: '50%' },
  won_on_2nd_serve: { team_1: '33%', team_2: '34%' },
  total_won_on_serve: { team_1: '69%', team_2: '49%' },
  won_on_1st_return: { team_1: '50%', team_2: '26%' },
  won_on_2nd_return: { team_1: '66%', team_2: '67%' },
  total_won_on_return: { team_1: '51%', team_2: '31%' },
  service_games: { team_1: '5', team_2: '5' },
  return_games: { team_1: '5', team_2: '5' },
};

export const matchStatsOnWire = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: 5,
  self: '/api/matches/5/stats',
  match: METRICS,
  set_1: METRICS,
  set_2: METRICS,
  connections: { match: '/api/matches/5' },
  ...more,
});

export const aCareerOnWire = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: '11-12',
  self: '/api/pairs/11-12/stats',
  matches_played: 309,
  matches_won: 239,
  win_percentage: 77.35,
  sets_won: 518,
  sets_lost: 208,
  avg_sets_per_match: 2.35,
  games_won: 4_013,
  games_lost: 2_999,
  avg_games_per_match: 22.69,
  titles: 21,
  finals: 34,
  semifinals: 59,
  best_round: '1',
  connections: { pair: '/api/pairs/11-12' },
  ...more,
});

export const aWebhookOnWire = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: 1,
  self: '/api/webhooks/1',
  url: 'https://bandeja.example/webhooks/padel',
  events: ['match.updated', 'player.updated'],
  secret: 'whsec-of-the-tests',
  created_at: '2026-01-01T00:00:00+00:00',
  updated_at: '2026-06-01T00:00:00+00:00',
  ...more,
});

export const aDeliveryOnWire = (more: Readonly<Record<string, unknown>> = {}) => ({
  event: 'player.updated',
  occurred_at: '2026-06-07T12:00:00+00:00',
  data: aPlayerOnWire(11),
  ...more,
});
