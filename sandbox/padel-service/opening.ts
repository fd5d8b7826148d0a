import type { Instant } from '../../src/domain/terms.ts';
import { ANCHOR_WORDING, isAnchor } from './anchor.ts';
import { worldTime, type ClockSetting } from './clock.ts';
import { readState, StateFileError, writeState, type StoredState } from './state-file.ts';
import { isReceiverUrl } from './webhooks/receiver-url.ts';
import {
  newSubscription,
  type Subscription,
  type SubscriptionOptions,
} from './webhooks/subscription.ts';
import type { CalledNames } from './world/people/called-names.ts';
import { dayOf, isoDate, utcDay } from './world/schedule/days.ts';
import { DEFAULT_PROFILE, type Profile } from './world/profile.ts';
import { openProfiledWorld, type ProfiledWorld } from './world/profiled-world.ts';

/** A world, and what there is of it beside what follows from its seed and anchor. */
export interface Opening {
  readonly world: ProfiledWorld;
  /** The clock with which it continues. */
  readonly setting: ClockSetting;
  /** Null when it was removed. */
  readonly subscription: Subscription | null;
  /** Keeps what changes of these, before it takes effect. */
  readonly keepClock: (setting: ClockSetting) => void;
  readonly keepSubscription: (subscription: Subscription | null) => void;
  readonly keepProfile: (profile: Profile) => void;
}

/**
 * The moment at which a new world starts: a lively one of its day, or of a day of the team event in
 * the season of that day, which the profile `today` alone has; or shortly before its day's closest game.
 */
export type OpeningMoment = 'anchor' | 'team-event' | 'close';

const momentOf = (world: ProfiledWorld, opening: OpeningMoment = 'anchor'): Instant => {
  if (opening === 'close') return world.closeMoment();
  const atEvent = opening === 'team-event' ? world.teamEventMoment() : null;
  return atEvent ?? world.openingMoment();
};

export interface OpeningOptions {
  readonly seed?: number;
  readonly day?: string;
  readonly speed?: number;
  readonly stateFile?: string;
  readonly calledNames?: CalledNames;
  readonly profile?: Profile;
  readonly opening?: OpeningMoment;
  readonly webhook?: SubscriptionOptions;
  readonly allowLoopbackWebhooks?: boolean;
}

const DEFAULTS = { seed: 1, speed: 1, profile: DEFAULT_PROFILE } as const;

/** What a state file holds, of a world that may just have begun. */
type State = StoredState & { readonly webhook: Subscription | null };

const begun = (
  { day, webhook = {}, calledNames, ...options }: OpeningOptions,
  real: Instant,
): readonly [ProfiledWorld, State] => {
  const { seed = DEFAULTS.seed, speed = DEFAULTS.speed, profile = DEFAULTS.profile } = options;
  const anchor = day ?? isoDate(utcDay(real));
  const world = openProfiledWorld(seed, dayOf(anchor), { profile, calledNames });
  const now = momentOf(world, options.opening);
  const clock = { real, world: now, speed };
  const subscription = newSubscription(webhook, { seed, anchor, now });
  return [world, { version: 1, seed, anchor, profile, clock, webhook: subscription }];
};

/** Options of the start override the state file, but a removed webhook stays removed. */
const resumed = (
  stored: StoredState,
  { speed, webhook = {}, calledNames, ...options }: OpeningOptions,
  real: Instant,
): readonly [ProfiledWorld, State] => {
  const { seed, anchor, clock } = stored;
  const { profile = stored.profile ?? DEFAULTS.profile } = options;
  const world = openProfiledWorld(seed, dayOf(anchor), { profile, calledNames });
  const now = worldTime(clock, real);
  const known =
    stored.webhook === undefined ? newSubscription({}, { seed, anchor, now }) : stored.webhook;
  const subscription = known && { ...known, ...webhook };
  const setting = speed === undefined ? clock : { real, world: now, speed };
  const spoken = options.profile === undefined ? {} : { profile };
  return [world, { ...stored, ...spoken, clock: setting, webhook: subscription }];
};

const requireSame = (
  path: string,
  what: 'seed' | 'day',
  { held, wanted }: { held: number | string; wanted: number | string | undefined },
): void => {
  if (wanted === undefined || wanted === held) return;
  throw new StateFileError(
    `${path} holds the world of ${what} ${held}, not ${wanted}. ` +
      `Start with ${what} ${held}, or move the file away to begin a new world.`,
  );
};

const storedAt = ({ stateFile: path, seed, day }: OpeningOptions): StoredState | null => {
  const stored = path === undefined ? null : readState(path);
  if (path === undefined || stored === null) return null;
  requireSame(path, 'seed', { held: stored.seed, wanted: seed });
  requireSame(path, 'day', { held: stored.anchor, wanted: day });
  return stored;
};

/** What is kept may have been allowed at another start than this one. */
const requireReceiver = (
  { webhook }: State,
  { stateFile: path, allowLoopbackWebhooks: allowLoopback = false }: OpeningOptions,
): void => {
  if (webhook === null || isReceiverUrl(webhook.url, { allowLoopback })) return;
  const remedy = allowLoopback
    ? 'Give another one with --webhook-url.'
    : 'If it may lead to this machine, add --allow-loopback-webhooks; ' +
      'otherwise give another one with --webhook-url.';
  throw new StateFileError(
    `${path} keeps a webhook that is no public HTTPS URL, "${webhook.url}". ${remedy}`,
  );
};

/**
 * Opens the world of a state file, whose clock ran on in the meantime; without one begins a
 * new world at a lively moment of the given day, or of the real clock's.
 * @param real the real clock, milliseconds
 * @throws RangeError when no world can start on the given day
 * @throws StateFileError when the file is unusable, holds a world of another seed or day, or a
 *   webhook that may not lead where it does
 */
export const openState = (options: OpeningOptions, real: Instant): Opening => {
  const { stateFile: path, day } = options;
  if (day !== undefined && !isAnchor(day)) {
    throw new RangeError(`The world's day must be ${ANCHOR_WORDING}, not "${day}".`);
  }
  const stored = storedAt(options);
  const [world, initial] = stored === null ? begun(options, real) : resumed(stored, options, real);
  requireReceiver(initial, options);

  let state = initial;
  const keep = (change: Partial<State>): void => {
    const next = { ...state, ...change };
    if (path !== undefined) writeState(path, next);
    state = next;
  };
  keep({});

  return {
    world,
    setting: initial.clock,
    subscription: initial.webhook,
    keepClock(clock) {
      keep({ clock });
    },
    keepSubscription(webhook) {
      keep({ webhook });
    },
    keepProfile(profile) {
      keep({ profile });
    },
  };
};
