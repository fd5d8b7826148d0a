import { z } from 'zod';

/**
 * The resources in the specification's own words: a table for each, whose types are looked up below.
 * What the specification leaves open ("present, type unspecified") may be anything.
 */
const TYPES = {
  integer: z.int(),
  'integer or null': z.int().nullable(),
  number: z.number(),
  string: z.string(),
  'string or null': z.string().nullable(),
  boolean: z.boolean(),
  present: z.unknown(),
  category: z.enum(['men', 'women']),
  round: z.literal([1, 2, 4, 8, 16, 32]),
  'country code': z.string().length(2),
  level: z.enum([
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
  ]),
} as const;

const fields = (table: Readonly<Record<string, keyof typeof TYPES | z.ZodType>>) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(table).map(([name, type]) => [
        name,
        typeof type === 'string' ? TYPES[type] : type,
      ]),
    ),
  );

const teams = (value: z.ZodType) => fields({ team_1: value, team_2: value });

export const match = fields({
  id: 'integer',
  self: 'string',
  name: 'string',
  url: 'string or null',
  category: 'category',
  round: 'round',
  round_name: 'string',
  index: 'integer',
  played_at: 'string or null',
  schedule_label: 'string',
  court: 'string',
  court_order: 'integer or null',
  status: 'string',
  score: 'present',
  winner: 'present',
  started_time: 'string or null',
  duration: 'string',
  players: teams(
    z.array(
      fields({
        id: 'integer',
        self: 'string',
        name: 'string',
        side: 'present',
        connections: 'string',
      }),
    ),
  ),
  connections: 'string',
});

export const player = fields({
  id: 'integer',
  self: 'string',
  name: 'string',
  url: 'string or null',
  photo_url: 'string or null',
  category: 'category',
  ranking: 'string',
  points: 'integer',
  height: 'integer or null',
  nationality: 'country code',
  birthplace: 'string or null',
  birthdate: 'string or null',
  age: 'string or null',
  hand: z.enum(['left', 'right']).nullable(),
  side: z.enum(['drive', 'backhand']),
  links: 'string',
  connections: fields({ matches: 'string' }),
});

export const tournament = fields({
  id: 'integer',
  self: 'string',
  name: 'string',
  url: 'string',
  location: 'string',
  country: 'country code',
  level: 'level',
  status: 'string',
  start_date: 'string',
  end_date: 'string',
  links: 'string',
  connections: 'string',
});

export const season = fields({
  id: 'integer',
  self: 'string',
  name: 'string',
  url: 'string',
  tournaments_count: 'integer',
  status: 'string',
  start_date: 'string',
  end_date: 'string',
  year: 'string',
  connections: fields({ tournaments: 'string' }),
});

export const video = fields({
  id: 'integer',
  self: 'string',
  name: 'string',
  url: 'string',
  type: 'string',
  started_at: 'string',
  connections: 'string',
});

export const pair = fields({
  id: z.string().regex(/^\d+-\d+$/),
  self: 'string',
  name: 'string',
  category: 'string',
  points: 'string',
  first_match_at: 'string',
  last_match_at: 'string',
  players: z.array(player).length(2),
  connections: 'string',
});

const results = {
  self: 'string',
  matches_played: 'integer',
  matches_won: 'integer',
  win_percentage: 'number',
  sets_won: 'integer',
  sets_lost: 'integer',
  avg_sets_per_match: 'number',
  games_won: 'integer',
  games_lost: 'integer',
  avg_games_per_match: 'number',
  titles: 'integer',
  finals: 'integer',
  semifinals: 'integer',
} as const;

export const playerStats = fields({
  id: 'integer',
  ...results,
  best_round: z.int().nullable(),
  connections: 'present',
});

export const pairStats = fields({
  id: z.string().regex(/^\d+-\d+$/),
  ...results,
  best_round: 'string',
  connections: fields({ pair: 'string' }),
});

const percentage = teams(z.string().regex(/^\d{1,3}%$/));
const count = teams(z.string().regex(/^\d+$/));

const metrics = fields({
  total_points_won: percentage,
  break_points_converted: percentage,
  longest_streak: count,
  aces: count,
  double_faults: count,
  won_on_1st_serve: percentage,
  won_on_2nd_serve: percentage,
  total_won_on_serve: percentage,
  won_on_1st_return: percentage,
  won_on_2nd_return: percentage,
  total_won_on_return: percentage,
  service_games: count,
  return_games: count,
});

export const matchStats = fields({
  id: 'integer',
  self: 'string',
  match: metrics,
  set_1: metrics,
  set_2: metrics.optional(),
  set_3: metrics.optional(),
  connections: fields({ match: 'string' }),
});

export const live = fields({
  id: 'integer',
  self: 'string',
  status: z.string().optional(),
  channel: z.string().regex(/^matches\.\d+$/),
  sets: z.array(
    fields({
      set_number: z.int().min(1).max(3),
      set_score: 'string or null',
      games: z.array(
        fields({
          game_number: 'integer',
          game_score: z.string().regex(/^\d ?- ?\d$/),
          points: z.array(z.string().regex(/^\w+:\w+$/)),
        }),
      ),
    }),
  ),
  connections: fields({ match: 'string' }),
});

export const simulation = fields({
  name: 'string',
  probability: teams(z.number()),
  players: teams(z.array(player)),
});

export const webhook = fields({
  id: 'integer',
  self: 'string',
  url: z.url({ protocol: /^https$/ }),
  events: z.array(z.string()),
  secret: 'string',
  created_at: 'string',
  updated_at: 'string',
});

/** The pagination envelope around a resource. */
export const page = (resource: z.ZodType) =>
  fields({
    data: z.array(resource),
    links: fields({ first: 'string', last: 'string', prev: 'string', next: 'string' }),
    meta: fields({
      current_page: 'integer',
      from: 'integer',
      last_page: 'integer',
      per_page: 'integer',
      to: 'integer',
      total: 'integer',
      path: 'string',
      links: z.array(fields({ url: 'string', label: 'string', active: 'boolean' })),
    }),
  });
