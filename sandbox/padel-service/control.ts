import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Instant } from '../../src/domain/terms.ts';
import { HOUR, SECOND } from '../../src/lib/time.ts';
import type { WorldRequest } from '../discord/control-contract.ts';
import type { World } from '../discord/shown-state.ts';
import { TRANSITS, type Realtime } from '../realtime/index.ts';
import type { WorldClock } from './clock.ts';
import type { Behaviour } from './faults.ts';
import { stateAt } from './live/feed.ts';
import { isCovered, type Level } from './world/model.ts';
import type { Timers } from './timers.ts';
import type { ConfusedIds } from './world/confused-ids.ts';
import { tournamentStatus } from './world/records/visible.ts';
import { PROFILES, type Profile } from './world/profile.ts';
import type { ProfiledWorld } from './world/profiled-world.ts';

/** The world as its steering panel sees it, and the means to steer it. */
export interface Control {
  readonly getWorld: () => World;
  /** Changes any part; resolves when all events of an advanced span are published. */
  readonly steer: (request: WorldRequest) => Promise<World>;
}

/** How long before the first point a jump to the next match lands. */
const BEFORE_START = 5 * SECOND;

/** Real time in which listeners take in what a jump passes, before the world leaps on. */
const SETTLE_MS = 1500;

/** The level whose tournament names the world when several are live. */
const IMPORTANCE = new Map<Level, number>(
  (['fip_platinum', 'p2', 'p1', 'finals', 'major'] as const).map((level, rank) => [level, rank]),
);

/** Creates the steering of a service. */
export const createControl = ({
  world,
  clock,
  catchUp,
  realtime,
  behaviour,
  keepProfile,
  timers,
}: {
  world: ProfiledWorld;
  clock: WorldClock;
  /** Publishes everything up to the clock's present. */
  catchUp: () => Promise<void>;
  realtime: Realtime;
  behaviour: Behaviour;
  /** Receives another profile before it takes effect. */
  keepProfile: (profile: Profile) => void;
  timers: Timers;
}): Control => {
  let steering = Promise.resolve();
  let feed: World['feed'] = 'connected';

  const getWorld = (): World => {
    const now = clock.now();
    const { tournaments } = world.at(now);
    const live = world
      .coveredBetween(now - SECOND, now)
      .filter((match) => stateAt(match, now).status === 'live');
    const rankOf = (level: Level): number => IMPORTANCE.get(level) ?? -1;
    const [first] = tournaments
      .filter((each) => isCovered(each.level) && tournamentStatus(each, now) === 'live')
      .sort((a, b) => rankOf(b.level) - rankOf(a.level));
    return {
      now: new Date(now).toISOString(),
      speed: clock.speed,
      profile: world.profile,
      liveMatches: live.length,
      feed,
      api: behaviour.mode,
      tournament: first?.name ?? null,
    };
  };

  const leapTo = async (moment: Instant): Promise<void> => {
    clock.advance(Math.max(0, moment - clock.now()));
    await catchUp();
  };

  /** Stops at a moment until its news is taken in: later, it would be too old to be told. */
  const stopAt = async (moment: Instant): Promise<void> => {
    await leapTo(moment);
    await new Promise<void>((resolve) => timers.after(SETTLE_MS, resolve));
  };

  /**
   * Goes to the moment before the next start, and passes nothing unseen: a match that is about to
   * start does so first, and those in play before a long break end first.
   */
  const jumpToNextMatch = async (): Promise<void> => {
    let start = world.nextStart(clock.now())?.started;
    while (start !== undefined && start !== null && start <= clock.now() + BEFORE_START) {
      await stopAt(start + SECOND);
      start = world.nextStart(clock.now())?.started;
    }
    if (start === undefined || start === null) return;
    const landing = start - BEFORE_START;
    const ends = world
      .coveredBetween(clock.now(), landing)
      .flatMap(({ closed }) => (closed <= landing ? [closed] : []));
    const lastEnd = Math.max(...ends);
    if (landing - lastEnd > HOUR && Number.isFinite(lastEnd)) await stopAt(lastEnd + SECOND);
    await leapTo(landing);
  };

  const setFeed = (next: World['feed']): void => {
    feed = next;
    if (next === 'unplugged') realtime.unplug();
    else realtime.plug();
    if (next === 'half-open') realtime.halfOpen();
    realtime.travel(TRANSITS.find((transit) => transit === next) ?? 'plain');
  };

  /** Events until now are published in the form of the old profile. */
  const setProfile = async (profile: Profile): Promise<void> => {
    await catchUp();
    keepProfile(profile);
    world.profile = profile;
  };

  const confuse = (ids: Partial<ConfusedIds>): void => {
    world.confusedIds = { ...world.confusedIds, ...ids };
  };

  const apply = async (request: WorldRequest): Promise<void> => {
    if (request.profile !== undefined) await setProfile(request.profile);
    if (request.api !== undefined) behaviour.mode = request.api;
    if (request.feed !== undefined) setFeed(request.feed);
    if (request.silent !== undefined) behaviour.silent = request.silent;
    if (request.proxy !== undefined) behaviour.proxy = request.proxy;
    if (request.exchanged !== undefined) behaviour.exchanged = request.exchanged;
    if (request.putOff !== undefined) behaviour.putOff = request.putOff;
    if (request.doubled !== undefined) confuse({ doubled: request.doubled });
    if (request.reused !== undefined) {
      const since = clock.now();
      confuse({ reused: request.reused.map((each) => ({ ...each, since })) });
    }
    if (request.speed !== undefined) clock.setSpeed(request.speed);
    await leapTo(clock.now() + (request.advance ?? 0) * SECOND);
    if (request.nextMatch) await jumpToNextMatch();
  };

  return {
    getWorld,
    steer(request) {
      const done = steering.then(() => apply(request));
      // Only the caller of a failed request sees its error; the next request runs.
      steering = done.catch(() => undefined);
      return done.then(getWorld);
    },
  };
};

/** Fastest clock, and the longest leap: two weeks. */
const MOST = { speed: 1000, advance: 14 * 24 * 3600 } as const;

const matches = z.array(z.int()).max(1000);

const worldRequest = z.strictObject({
  speed: z.number().min(0).max(MOST.speed).optional(),
  advance: z.number().min(0).max(MOST.advance).optional(),
  feed: z.enum(['connected', 'unplugged', 'half-open', 'duplicated', 'disordered']).optional(),
  api: z.enum(['ok', 'down', 'slow', 'errors', 'busy']).optional(),
  nextMatch: z.literal(true).optional(),
  profile: z.enum(PROFILES).optional(),
  silent: z.union([z.literal('all'), matches]).optional(),
  proxy: z.enum(['open', 'strict']).optional(),
  exchanged: matches.optional(),
  putOff: matches.optional(),
  doubled: matches.optional(),
  reused: z
    .array(z.strictObject({ id: z.int(), by: z.int() }))
    .max(1000)
    .optional(),
});

/** Leaves out what is undefined, as the contract's optional parts want it. */
const withoutGaps = (request: z.infer<typeof worldRequest>): WorldRequest => ({
  ...(request.speed === undefined ? {} : { speed: request.speed }),
  ...(request.advance === undefined ? {} : { advance: request.advance }),
  ...(request.feed === undefined ? {} : { feed: request.feed }),
  ...(request.api === undefined ? {} : { api: request.api }),
  ...(request.nextMatch === undefined ? {} : { nextMatch: request.nextMatch }),
  ...(request.profile === undefined ? {} : { profile: request.profile }),
  ...(request.silent === undefined ? {} : { silent: request.silent }),
  ...(request.proxy === undefined ? {} : { proxy: request.proxy }),
  ...(request.exchanged === undefined ? {} : { exchanged: request.exchanged }),
  ...(request.putOff === undefined ? {} : { putOff: request.putOff }),
  ...(request.doubled === undefined ? {} : { doubled: request.doubled }),
  ...(request.reused === undefined ? {} : { reused: request.reused }),
});

/** Adds `GET` and `POST /sandbox/world`; a wrong request is answered with 400 and a message. */
export const addControl = (server: FastifyInstance, control: Control): void => {
  server.get('/sandbox/world', () => control.getWorld());
  server.post('/sandbox/world', async (request, reply) => {
    const parsed = worldRequest.safeParse(request.body);
    if (parsed.success) return control.steer(withoutGaps(parsed.data));
    return reply.code(400).send({ message: z.prettifyError(parsed.error) });
  });
};
