import { NO_CHOICES, type MemberSettings } from '../../domain/member-settings.ts';
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

/** Changes what a member chose; nothing is stored of one who has no choice left. */
export const changeMember = (
  db: Db,
  id: string,
  change: Partial<MemberSettings>,
): Promise<MemberSettings> =>
  db.transaction().execute(async (tx) => {
    const settings = { ...NO_CHOICES, ...(await findMember(tx, id)), ...change };
    const { locale, timeZone, hidesScores } = settings;
    const columns = { locale, time_zone: timeZone, hides_scores: hidesScores ? 1 : 0 };
    await tx
      .insertInto('members')
      .values({ member_id: id, ...columns })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(columns))
      .execute();
    if (locale === null && timeZone === null && !hidesScores) await deleteMember(tx, id);
    return settings;
  });

export const deleteMember = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('members').where('member_id', '=', id).execute();
};
