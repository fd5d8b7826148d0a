import { z } from 'zod';
import { createAsk, type Ask, type InspectionOptions } from './inspection/ask.ts';
import { planOf, type PlanFeature } from './inspection/plan.ts';
import { pageOf } from './wire/envelope.ts';

export type { PlanFeature } from './inspection/plan.ts';

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

/** Asks the service without a budget, a cache or a second try: each call is one request. */
export interface Inspector {
  /** Six requests at most. */
  readonly service: () => Promise<ServiceInspection>;
  /** One request, which changes nothing; null when it cannot be seen. */
  readonly subscription: (id: number) => Promise<InspectedSubscription | null>;
}

/** With fewer left of the minute the plan is not asked for: they are somebody's who waits. */
const SPARE = 15;

export const createInspector = (options: InspectionOptions): Inspector => {
  const ask = createAsk(options);
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
