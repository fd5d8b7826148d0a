import type { MemberSettings } from '../../domain/member-settings.ts';
import { prepared, type Given } from '../connection/prepared.ts';
import type { Db, Row } from '../connection/schema.ts';

const memberQuery = prepared((db, given: Given<{ id: string }>) =>
  db.selectFrom('members').selectAll().where('memberId', '=', given('id')),
);

const settingsOf = ({ locale, timeZone, hidesScores }: Row<'members'>): MemberSettings => ({
  locale,
  timeZone: timeZone,
  hidesScores: hidesScores === 1,
});

/** What a member chose; undefined for nothing. */
export const findMember = async (db: Db, id: string): Promise<MemberSettings | undefined> => {
  const [row] = await memberQuery(db, { id });
  return row === undefined ? undefined : settingsOf(row);
};

const columnsOf = ({ locale, timeZone, hidesScores }: Partial<MemberSettings>) => ({
  ...(locale === undefined ? {} : { locale }),
  ...(timeZone === undefined ? {} : { timeZone }),
  ...(hidesScores === undefined ? {} : { hidesScores: hidesScores ? 1 : 0 }),
});

/**
 * Changes what a member chose, and nothing else of it: another change may come at the same time.
 * Nothing is stored of one who has no choice left.
 */
export const changeMember = (db: Db, id: string, change: Partial<MemberSettings>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .insertInto('members')
      .values({
        memberId: id,
        locale: null,
        timeZone: null,
        hidesScores: 0,
        ...columnsOf(change),
      })
      .onConflict((conflict) => conflict.column('memberId').doUpdateSet(columnsOf(change)))
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
