import fc from 'fast-check';
import { MINUTE } from '../../../src/lib/time.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { isCovered, type Match } from '#sandbox/padel-service/world/model.ts';
import { openSharedWorld } from '#sandbox/padel-service/world/profiled-world.ts';

const END = dayOf('2026-11-21') * 24 * 60 * MINUTE;

/** All matches of a world up to one midnight. */
export const { matches } = openSharedWorld(1, dayOf('2026-11-21')).at(END);

/** Those that were followed point by point and are over. */
export const followed = matches.filter(
  ({ tournament, points, closed }) => isCovered(tournament.level) && points > 0 && closed <= END,
);

const retired = followed.filter(({ outcome }) => outcome === 'retired');

/** Followed matches of all seasons and so of all deuce rules; every third one was given up. */
export const aFollowedMatch = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...followed) },
  { weight: 1, arbitrary: fc.constantFrom(...retired) },
);

/** Checks some of them. */
export const ofEveryMatch = (check: (match: Match) => void): void => {
  fc.assert(fc.property(aFollowedMatch, check), { numRuns: 60 });
};
