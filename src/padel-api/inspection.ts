import { request } from 'undici';
import { z } from 'zod';
import { phaseOf, type Match } from '../domain/match.ts';
import { byTeam, TEAMS } from '../domain/terms.ts';
import { pageOf } from './wire/envelope.ts';
import { matchWire } from './wire/match.ts';
import { simulationWire } from './wire/people.ts';

/** What a plan may lack (specification, "Authentication"), and the chances that a small one masks. */
export const PLAN_FEATURES = ['live', 'match-stats', 'pair-stats', 'chances'] as const;

export type PlanFeature = (typeof PLAN_FEATURES)[number];

/** What the service says of the token. */
export type ServiceInspection =
  | {
      readonly kind: 'answered';
      /** Requests a minute, and those left of this one; null when the service does not say. */
      readonly limit: number | null;
      readonly remaining: number | null;
      /** What was found out of the plan: whether it has a feature. */
      readonly plan: ReadonlyMap<PlanFeature, boolean>;
    }
  /** 401: the token is nobody's. */
  | { readonly kind: 'refused' }
  /** 402 on what every plan has: a limit of the plan is reached. */
  | { readonly kind: 'exhausted' }
  /** 429: the minute is used up. */
  | { readonly kind: 'limited' }
  | { readonly kind: 'failing'; readonly status: number }
  /** Something else answers at this address. */
  | { readonly kind: 'elsewhere'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly cause: unknown };

/** The webhook subscription, as the service has it. */
export interface InspectedSubscription {
  readonly url: string | null;
  readonly isPaused: boolean;
  /** Whether it signs with one of these; null when the service does not show what it signs with. */
  readonly signsWith: (secrets: readonly string[]) => boolean | null;
}

export interface InspectionOptions {
  /** Service root with its /api prefix. */
  readonly baseUrl: string;
  readonly token: string;
}

/** Asks the service without a budget, a cache or a second try: each call is one request. */
export interface Inspector {
  /** Six requests at most. */
  readonly service: () => Promise<ServiceInspection>;
  /** One request, which changes nothing; null when it cannot be seen. */
  readonly subscription: (id: number) => Promise<InspectedSubscription | null>;
}

/** Milliseconds for each answer. */
const ANSWER_WITHIN = 10_000;

/** With fewer left of the minute the plan is not asked for: they are somebody's who waits. */
const SPARE = 15;

interface Answer {
  readonly status: number;
  readonly json: unknown;
  readonly limit: number | null;
  readonly remaining: number | null;
  /** The service's local date, `YYYY-MM-DD`; null when it does not tell. */
  readonly day: string | null;
}

interface Question {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
}

type Ask = (question: Question) => Promise<Answer>;

export const createInspector = ({ baseUrl, token }: InspectionOptions): Inspector => {
  const ask: Ask = async ({ method = 'GET', path, body }) => {
    const answer = await request(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    });
    const json = await answer.body.json().catch(() => undefined);
    const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining } = answer.headers;
    return {
      status: answer.statusCode,
      json,
      limit: count.parse(limit),
      remaining: count.parse(remaining),
      day: dayOf(answer.headers['date']),
    };
  };

  return {
    service: async () => {
      try {
        return await knock(ask);
      } catch (error) {
        return { kind: 'unreachable', cause: error };
      }
    },
    subscription: async (id) => {
      const answer = await ask({ method: 'PATCH', path: `/webhooks/${id}`, body: {} });
      const shown = subscriptionWire.safeParse(answer.json).data;
      if (answer.status !== 200 || shown === undefined) return null;
      const { url, events, secret } = shown;
      return {
        url,
        isPaused: events.length === 0,
        signsWith: (secrets) => (secret === undefined ? null : secrets.includes(secret)),
      };
    },
  };
};

const dayOf = (date: unknown): string | null => {
  const at = Date.parse(String(date));
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10);
};

const count = z.coerce.number().int().nullable().catch(null);

const subscriptionWire = z.object({
  url: z.string().nullable(),
  events: z.array(z.unknown()),
  secret: z.string().optional(),
});

const REFUSALS = new Map<number, ServiceInspection>([
  [401, { kind: 'refused' }],
  [402, { kind: 'exhausted' }],
  [429, { kind: 'limited' }],
]);

const anyPage = pageOf(z.unknown());

/** What every plan may read. */
const knock = async (ask: Ask): Promise<ServiceInspection> => {
  const { status, json, limit, remaining, day } = await ask({ path: '/tournaments?per_page=1' });
  const refusal = REFUSALS.get(status);
  if (refusal !== undefined) return refusal;
  if (status >= 500) return { kind: 'failing', status };
  if (status !== 200 || !anyPage.safeParse(json).success) return { kind: 'elsewhere', status };
  const isShort = remaining !== null && remaining < SPARE;
  return { kind: 'answered', limit, remaining, plan: isShort ? new Map() : await planOf(ask, day) };
};

type Found = readonly [PlanFeature, boolean | undefined];

/** True when the service gave it, false when the plan lacks it; undefined for another reason. */
const isIncluded = ({ status }: Answer): boolean | undefined => {
  if (status === 402) return false;
  return status === 200 ? true : undefined;
};

const planOf = async (ask: Ask, day: string | null): Promise<ReadonlyMap<PlanFeature, boolean>> => {
  const [live, match] = await Promise.all([
    ask({ path: '/live?per_page=1' }),
    playedMatch(ask, day),
  ]);
  const ofMatch = match === undefined ? [] : await planOfMatch(ask, match);
  const found: readonly Found[] = [['live', isIncluded(live)], ...ofMatch];
  return new Map(found.flatMap(([feature, has]) => (has === undefined ? [] : [[feature, has]])));
};

const planOfMatch = async (ask: Ask, { id, teams }: Match): Promise<readonly Found[]> => {
  const ids = byTeam((team) => teams[team].map((player) => player.id));
  const [stats, pairStats, simulation] = await Promise.all([
    ask({ path: `/matches/${id}/stats` }),
    ask({ path: `/pairs/${ids.team_1.join('-')}/stats` }),
    ask({ method: 'POST', path: '/matches/simulate', body: ids }),
  ]);
  const chances = simulationWire.safeParse(simulation.json).data?.chances;
  return [
    ['match-stats', isIncluded(stats)],
    ['pair-stats', isIncluded(pairStats)],
    ['chances', isIncluded(simulation) === true ? chances !== null : isIncluded(simulation)],
  ];
};

/** A match that is over, with two players a side. */
const playedMatch = async (ask: Ask, day: string | null): Promise<Match | undefined> => {
  const query = new URLSearchParams({
    sort_by: 'played_at',
    order_by: 'desc',
    per_page: '20',
    ...(day === null ? {} : { before_date: day }),
  });
  const { json } = await ask({ path: `/matches?${query.toString()}` });
  const matches = pageOf(matchWire).safeParse(json).data?.items ?? [];
  return matches.find(
    ({ status, winner, teams }) =>
      phaseOf(status) === 'over' &&
      winner !== null &&
      TEAMS.every((team) => teams[team].length === 2),
  );
};
