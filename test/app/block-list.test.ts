import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBlockList } from '#src/app/block-list.ts';
import { addBlock } from '#src/store/channels/blocks.ts';
import { aLog } from '../lib/log.ts';
import { aStore } from '../store/migrated.ts';

const MEMBER = '1100000000000000101';
const SERVER = '1100000000000000202';

const aList = async () => {
  const { db, close } = await aStore();
  onTestFinished(close);
  const log = aLog();
  return { db, log, list: createBlockList({ db, log }) };
};

describe('the block list of a process', () => {
  it('notices within half a minute what another program has blocked, without an interaction', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { db, list } = await aList();
    const applied: string[][] = [];
    const loop = list.watch(() => {
      applied.push([...list.ids()]);
      return Promise.resolve();
    });
    onTestFinished(loop.stop);
    await vi.waitFor(() => {
      expect(applied).toEqual([[]]);
    });
    await addBlock(db, { discordId: SERVER, reason: '', since: 1 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(applied).toEqual([[], [SERVER]]);
    expect(list.isBlocked([MEMBER, SERVER])).toBe(true);
    expect(list.isBlocked([MEMBER])).toBe(false);
  });

  it('stays as it was while it cannot be read', async () => {
    const { db, log, list } = await aList();
    await addBlock(db, { discordId: SERVER, reason: '', since: 1 });
    await list.refresh();
    await db.schema.dropTable('blocks').execute();
    await list.refresh();
    expect(list.isBlocked([SERVER])).toBe(true);
    expect(log.lines).toEqual(['error block list unreadable, keeping the last one']);
  });
});
