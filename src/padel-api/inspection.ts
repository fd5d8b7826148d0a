import { z } from 'zod';
import { createAsk, type Ask, type InspectionOptions } from './inspection/ask.ts';
import { planOf, type PlanFeature } from './inspection/plan.ts';
import { pageOf } from './wire/envelope.ts';
import { readable, whole } from './wire/lenient.ts';

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

/** A webhook subscription, as the service has it. */
export interface InspectedSubscription {
  readonly id: number;
  readonly url: string | null;
  readonly isPaused: boolean;
  /**
   * Whether it signs with one of these; null when the service does not show what it signs with. Of a
   * masked secret the characters that are shown have to fit.
   */
  readonly signsWith: (secrets: readonly string[]) => boolean | null;
}

/** Asks the service without a budget, a cache or a second try: each call is one request. */
export interface Inspector {
  /** Six requests at most. */
  readonly service: () => Promise<ServiceInspection>;
  /**
   * The subscription of this number, or all of the account: where the service lists none, its only one.
   * Two requests at most, which change nothing; none when they cannot be seen.
   */
  readonly subscriptions: (id: number | null) => Promise<readonly InspectedSubscription[]>;
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
    subscriptions: async (id) => {
      if (id === null) {
        const { status, json } = await ask({ path: '/webhooks' });
        const listed = listedSubscriptions.safeParse(json).data;
        if (status === 200 && listed !== undefined) return listed;
      }
      const path = `/webhooks/${id ?? SPECIFIED_ID}`;
      const { status, json } = await ask({ method: 'PATCH', path, body: {} });
      return status === 200 ? readable(subscriptionWire).parse([json]) : [];
    },
  };
};

/** The account of the specification has one subscription, of this number, and nothing lists it. */
const SPECIFIED_ID = 1;

const MASKS = ['*', '…', '...'] as const;

/** What is shown of a masked secret: its end (`********...7890`); null of one that is shown whole. */
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

const subscriptionWire: z.ZodType<InspectedSubscription> = z
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
    signsWith: signsWith(secret),
  }));

const listedSubscriptions = z
  .object({ data: z.array(z.unknown()) })
  .transform(({ data }) => readable(subscriptionWire).parse(data));

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
