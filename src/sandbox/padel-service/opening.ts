import type { Instant } from '#src/domain/terms.ts';
import { worldTime, type ClockSetting } from './clock.ts';
import { readState, StateFileError, writeState, type StoredState } from './state-file.ts';
import {
  newSubscription,
  type Subscription,
  type SubscriptionOptions,
} from './webhooks/subscription.ts';
import { dayOf, isoDate, utcDay } from './world/days.ts';
import { openWorld, type PadelWorld } from './world/world.ts';

/** A world, and what there is of it beside what follows from its seed and anchor. */
export interface Opening {
  readonly world: PadelWorld;
  /** The clock with which it goes on. */
  readonly setting: ClockSetting;
  /** Null when it was removed. */
  readonly subscription: Subscription | null;
  /** Keeps what changes of these, before it takes effect. */
  readonly keepClock: (setting: ClockSetting) => void;
  readonly keepSubscription: (subscription: Subscription | null) => void;
}

export interface OpeningOptions {
  readonly seed?: number;
  readonly speed?: number;
  readonly stateFile?: string;
  readonly webhook?: SubscriptionOptions;
}

const DEFAULTS = { seed: 1, speed: 1 } as const;

/** What a state file holds, of a world that may just have begun. */
type State = StoredState & { readonly webhook: Subscription | null };

const begun = (
  { seed = DEFAULTS.seed, speed = DEFAULTS.speed, webhook = {} }: OpeningOptions,
  real: Instant,
): readonly [PadelWorld, State] => {
  const anchor = isoDate(utcDay(real));
  const world = openWorld(seed, dayOf(anchor));
  const now = world.openingMoment();
  const clock = { real, world: now, speed };
  const subscription = newSubscription(webhook, { seed, anchor, now });
  return [world, { version: 1, seed, anchor, clock, webhook: subscription }];
};

/** What is said at a start counts more than what was kept, but what was removed stays so. */
const resumed = (
  stored: StoredState,
  { speed, webhook = {} }: OpeningOptions,
  real: Instant,
): readonly [PadelWorld, State] => {
  const { seed, anchor, clock } = stored;
  const world = openWorld(seed, dayOf(anchor));
  const now = worldTime(clock, real);
  const known =
    stored.webhook === undefined ? newSubscription({}, { seed, anchor, now }) : stored.webhook;
  const subscription = known && { ...known, ...webhook };
  const setting = speed === undefined ? clock : { real, world: now, speed };
  return [world, { ...stored, clock: setting, webhook: subscription }];
};

const storedAt = ({ stateFile: path, seed }: OpeningOptions): StoredState | null => {
  const stored = path === undefined ? null : readState(path);
  if (stored !== null && seed !== undefined && seed !== stored.seed) {
    throw new StateFileError(
      `${path} holds the world of seed ${stored.seed}, not ${seed}. ` +
        `Start with seed ${stored.seed}, or move the file away to begin a new world.`,
    );
  }
  return stored;
};

/**
 * Opens the world of a state file, whose clock went on while nobody looked; without one begins a
 * new world at a lively moment of the real clock's day.
 * @param real the real clock, milliseconds
 * @throws StateFileError when the file is unusable or holds a world of another seed
 */
export const openState = (options: OpeningOptions, real: Instant): Opening => {
  const { stateFile: path } = options;
  const stored = storedAt(options);
  const [world, initial] = stored === null ? begun(options, real) : resumed(stored, options, real);

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
  };
};
