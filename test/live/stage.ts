import { onTestFinished } from 'vitest';
import type { MatchObserver } from '#src/domain/match/observer.ts';
import { startLive } from '#src/live/live.ts';
import type { PadelApi } from '#src/padel-api/client.ts';
import { aMatch } from '../domain/feed.ts';
import { aLog } from '../lib/log.ts';
import { aHeld, aTournament } from '../render/held.ts';
import { startRealtime } from '../../sandbox/test/realtime/server.ts';
import { NOON } from '../store/rows.ts';
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
  const polled: number[] = [];
  let now = NOON;
  let passed = 0;
  const log = aLog();
  const api = anApi({
    live: (paging) => {
      polled.push(paging?.page ?? 1);
      return pageOf([[anUpdate(1)], [anUpdate(2)]], paging);
    },
    tournaments: () => pageOf([[aTournament()]]),
    tournamentMatches: () => pageOf([[aMatch({ id: 3 })]]),
    ...answers,
  });
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
  return { ...listening, realtime, live, polled, log, publish, publishOn, listeners, wait, jump };
};

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
