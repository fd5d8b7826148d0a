import { describe, expect, it, onTestFinished } from 'vitest';
import { startMergedRecords } from '#src/alerts/merged-records.ts';
import type { Merge } from '#src/domain/merges.ts';
import { openStore } from '#src/store/database.ts';
import { followsOf } from '#src/store/follows.ts';
import { aLog } from '../lib/log.ts';
import { aChannel, aPlayer, follow } from '../store/rows.ts';

const aStage = async (rename: (merge: Merge) => Promise<void> = () => Promise.resolve()) => {
  const log = aLog();
  const { db, close } = await openStore('file::memory:', log);
  const records = startMergedRecords({ db, rename, log });
  onTestFinished(async () => {
    await records.stop();
    await close();
  });
  const channel = await aChannel(db, 1);
  const follows = () => followsOf(db, { channelKey: channel.key, memberId: null });
  return { records, db, channel, follows, log };
};

const merge = (from: number, to: number): Merge => ({ kind: 'player', from, to });

describe('a record that was merged', () => {
  it('takes its follows along, and then its name', async () => {
    const seen: unknown[] = [];
    const { records, db, channel, follows } = await aStage(async ({ from, to }) => {
      seen.push([from, to, await follows()]);
    });
    await follow(db, channel, aPlayer(12));
    records.merged(merge(12, 7));
    await expect.poll(() => seen).toEqual([[12, 7, [aPlayer(7)]]]);
  });

  it('may be merged on: each step is taken in its order', async () => {
    const { records, db, channel, follows } = await aStage();
    await follow(db, channel, aPlayer(15));
    await follow(db, channel, aPlayer(12));
    records.merged(merge(15, 12));
    records.merged(merge(12, 7));
    await expect.poll(follows).toEqual([aPlayer(7)]);
  });

  it('is moved before the end, when it was told before', async () => {
    const { records, db, channel, follows, log } = await aStage();
    await follow(db, channel, aPlayer(12));
    records.merged(merge(12, 7));
    await records.stop();
    expect(await follows()).toEqual([aPlayer(7)]);
    expect(log.lines).toEqual(['info a merged record and its follows were moved']);
  });
});
