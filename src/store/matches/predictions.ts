import {
  trackRecordOf,
  type PredictionChange,
  type TrackRecord,
} from '../../domain/probability/track-record.ts';
import type { Instant, Team } from '../../domain/terms.ts';
import type { Db, Tx } from '../connection/schema.ts';

const NUMBERS = { team_1: 1, team_2: 2 } as const satisfies Record<Team, number>;

/** Stores a prediction, unless there is one of this moment, or the outcome of the earlier ones. */
export const savePredictionChange = async (
  tx: Tx,
  matchId: number,
  { made, winner }: PredictionChange,
  now: Instant,
): Promise<void> => {
  if (made !== null) {
    await tx
      .insertInto('predictions')
      .values({
        matchId,
        sets: made.sets,
        favourite: NUMBERS[made.favourite],
        // Integers, which both databases store alike.
        perMille: Math.round(made.chance * 1_000),
        madeAt: now,
        winner: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (winner === null) return;
  await tx
    .updateTable('predictions')
    .set({ winner: NUMBERS[winner] })
    .where('matchId', '=', matchId)
    .execute();
};

/** How good the predictions of decided matches were; null while there are none. */
export const trackRecord = async (db: Db): Promise<TrackRecord | null> => {
  const decided = db.selectFrom('predictions').where('winner', 'is not', null);
  const groups = await decided
    .select(({ fn }) => ['perMille', 'favourite', 'winner', fn.countAll<number>().as('count')])
    .groupBy(['perMille', 'favourite', 'winner'])
    .execute();
  const { matches } = await decided
    .select(({ fn }) => fn.count<number>('matchId').distinct().as('matches'))
    .executeTakeFirstOrThrow();
  const counts = groups.map(({ perMille, favourite, winner, count }) => ({
    chance: perMille / 1_000,
    happened: favourite === winner,
    count,
  }));
  return trackRecordOf(counts, matches);
};

export const deletePredictions = async (db: Db, before: Instant): Promise<void> => {
  await db.deleteFrom('predictions').where('madeAt', '<', before).execute();
};
