import { onTestFinished } from 'vitest';
import type { MatchObserver } from '#src/domain/match/observer.ts';
import { SECOND } from '#src/lib/time.ts';
import { startLive } from '#src/live/live.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import type { RequestOptions } from '#src/padel-api/request/cache.ts';
import { aMatch } from '../domain/feed.ts';
import { aLog } from '../lib/log.ts';
import { aHeld, aTournament } from '../render/held.ts';
import { startRealtime } from '../../sandbox/test/realtime/server.ts';
import { NOON } from '../store/rows.ts';
import { aClock } from './clock.ts';
import { anApi, anObserverOf, anUpdate, pageOf } from './sources.ts';

const EVENT = String.raw`App\Service\Events\MatchLiveUpdated`;
export const POLLING = { interval: 20 };

export const playing = (id: number) =>
  aHeld({ id, status: 'live', startedAt: NOON }, { chances: { team_1: 0.5, team_2: 0.5 } });

export const HALF_AN_HOUR = 30 * 60_000;

/**
 * Matches 1 and 2 are in play; match 3 is upcoming. It is noon until the test moves the clock. No
 * match is stored at the start, as in a new database.
 */
export const aStage = async (
  answers: Partial<PadelApi> = {},
  overrides: (observed: string[]) => Partial<MatchObserver> = () => ({}),
) => {
  const { realtime, port, publisher, stop } = await startRealtime();
  onTestFinished(stop);
  const listening = anObserverOf(playing(1), playing(2), aHeld({ id: 3 }));
  let hasBegun = false;
  const held: Pick<MatchObserver, 'inPlay' | 'upcoming'> = {
    inPlay: () => (hasBegun ? listening.observer.inPlay() : Promise.resolve([])),
    upcoming: () => {
      hasBegun = true;
      return listening.observer.upcoming();
    },
  };
  const requests: string[] = [];
  let now = NOON;
  let passed = 0;
  const log = aLog();
  const api = anApi(
    {
      live: (paging) => pageOf([[anUpdate(1)], [anUpdate(2)]], paging),
      tournaments: () => pageOf([[aTournament()]]),
      tournamentMatches: () => pageOf([[aMatch({ id: 3 })]]),
      serviceNow: () => now,
      ...answers,
    },
    requests,
  );
  const live = await startLive({
    api,
    observer: {
      ...listening.observer,
      ...held,
      ...overrides(listening.observed),
    },
    log,
    now: () => now,
    monotonic: () => passed,
    random: () => 0.5,
    realtime: {
      appKey: 'sandbox',
      cluster: 'eu',
      event: EVENT,
      server: { host: '127.0.0.1', port, tls: false },
    },
  });
  onTestFinished(live.stop);
  const publishOn = (channel: string, payload: object) =>
    publisher().trigger(channel, EVENT, payload);
  const publish = (matchId: number, payload: object) => publishOn(`matches.${matchId}`, payload);
  const listeners = () => [1, 2, 3].map((id) => realtime.listeners(`matches.${id}`));
  const wait = (milliseconds: number): void => {
    now += milliseconds;
    passed += milliseconds;
  };
  /** Moves the wall clock, not the monotonic one. */
  const jump = (milliseconds: number): void => {
    now += milliseconds;
  };
  return {
    ...listening,
    realtime,
    live,
    requests,
    /** The ids or pages that were asked for so. */
    asked: (how: keyof PadelApi): readonly number[] =>
      requests
        .map((line) => line.split(' '))
        .flatMap(([name, which]) => (name === how ? [Number(which)] : [])),
    log,
    publish,
    publishOn,
    listeners,
    wait,
    jump,
  };
};

/** A stage whose timers stand still while nothing advances them. */
export const aClockedStage = async (...options: Parameters<typeof aStage>) => {
  const advance = aClock();
  const stage = await aStage(...options);
  return {
    ...stage,
    advance,
    /** All clocks go on in such steps, before each of which something may happen. */
    pass: async (
      duration: number,
      step: number = 5 * SECOND,
      each: (passed: number) => unknown = () => undefined,
    ): Promise<void> => {
      for (let passed = 0; passed < duration; passed += step) {
        await each(passed);
        stage.wait(step);
        await advance(Math.min(step, 11 * SECOND));
      }
    },
  };
};

/** A request that ends only when it is aborted. */
export const never = (_query: unknown, options?: RequestOptions): Promise<never> =>
  new Promise((_resolve, reject) => {
    options?.signal?.addEventListener('abort', () => {
      reject(new Error('given up'));
    });
  });

/** The two pages of the live list once; later requests get the result of `later`. */
export const listOnce = (later: () => Promise<never>): Pick<PadelApi, 'live'> => {
  let pages = 0;
  return {
    live: (paging) => {
      pages += 1;
      return pages > 2 ? later() : pageOf([[anUpdate(1)], [anUpdate(2)]], paging);
    },
  };
};
