import { LRUCache } from 'lru-cache';
import type { LivePoints } from '../../domain/match/live-points.ts';
import { exchangePoints, facingPoints, isMirrored } from '../../domain/match/sides.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';

interface Doubt {
  /** The first update in doubt. */
  readonly update: LivePoints;
  /** Whether the record was read since. */
  readonly isRecordRead: boolean;
}

/**
 * Matches of which an update repeats what is held with the sides exchanged. Either the service has
 * exchanged them, and its record is read later, or it is a correction: only the record can tell. Until
 * it is read, the known history counts; if it has the sides as before, the next such update is a
 * correction. Not the one that was first in doubt: it may be older than the record.
 */
export const createDoubtedSides = (max: number) => {
  const doubts = new LRUCache<number, Doubt>({ max });

  return {
    recordRead: (matchId: number, isTurned: boolean): void => {
      const doubt = doubts.get(matchId);
      if (isTurned) doubts.delete(matchId);
      else if (doubt !== undefined) doubts.set(matchId, { ...doubt, isRecordRead: true });
    },
    observe: (update: LivePoints) => {
      const { matchId } = update;
      const doubt = doubts.get(matchId);
      const isBelieved = doubt?.isRecordRead === true && doubt.update !== update;
      let isDoubted = false;
      return {
        facing: ({ match, state }: TrackedMatch): LivePoints => {
          const turned = facingPoints(update, match);
          isDoubted = !isBelieved && isMirrored(turned, state.sets);
          return isDoubted ? exchangePoints(turned) : turned;
        },
        /** Once it is stored. @returns whether the record has to be read */
        isRecordWanted: (): boolean => {
          if (!isDoubted) doubts.delete(matchId);
          else if (doubt === undefined) doubts.set(matchId, { update, isRecordRead: false });
          return isDoubted && doubt === undefined;
        },
      };
    },
  };
};
