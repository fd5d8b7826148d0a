import { z } from 'zod';
import { fields, teams } from './fields.ts';

/** The resources, each a table in the specification's own words. */

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
