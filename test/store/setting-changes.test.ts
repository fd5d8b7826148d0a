import { describe, expect, it } from 'vitest';
import { DAY } from '#src/lib/time.ts';
import {
  CHANGES_PER_DAY,
  changeToUndo,
  CHANGES_PER_SERVER,
  recordChange,
} from '#src/store/channels/setting-changes.ts';
import type { Db } from '#src/store/connection/database.ts';
import { changesOfGuild } from './changes.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, discordId, NOON } from './rows.ts';

const [SERVER, OTHER] = [discordId(801), discordId(802)];

const PAUSE = { what: 'pause', before: false, after: true } as const;

const record = (db: Db, guildId: string, at: number) =>
  recordChange(db, { guildId, channelKey: 1, memberId: 'clara' }, PAUSE, at);

/** Rows of a server as if they were recorded on as many days. */
const fill = async (db: Db, days: number): Promise<void> => {
  const row = { guildId: SERVER, channelKey: 1, memberId: 'clara', what: 'pause' };
  const rows = Array.from({ length: days }, (_, day) => ({
    ...row,
    at: NOON - (days - day) * DAY,
    before: 'false',
    after: 'true',
  }));
  for (let from = 0; from < days; from += 500) {
    await db
      .insertInto('settingChanges')
      .values(rows.slice(from, from + 500))
      .execute();
  }
};

describe.each(DIALECTS)('the changes of a server on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it('of one day are bounded, and leave those of other days and servers', async () => {
    const db = await aStore();
    await record(db, SERVER, NOON - 2 * DAY);
    await record(db, OTHER, NOON);
    const ids: number[] = [];
    for (let n = 0; n < CHANGES_PER_DAY + 3; n += 1) ids.push(await record(db, SERVER, NOON + n));
    const [before, ...today] = (await changesOfGuild(db, SERVER)).map(({ id, at }) => ({ id, at }));
    expect(before?.at).toBe(NOON - 2 * DAY);
    expect(today.map(({ id }) => id)).toEqual(ids.slice(3));
    expect(await changesOfGuild(db, OTHER)).toHaveLength(1);
  });

  it.each([{ types: ['start', 'later'] }, { types: ['start'], events: 'later' }])(
    'are neither shown nor undone where they have %j, which this release does not know',
    async (unknown) => {
      const db = await aStore();
      const { key } = await aChannel(db, 1, { guildId: SERVER });
      const row = { guildId: SERVER, channelKey: key, memberId: 'clara', at: NOON };
      const after = JSON.stringify({ types: ['card'] });
      await db
        .insertInto('settingChanges')
        .values([{ ...row, what: 'settings', before: JSON.stringify(unknown), after }])
        .execute();
      expect(await changesOfGuild(db, SERVER)).toEqual([]);
      expect(await changeToUndo(db, { key, guildId: SERVER })).toBeUndefined();
    },
  );

  it('are bounded in all', async () => {
    const db = await aStore();
    await fill(db, CHANGES_PER_SERVER);
    await record(db, SERVER, NOON);
    const kept = await changesOfGuild(db, SERVER);
    expect(kept).toHaveLength(CHANGES_PER_SERVER);
    expect(kept[0]?.at).toBe(NOON - (CHANGES_PER_SERVER - 1) * DAY);
  });
});
