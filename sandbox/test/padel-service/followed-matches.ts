import fc from 'fast-check';
import { MINUTE } from '../../../src/lib/time.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { isCovered, type Match } from '#sandbox/padel-service/world/model.ts';
import { openSharedWorld } from '#sandbox/padel-service/world/profiled-world.ts';

const END = dayOf('2026-11-21') * 24 * 60 * MINUTE;

/** All matches of one world up to a fixed midnight. */
export const { matches } = openSharedWorld(1, dayOf('2026-11-21')).at(END);

/** The matches that were covered point by point and are over. */
export const followed = matches.filter(
  ({ tournament, points, closed }) => isCovered(tournament.level) && points > 0 && closed <= END,
);

const retired = followed.filter(({ outcome }) => outcome === 'retired');

/** A covered match of any season, and so under any deuce rule; one in three is a retirement. */
export const aFollowedMatch = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...followed) },
  { weight: 1, arbitrary: fc.constantFrom(...retired) },
);

/** Checks a sample of the covered matches. */
export const ofEveryMatch = (check: (match: Match) => void): void => {
  fc.assert(fc.property(aFollowedMatch, check), { numRuns: 60 });
};
