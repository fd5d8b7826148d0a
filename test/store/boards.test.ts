import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#src/lib/time.ts';
import type { ChannelSetup } from '#src/store/channels/channels.ts';
import { setPaused } from '#src/store/channels/channel-settings.ts';
import { markBroken } from '#src/store/channels/channel-failures.ts';
import { leaveGuild, removeChannel } from '#src/store/channels/guild-channels.ts';
import { nextDueIn } from '#src/store/connection/queries.ts';
import type { Db } from '#src/store/connection/database.ts';
import {
  claimBoards,
  recordBoardEdited,
  recordBoardGone,
  recordBoardPin,
  completeBoardPosting,
} from '#src/store/boards/board-changes.ts';
import { dueBoards, findBoard, pinRefusalIn, unwantedBoards } from '#src/store/boards/boards.ts';
import {
  boardRow,
  clearPosting,
  markPosting,
  postponeKept,
  storedMessageId,
} from '#src/store/cards/kept-rows.ts';
import { matchStatesAt } from '#src/store/matches/match-states.ts';
import { revisionsSince } from '#src/store/matches/match-lists.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, change, discordId, hold, NOON } from './rows.ts';

const aBoard = async (db: Db, n: number, setup: Partial<ChannelSetup> = {}) => {
  const channel = await aChannel(db, n, { settings: { board: true }, ...setup });
  await claimBoards(db, [channel.discordId], NOON);
  const posting = { since: NOON, replacedId: null };
  await markPosting(db, boardRow(channel.discordId), posting, 'words');
  const posted = { messageId: `${n}`, shown: 'day', at: NOON };
  await completeBoardPosting(db, channel.discordId, posting, posted);
  return channel;
};

const dueAt = async (db: Db, at: number): Promise<readonly string[]> =>
  (await dueBoards(db, at, 10)).map(({ channel }) => channel.discordId).toSorted();

describe.each(DIALECTS)('boards on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  it('are due a minute after they were posted, and at once where none was posted yet', async () => {
    const db = await aStore();
    await aBoard(db, 1);
    await aChannel(db, 2, { settings: { board: true } });
    await aChannel(db, 3);
    await aBoard(db, 4, { kind: 'forum' });
    expect(await dueAt(db, NOON)).toEqual([discordId(2)]);
    expect(await nextDueIn(db, 'boards', NOON)).toBe(NOON + MINUTE);
    expect(await dueAt(db, NOON + MINUTE)).toEqual([discordId(1), discordId(2)]);
    await claimBoards(db, [discordId(2)], NOON);
    await postponeKept(db, boardRow(discordId(2)), NOON + HOUR, 1);
    expect(await dueAt(db, NOON + MINUTE)).toEqual([discordId(1)]);
  });

  it('are not due in paused, broken or left channels; those of removed ones are to be deleted', async () => {
    const db = await aStore();
    const [paused, broken, gone] = [await aBoard(db, 1), await aBoard(db, 2), await aBoard(db, 3)];
    const left = await aBoard(db, 4, { guildId: discordId(77) });
    await setPaused(db, paused.key, NOON);
    await markBroken(db, broken.key, 'missing-access', NOON);
    await leaveGuild(db, left.guildId, NOON);
    await removeChannel(db, gone);
    expect(await dueAt(db, NOON + HOUR)).toEqual([]);
    const unwanted = await unwantedBoards(db, NOON + HOUR, 10);
    expect(unwanted).toMatchObject([{ discordId: gone.discordId, messageId: '3', attempts: 0 }]);
  });

  it('keep the reason of a refused pin until a pin succeeds', async () => {
    const db = await aStore();
    const { discordId: id } = await aBoard(db, 1);
    await recordBoardPin(db, id, '1', NOON, 'too-many-pins');
    expect(await pinRefusalIn(db, id)).toBe('too-many-pins');
    await recordBoardPin(db, id, '1', NOON, null);
    expect(await pinRefusalIn(db, id)).toBeNull();
  });

  it('are posted by one of two processes, and late writes of the other change nothing', async () => {
    const db = await aStore();
    const { key, discordId: id } = await aBoard(db, 1);
    const [late, other] = [
      { since: NOON + HOUR, replacedId: '1' },
      { since: NOON + HOUR + 1, replacedId: '1' },
    ];
    const row = boardRow(id);
    const read = async () => await findBoard(db, key);
    expect(await markPosting(db, row, other, 'words')).toBe(true);
    expect(await markPosting(db, row, late, 'late')).toBe(false);
    // The same process may mark again, because the response to its first mark may not have arrived.
    expect(await markPosting(db, row, other, 'words')).toBe(true);
    await clearPosting(db, row, late);
    const posting = { since: other.since, words: 'words' };
    expect(await read()).toMatchObject({ messageId: '1', posting });
    const posted = { messageId: '2', shown: 'evening', at: NOON + HOUR };
    expect(await completeBoardPosting(db, id, other, posted)).toBe(true);
    const now = await read();
    expect(now).toMatchObject({ messageId: '2', posting: null });
    expect(await storedMessageId(db, row)).toBe('2');
    expect(await markPosting(db, row, late, 'late')).toBe(false);
    expect(await completeBoardPosting(db, id, late, posted)).toBe(false);
    await recordBoardEdited(db, id, { messageId: '1', shown: 'noon', at: NOON });
    await recordBoardPin(db, id, '1', NOON, null);
    await recordBoardGone(db, id, '1');
    expect(await read()).toEqual(now);
  });

  it('read matches as of an earlier instant, and the revisions of those changed since one', async () => {
    const db = await aStore();
    const match = await hold(db);
    await change(db, 1, { ...match, court: 'Court 2' }, NOON + MINUTE);
    await change(db, 2, { ...match, status: 'finished' }, NOON + 2 * MINUTE);
    await hold(db, { id: 7 }, NOON + 2 * MINUTE);
    const then = await matchStatesAt(db, [123, 7], NOON + MINUTE);
    expect([...then].map(([id, { rev, match: was }]) => [id, rev, was.court])).toEqual([
      [123, 2, 'Court 2'],
    ]);
    const idsSince = async (at: number) => (await revisionsSince(db, at)).map(({ id }) => id);
    expect(await idsSince(NOON)).toEqual([7, 123]);
    expect(await idsSince(NOON + HOUR)).toEqual([7]);
  });
});
