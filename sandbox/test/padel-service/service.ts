import { onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  startPadelService,
  type PadelService,
  type PadelServiceOptions,
} from '#sandbox/padel-service/index.ts';

/** Saturday noon: the world is anchored early in a long major. */
export const SATURDAY = Date.parse('2026-11-21T12:00:00Z');

/**
 * A service on a free port whose clock stands still, with requests to spare; unless told otherwise with the
 * profile of the specification.
 */
export const startStill = (options: Partial<PadelServiceOptions> = {}): Promise<PadelService> =>
  startPadelService({
    port: 0,
    speed: 0,
    rateLimit: 100_000,
    now: () => SATURDAY,
    profile: 'specification',
    ...options,
  });

/** The same, stopped when the test ends. */
export const aService = async (
  options: Partial<PadelServiceOptions> = {},
): Promise<PadelService> => {
  const service = await startStill(options);
  onTestFinished(() => service.stop());
  return service;
};

/** Changes or deletes a webhook of the account. */
export const askWebhook = (
  service: PadelService,
  method: 'PATCH' | 'DELETE',
  payload?: object,
  id = 1,
) =>
  service.inject({
    method,
    url: `/api/webhooks/${id}`,
    headers: PRO,
    ...(payload === undefined ? {} : { payload }),
  });

export const PRO = { authorization: 'Bearer sandbox-pro' };
export const FREE = { authorization: 'Bearer sandbox-free' };

const nullable = z.string().nullable();
const teams = <T extends z.ZodType>(value: T) => z.strictObject({ team_1: value, team_2: value });

/** MatchResource, exactly as the specification has it. */
export const matchShape = z.strictObject({
  id: z.int(),
  self: z.string(),
  name: z.string(),
  url: nullable,
  category: z.enum(['men', 'women']),
  round: z.union([1, 2, 4, 8, 16, 32].map((round) => z.literal(round))),
  round_name: z.string(),
  index: z.int(),
  played_at: z.iso.date().nullable(),
  schedule_label: z.string(),
  court: z.string(),
  court_order: z.int().nullable(),
  status: z.string(),
  score: z.array(teams(z.string().regex(/^\d(\(\d+\))?$/))).nullable(),
  winner: z.enum(['team_1', 'team_2']).nullable(),
  started_time: z.iso.datetime({ offset: true }).nullable(),
  duration: z.string().regex(/^\d\d:\d\d$/),
  players: teams(
    z.array(
      z.strictObject({
        id: z.int(),
        self: z.string(),
        name: z.string(),
        side: z.string(),
        connections: z.string(),
      }),
    ),
  ),
  connections: z.string(),
});

/** PlayerResource. */
export const playerShape = z.strictObject({
  id: z.int(),
  self: z.string(),
  name: z.string(),
  url: nullable,
  photo_url: nullable,
  category: z.enum(['men', 'women']),
  ranking: z.string().regex(/^\d+$/),
  points: z.int(),
  height: z.int().nullable(),
  nationality: z.string().length(2),
  birthplace: nullable,
  birthdate: z.iso.date().nullable(),
  age: nullable,
  hand: z.enum(['left', 'right']).nullable(),
  side: z.enum(['drive', 'backhand']),
  links: z.string(),
  connections: z.strictObject({ matches: z.string() }),
});

/** TournamentResource. */
export const tournamentShape = z.strictObject({
  id: z.int(),
  self: z.string(),
  name: z.string(),
  url: z.string(),
  location: z.string(),
  country: z.string().length(2),
  level: z.string(),
  status: z.enum(['pending', 'live', 'finished', 'cancelled']),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  links: z.string(),
  connections: z.string(),
});

/** MatchLiveResource. */
export const liveShape = z.strictObject({
  id: z.int(),
  self: z.string(),
  status: z.string().optional(),
  channel: z.string(),
  sets: z.array(
    z.strictObject({
      set_number: z.int().min(1).max(3),
      set_score: z.string().nullable(),
      games: z.array(
        z.strictObject({
          game_number: z.int(),
          game_score: z.string().regex(/^\d ?- ?\d$/),
          points: z.array(z.string().regex(/^(\d+|A):(\d+|A)$/)),
        }),
      ),
    }),
  ),
  connections: z.strictObject({ match: z.string() }),
});

/** The pagination envelope around resources of one shape. */
export const pageShape = <T extends z.ZodType>(resource: T) =>
  z.strictObject({
    data: z.array(resource),
    links: z.strictObject({
      first: z.string(),
      last: z.string(),
      prev: z.string(),
      next: z.string(),
    }),
    meta: z.strictObject({
      current_page: z.int(),
      from: z.int(),
      last_page: z.int(),
      links: z.array(z.strictObject({ url: z.string(), label: z.string(), active: z.boolean() })),
      path: z.string(),
      per_page: z.int(),
      to: z.int(),
      total: z.int(),
    }),
  });
