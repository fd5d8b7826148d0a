import { NO_CHOICES, type MemberSettings } from '../../domain/member-settings.ts';
import { prepared } from '../connection/prepared.ts';
import type { Db } from '../connection/schema.ts';

const memberQuery = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom('members')
    .select(['locale', 'timeZone', 'hidesScores', 'discordLocale'])
    .where('memberId', '=', id),
);

/** What a member chose; undefined for nothing. */
export const findMember = async (db: Db, id: string): Promise<MemberSettings | undefined> => {
  const [row] = await memberQuery(db, { id });
  return row && { ...row, hidesScores: row.hidesScores === 1 };
};

/**
 * Changes what a member chose, and nothing else of it: another change may come at the same time.
 * Nothing is stored of one who has no choice left.
 */
export const changeMember = (db: Db, id: string, change: Partial<MemberSettings>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { hidesScores, ...others } = change;
    const changed =
      hidesScores === undefined ? others : { ...others, hidesScores: Number(hidesScores) };
    await tx
      .insertInto('members')
      .values({ ...NO_CHOICES, memberId: id, hidesScores: 0, ...changed })
      .onConflict((conflict) => conflict.column('memberId').doUpdateSet(changed))
      .execute();
    await tx
      .deleteFrom('members')
      .where('memberId', '=', id)
      .where('locale', 'is', null)
      .where('timeZone', 'is', null)
      .where('hidesScores', '=', 0)
      .execute();
  });

export const deleteMember = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('members').where('memberId', '=', id).execute();
};
