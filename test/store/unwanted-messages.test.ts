import { describe, expect, it } from 'vitest';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { markBroken, markRepaired } from '#src/store/channels/channel-failures.ts';
import { removeChannel } from '#src/store/channels/guild-channels.ts';
import type { Channel } from '#src/store/channels/channels.ts';
import type { Db } from '#src/store/connection/database.ts';
import {
  scheduleDeletion,
  isDeletionPending,
  postponeDeletion,
  completeDeletion,
  deleteLostDeletions,
  REMOVED_CHANNEL,
} from '#src/store/cards/deletions.ts';
import { DIALECTS, useDialect } from './dialects.ts';
import { aChannel, NOON } from './rows.ts';
import { nextUnwantedDue, unwantedMessages } from './due.ts';

describe.each(DIALECTS)('messages to delete on $name', (dialect) => {
  const { aStore } = useDialect(dialect);

  const schedule = (db: Db, channel: Channel, messageId: string): Promise<void> =>
    db
      .transaction()
      .execute((tx) => scheduleDeletion(tx, channel.discordId, messageId, NOON + MINUTE));

  const idsAt = async (db: Db, at: number): Promise<readonly string[]> =>
    (await unwantedMessages(db, at, 10)).map(({ messageId }) => messageId);

  it('are due at their time', async () => {
    const db = await aStore();
    const channel = await aChannel(db, 1);
    await schedule(db, channel, '901');
    expect(await idsAt(db, NOON + MINUTE - 1)).toEqual([]);
    expect(await nextUnwantedDue(db, NOON)).toBe(NOON + MINUTE);
    expect(await unwantedMessages(db, NOON + MINUTE, 10)).toEqual([
      {
        channel: { key: channel.key, discordId: channel.discordId },
        messageId: '901',
        attempts: 0,
      },
    ]);
  });

  it('can be several of one channel, each scheduled once and completed separately', async () => {
    const db = await aStore();
    const channel = await aChannel(db, 1);
    await schedule(db, channel, '901');
    await schedule(db, channel, '902');
    await schedule(db, channel, '901');
    expect((await idsAt(db, NOON + MINUTE)).toSorted()).toEqual(['901', '902']);
    await completeDeletion(db, { channel, messageId: '901' });
    expect(await isDeletionPending(db, { channel, messageId: '901' })).toBe(false);
    expect(await isDeletionPending(db, { channel, messageId: '902' })).toBe(true);
    expect(await idsAt(db, NOON + MINUTE)).toEqual(['902']);
  });

  it('are given up after a month in a channel that stays broken', async () => {
    const db = await aStore();
    const channel = await aChannel(db, 1);
    await schedule(db, channel, '901');
    await deleteLostDeletions(db, NOON + MINUTE);
    expect(await isDeletionPending(db, { channel, messageId: '901' })).toBe(true);
    await deleteLostDeletions(db, NOON + MINUTE + 1);
    expect(await isDeletionPending(db, { channel, messageId: '901' })).toBe(false);
  });

  it('are postponed after a failure', async () => {
    const db = await aStore();
    const channel = await aChannel(db, 1);
    await schedule(db, channel, '901');
    await postponeDeletion(db, { channel, messageId: '901' }, NOON + HOUR, 3);
    expect(await idsAt(db, NOON + HOUR - 1)).toEqual([]);
    expect(await nextUnwantedDue(db, NOON)).toBe(NOON + HOUR);
    expect(await unwantedMessages(db, NOON + HOUR, 10)).toMatchObject([{ attempts: 3 }]);
  });

  it('are due, too, once the alerts of their channel were removed', async () => {
    const db = await aStore();
    const channel = await aChannel(db, 1);
    await schedule(db, channel, '901');
    await removeChannel(db, channel);
    expect(await unwantedMessages(db, NOON + MINUTE, 10)).toMatchObject([
      { channel: { key: REMOVED_CHANNEL, discordId: channel.discordId }, messageId: '901' },
    ]);
  });

  it('are not due while their channel is broken', async () => {
    const db = await aStore();
    const channel = await aChannel(db, 1);
    await schedule(db, channel, '901');
    await markBroken(db, channel.key, 'missing-access', NOON);
    expect(await idsAt(db, NOON + MINUTE)).toEqual([]);
    await markRepaired(db, channel.key);
    expect(await idsAt(db, NOON + MINUTE)).toEqual(['901']);
  });
});
