import { describe, expect, it } from 'vitest';
import { prepared } from '#src/store/connection/prepared.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, discordId } from './rows.ts';

const idsBetween = prepared((db, { from, to }: Record<'from' | 'to', number>) =>
  db
    .selectFrom('channels')
    .select('discordId')
    .where('id', '>=', from)
    .where('id', '<', to)
    .where('kind', '=', 'text')
    .orderBy('id')
    .limit(to),
);

describe.each(DIALECTS)('a prepared query on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it('runs with the parameters of each call, also in a transaction', async () => {
    const db = await aStore();
    const [first, second] = [await aChannel(db, 1), await aChannel(db, 2)];
    const between = { from: first.key, to: second.key };
    expect(await idsBetween(db, between)).toEqual([{ discordId: discordId(1) }]);
    expect(await idsBetween(db, { from: second.key, to: second.key + 1 })).toHaveLength(1);
    expect(await idsBetween(db, { from: first.key, to: second.key + 1 })).toHaveLength(2);
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('channels').where('id', '=', first.key).execute();
      expect(await idsBetween(tx, between)).toEqual([]);
    });
  });
});
