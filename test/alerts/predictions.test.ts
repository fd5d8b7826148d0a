import { describe, expect, it } from 'vitest';
import { deletePredictions, trackRecord } from '#src/store/matches/predictions.ts';
import type { Team } from '#src/domain/terms.ts';
import { aBegunMatch, aKnownMatch, aStage, type Stage } from './stage.ts';

const predictions = (stage: Stage) =>
  stage
    .db()
    .selectFrom('predictions')
    .select(['matchId', 'sets', 'favourite', 'perMille', 'winner'])
    .orderBy('sets')
    .execute();

/** Team 1 wins the first set to love, team 2 the others. */
const TURNED: readonly Team[] = Array.from({ length: 72 }, (_, n) =>
  n < 24 ? 'team_1' : 'team_2',
);

const aTurnedMatch = async () => {
  const stage = await aStage();
  const match = await aKnownMatch(stage, {}, TURNED);
  await stage.observer().chances(123, { team_1: 0.35, team_2: 0.65 });
  await match.begins();
  return { stage, match };
};

describe('the predictions of a match', () => {
  it('are stored once at the start and after each set, and decided by the result', async () => {
    const { stage, match } = await aTurnedMatch();
    const before = { matchId: 123, sets: 0, favourite: 2, perMille: 650, winner: null };
    expect(await predictions(stage)).toEqual([before]);
    await match.setsPlayed(1);
    await match.setsPlayed(1);
    const [, afterSet] = await predictions(stage);
    expect(afterSet).toMatchObject({ sets: 1, favourite: 1, winner: null });
    expect(await trackRecord(stage.db())).toBeNull();

    await match.ends();
    expect(await predictions(stage)).toEqual([
      { ...before, winner: 2 },
      { ...afterSet, winner: 2 },
    ]);
    const chance = (afterSet?.perMille ?? 0) / 1_000;
    expect(await trackRecord(stage.db())).toMatchObject({
      predictions: 2,
      matches: 1,
      brier: expect.closeTo((0.35 ** 2 + chance ** 2) / 2, 10) as number,
    });
  });

  it('are updated for a corrected winner and for a merged match', async () => {
    const { stage, match } = await aTurnedMatch();
    await match.seen(match.finished);
    await match.seen({ ...match.finished, winner: 'team_1', score: null });
    expect(await predictions(stage)).toMatchObject([{ sets: 0, winner: 1 }]);
    await stage.observer().merged(123, 456);
    expect(await predictions(stage)).toMatchObject([{ matchId: 456, winner: 1 }]);
  });

  it('are not stored for a match without chances', async () => {
    const stage = await aStage();
    const match = await aBegunMatch(stage);
    await match.ends();
    expect(await predictions(stage)).toEqual([]);
  });

  it('are deleted by age', async () => {
    const { stage } = await aTurnedMatch();
    await deletePredictions(stage.db(), Date.now());
    expect(await predictions(stage)).toHaveLength(1);
    await deletePredictions(stage.db(), Date.now() + 1);
    expect(await predictions(stage)).toEqual([]);
  });
});
