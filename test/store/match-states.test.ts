import { describe, expect, it } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import type { Db } from '#src/store/connection/database.ts';
import { deleteMatchStates, matchStateAt } from '#src/store/matches/match-states.ts';
import { markDelayed, saveChances } from '#src/store/matches/matches.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { change, hold, NOON } from './rows.ts';

/** A match on Court 1 at noon, Court 2 a minute later, Court 3 five minutes after noon. */
const aMovingMatch = async (db: Db): Promise<void> => {
  const match = await hold(db, { court: 'Court 1' });
  await change(db, 1, { ...match, court: 'Court 2' }, NOON + MINUTE);
  await change(db, 2, { ...match, court: 'Court 3' }, NOON + 5 * MINUTE);
};

const courtAt = async (db: Db, at: number) => {
  const { seen, changesAt } = await matchStateAt(db, 123, at);
  return [seen?.match.court, seen?.rev, changesAt];
};

describe.each(DIALECTS)('the states of a match on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it.each([
    ['before it was known', NOON - 1, [undefined, undefined, NOON]],
    ['when it became known', NOON, ['Court 1', 1, NOON + MINUTE]],
    ['just before it changed', NOON + MINUTE - 1, ['Court 1', 1, NOON + MINUTE]],
    ['when it changed', NOON + MINUTE, ['Court 2', 2, NOON + 5 * MINUTE]],
    ['between two changes', NOON + 3 * MINUTE, ['Court 2', 2, NOON + 5 * MINUTE]],
    ['after its last change', NOON + 9 * MINUTE, ['Court 3', 3, null]],
  ])('are found by an instant: %s', async (_reason, at, expected) => {
    const db = await aStore();
    await aMovingMatch(db);
    await hold(db, { id: 7 }, NOON + 2 * MINUTE);
    expect(await courtAt(db, at)).toEqual(expected);
  });

  it('keep the last one before the deletion limit, however old it is', async () => {
    const db = await aStore();
    await aMovingMatch(db);
    await deleteMatchStates(db, NOON + 5 * MINUTE);
    expect(await courtAt(db, NOON)).toEqual([undefined, undefined, NOON + MINUTE]);
    expect(await courtAt(db, NOON + MINUTE)).toEqual(['Court 2', 2, NOON + 5 * MINUTE]);
    await deleteMatchStates(db, NOON + 5 * MINUTE + 1);
    expect(await courtAt(db, NOON + MINUTE)).toEqual([undefined, undefined, NOON + 5 * MINUTE]);
    expect(await courtAt(db, NOON + 5 * MINUTE)).toEqual(['Court 3', 3, null]);
  });

  it('do not grow when only its chances or its delay change', async () => {
    const db = await aStore();
    const match = await hold(db, { status: 'live', court: 'Court 1' });
    await saveChances(db, 123, { team_1: 0.5, team_2: 0.5 });
    await markDelayed(db, [123], NOON);
    expect(await courtAt(db, NOON)).toEqual(['Court 1', 1, null]);
    await change(db, 3, { ...match, court: 'Court 2' }, NOON + MINUTE);
    expect(await courtAt(db, NOON + MINUTE)).toEqual(['Court 2', 4, null]);
  });
});
