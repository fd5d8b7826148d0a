import { request } from 'undici';
import { z } from 'zod';
import type { LivePoints } from '../domain/match/live-points.ts';
import { phaseOf, type Match } from '../domain/match/match.ts';
import { proxyRefusalName } from '../domain/quota.ts';
import { byTeam, TEAMS } from '../domain/terms.ts';
import { dayAfter, utcDate } from '../lib/time.ts';
import { UnreadableAnswer } from './errors.ts';
import { queryOf } from './queries.ts';
import { createAnswers } from './request/answers.ts';
import { type Caller, proxyRefusal, rateLimitIn, requestHeaders } from './request/responses.ts';
import { serviceDate } from './request/service-clock.ts';
import { pageOf, recordOf, withinBounds } from './wire/envelope.ts';
import { readable, whole } from './wire/lenient.ts';
import { liveWire } from './wire/live.ts';
import { matchWire } from './wire/match.ts';
import { simulationWire } from './wire/people.ts';
import { tournamentWire } from './wire/tournaments.ts';

/** What a plan may lack (specification, "Authentication"), and the chances that a small one masks. */
export type PlanFeature = 'live' | 'match-stats' | 'pair-stats' | 'chances';

export type ServiceInspection =
  | {
      readonly kind: 'answered';
      /** Requests per minute, and those left of the current one; null when the service does not say. */
      readonly limit: number | null;
      readonly remaining: number | null;
      readonly plan: ReadonlyMap<PlanFeature, boolean>;
      /** What every row of a list lacks although the bot depends on it: `matches: 0 of 20 rows …`. */
      readonly lacks: readonly string[];
    }
  /** Also of another program at this address. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      /** The proxy in front of the service, with its error number if it names one; null for others. */
      readonly proxy: string | null;
    }
  | { readonly kind: 'unreachable'; readonly cause: unknown };

interface ServiceInspectionOptions extends Caller {
  /** Service root with its /api prefix. */
  readonly baseUrl: string;
}

const TIMEOUT_MS = 10_000;

/** Sends one request, and reads what its response says of itself. */
const createSend =
  ({ baseUrl, ...caller }: ServiceInspectionOptions) =>
  async (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
    const { statusCode, headers, ...answer } = await request(baseUrl + path, {
      method,
      headers: requestHeaders(caller, body),
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.body.text().catch(() => '');
    const date = serviceDate(headers['date']);
    return {
      status: statusCode,
      json: jsonIn(text),
      /** Null unless the proxy in front of the service refused the request. */
      refusal: proxyRefusal(statusCode, text),
      ...rateLimitIn(headers),
      /** The service's local date, `YYYY-MM-DD`; null when unknown. */
      day: date === null ? null : utcDate(date),
    };
  };

type Send = ReturnType<typeof createSend>;
type Answer = Awaited<ReturnType<Send>>;

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * With fewer requests left of the minute the plan is not checked: they are left for users. A small plan
 * allows fewer from the start.
 */
const MIN_REQUESTS_LEFT = 15;

/** Whether of the requests of a minute fewer are left than wanted, and than half of them. */
export const isShortOf = (
  wanted: number,
  { remaining, limit }: { readonly remaining: number | null; readonly limit: number | null },
): boolean => remaining !== null && remaining < Math.min(wanted, (limit ?? Infinity) / 2);

/** Queries the service without budget, cache or retries: each call is one request. */
export const createInspector = (options: ServiceInspectionOptions) => {
  const send = createSend(options);
  return {
    /** The first page of the live list, in one request; empty when it cannot be read. */
    live: async (): Promise<readonly LivePoints[]> => {
      const answer = await send('/live').catch(() => undefined);
      return pageOf(liveWire).safeParse(withinBounds(answer?.json)).data?.items ?? [];
    },
    /** Six requests at most. */
    service: (): Promise<ServiceInspection> =>
      inspectService(send).catch((error: unknown) => ({ kind: 'unreachable', cause: error })),
    /**
     * The subscription with this number, or all of the account: where the service lists none, its only
     * one. Two read-only requests at most; empty when subscriptions cannot be read.
     */
    subscriptions: async (id: number | null): Promise<readonly InspectedSubscription[]> => {
      if (id === null) {
        const { status, json } = await send('/webhooks');
        const listed = listedSubscriptions.safeParse(json).data;
        if (status === 200 && listed !== undefined) return listed;
      }
      const path = `/webhooks/${id ?? SPECIFIED_ID}`;
      const { status, json } = await send(path, {}, 'PATCH');
      return status === 200 ? readable(recordOf(subscriptionWire)).parse([json]) : [];
    },
  };
};

export type Inspector = ReturnType<typeof createInspector>;

/** A service by the specification has one subscription, with this number, and no list. */
const SPECIFIED_ID = 1;

const MASKS = ['*', '…', '...'] as const;

/** The visible end of a masked secret (`********...7890`); null for an unmasked one. */
const endOfMasked = (secret: string): string | null => {
  const ends = MASKS.filter((mask) => secret.includes(mask)).map(
    (mask) => secret.lastIndexOf(mask) + mask.length,
  );
  return ends.length === 0 ? null : secret.slice(Math.max(...ends));
};

const signsWith =
  (secret: string | undefined) =>
  (secrets: readonly string[]): boolean | null => {
    if (secret === undefined) return null;
    const end = endOfMasked(secret);
    if (end === null) return secrets.includes(secret);
    return end === '' ? null : secrets.some((each) => each.endsWith(end));
  };

const subscriptionWire = z
  .object({
    id: whole,
    url: z.string().nullable(),
    events: z.array(z.unknown()),
    secret: z.string().max(500).optional(),
  })
  .transform(({ id, url, events, secret }) => ({
    id,
    url,
    isPaused: events.length === 0,
    /**
     * Whether it signs with one of these; null when the service does not show its secret. Of a masked
     * secret the visible characters must match.
     */
    signsWith: signsWith(secret),
  }));

export type InspectedSubscription = Readonly<z.infer<typeof subscriptionWire>>;

const listedSubscriptions = z
  .object({ data: z.array(z.unknown()) })
  .transform(({ data }) => readable(subscriptionWire).parse(data));

const anyPage = pageOf(z.unknown());

/** Fewer rows say nothing about the others. */
const MIN_ROWS = 5;

/** Reads lists, and notes what all rows of one lack. */
const createListReader = () => {
  const lacks: string[] = [];
  const answers = createAnswers({
    count: (endpoint, counts) => {
      for (const { what, of, carried, expected, usual } of counts) {
        if (usual === null || of < MIN_ROWS || carried > 0) continue;
        lacks.push(`${endpoint}: 0 of ${of} rows ${what} (expected ${expected})`);
      }
    },
  });
  const itemsIn = <T>(wire: z.ZodType<T>, path: string, json: unknown): readonly T[] => {
    try {
      return answers.page(wire, path, json).items;
    } catch (error) {
      if (!(error instanceof UnreadableAnswer)) throw error;
      return [];
    }
  };
  return { lacks, itemsIn };
};

type ListReader = ReturnType<typeof createListReader>;

/** Reads what every plan includes, then what the plan may lack. */
const inspectService = async (send: Send): Promise<ServiceInspection> => {
  const path = '/tournaments?per_page=20';
  const { status, json, refusal, limit, remaining, day } = await send(path);
  if (status !== 200 || !anyPage.safeParse(json).success) {
    return { kind: 'refused', status, proxy: refusal && proxyRefusalName(refusal.code) };
  }
  const lists = createListReader();
  lists.itemsIn(tournamentWire, path, json);
  const isShort = isShortOf(MIN_REQUESTS_LEFT, { remaining, limit });
  const plan = isShort ? new Map<PlanFeature, boolean>() : await planOf(send, lists, day);
  return { kind: 'answered', limit, remaining, plan, lacks: lists.lacks };
};

type Found = readonly [PlanFeature, boolean | undefined];

/** True when the service returned it, false when the plan lacks it; undefined for any other status. */
const isIncluded = ({ status }: Answer): boolean | undefined => {
  if (status === 402) return false;
  return status === 200 ? true : undefined;
};

/** The features of the plan, in five requests at most; unknown ones are left out. */
const planOf = async (
  send: Send,
  lists: ListReader,
  day: string | null,
): Promise<ReadonlyMap<PlanFeature, boolean>> => {
  const live = await send('/live?per_page=1');
  const match = await playedMatch(send, lists, day);
  const ofMatch = match === undefined ? [] : await planOfMatch(send, match);
  const found: readonly Found[] = [['live', isIncluded(live)], ...ofMatch];
  return new Map(found.flatMap(([feature, has]) => (has === undefined ? [] : [[feature, has]])));
};

const planOfMatch = async (send: Send, { id, teams }: Match): Promise<readonly Found[]> => {
  const ids = byTeam((team) => teams[team].map((player) => player.id));
  // One after the other: the Free plan refuses three at once.
  const stats = await send(`/matches/${id}/stats`);
  const pairStats = await send(`/pairs/${ids.team_1.join('-')}/stats`);
  const simulation = await send('/matches/simulate', ids);
  return [
    ['match-stats', isIncluded(stats)],
    ['pair-stats', isIncluded(pairStats)],
    ['chances', hasChances(simulation)],
  ];
};

/** A small plan responds with masked values. */
const hasChances = (answer: Answer): boolean | undefined => {
  const simulation = recordOf(simulationWire).safeParse(answer.json).data;
  return isIncluded(answer) === true
    ? simulation && simulation.chances !== null
    : isIncluded(answer);
};

/**
 * A finished match with two players a side. It asks for matches before today: today's order of play alone
 * can fill the page with matches that are yet to come.
 */
const playedMatch = async (
  send: Send,
  lists: ListReader,
  day: string | null,
): Promise<Match | undefined> => {
  const beforeDate = day === null ? undefined : dayAfter(day, -1);
  const query = { sortBy: 'played_at', orderBy: 'desc', perPage: 20, beforeDate };
  const path = `/matches${queryOf(query)}`;
  const { json } = await send(path);
  return lists
    .itemsIn(matchWire, path, json)
    .find(
      ({ status, winner, teams }) =>
        phaseOf(status) === 'over' &&
        winner !== null &&
        TEAMS.every((team) => teams[team].length === 2),
    );
};
