import type { MemberSettings } from '../../domain/member-settings.ts';
import { prepared, type Given } from '../connection/prepared.ts';
import type { Db, Row } from '../connection/schema.ts';

const memberQuery = prepared((db, given: Given<{ id: string }>) =>
  db.selectFrom('members').selectAll().where('member_id', '=', given('id')),
);

const settingsOf = ({ locale, time_zone, hides_scores }: Row<'members'>): MemberSettings => ({
  locale,
  timeZone: time_zone,
  hidesScores: hides_scores === 1,
});

/** What a member chose; undefined for nothing. */
export const findMember = async (db: Db, id: string): Promise<MemberSettings | undefined> => {
  const [row] = await memberQuery(db, { id });
  return row === undefined ? undefined : settingsOf(row);
};

const columnsOf = ({ locale, timeZone, hidesScores }: Partial<MemberSettings>) => ({
  ...(locale === undefined ? {} : { locale }),
  ...(timeZone === undefined ? {} : { time_zone: timeZone }),
  ...(hidesScores === undefined ? {} : { hides_scores: hidesScores ? 1 : 0 }),
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
        member_id: id,
        locale: null,
        time_zone: null,
        hides_scores: 0,
        ...columnsOf(change),
      })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(columnsOf(change)))
      .execute();
    await tx
      .deleteFrom('members')
      .where('member_id', '=', id)
      .where('locale', 'is', null)
      .where('time_zone', 'is', null)
      .where('hides_scores', '=', 0)
      .execute();
  });

export const deleteMember = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('members').where('member_id', '=', id).execute();
};
