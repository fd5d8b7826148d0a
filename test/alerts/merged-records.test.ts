import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startMergedRecords } from '#src/alerts/ingest/merged-records.ts';
import type { Merge } from '#src/domain/match/match.ts';
import { MINUTE } from '#src/lib/time.ts';
import { aStore } from '../store/migrated.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { aLog } from '../lib/log.ts';
import { aTournament } from '../render/held.ts';
import { aChannel, aPlayer, discordId, follow } from '../store/rows.ts';
import { aKnownMatch, aPlayedMatch, aStage as aPlayStage, pass } from './stage.ts';
import { kindOf } from './told.ts';

const aStage = async (rename: (merge: Merge) => Promise<void> = () => Promise.resolve()) => {
  const log = aLog();
  const { db, close } = await aStore(log);
  const records = startMergedRecords({ db, rename, now: Date.now, log });
  onTestFinished(async () => {
    await records.stop();
    await close();
  });
  const channel = await aChannel(db, 1);
  const follows = () => followsOf(db, { channelKey: channel.key, memberId: null });
  return { records, db, channel, follows, log };
};

const merge = (from: number, to: number): Merge => ({ kind: 'player', from, to });

describe('a merged record', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('has its follows moved first, and then its name', async () => {
    const seen: unknown[] = [];
    const { records, db, channel, follows } = await aStage(async ({ from, to }) => {
      seen.push([from, to, await follows()]);
    });
    await follow(db, channel, aPlayer(12));
    records.merged(merge(12, 7));
    await expect.poll(() => seen).toEqual([[12, 7, [aPlayer(7)]]]);
  });

  it('has its follows moved through a chain of merges in order', async () => {
    const { records, db, channel, follows } = await aStage();
    await follow(db, channel, aPlayer(15));
    await follow(db, channel, aPlayer(12));
    records.merged(merge(15, 12));
    records.merged(merge(12, 7));
    await expect.poll(follows).toEqual([aPlayer(7)]);
  });

  it('does not block other records when its rename fails, and is retried', async () => {
    let isLocked = true;
    const renamed: number[] = [];
    const { records, db, channel, follows } = await aStage(({ from }) => {
      if (isLocked && from === 15) return Promise.reject(new Error('locked'));
      renamed.push(from);
      return Promise.resolve();
    });
    for (const id of [15, 12]) await follow(db, channel, aPlayer(id));
    records.merged(merge(15, 9));
    records.merged(merge(12, 7));
    await expect.poll(() => renamed).toEqual([12]);
    expect(await follows()).toHaveLength(2);
    expect(await follows()).toEqual(expect.arrayContaining([aPlayer(9), aPlayer(7)]));
    isLocked = false;
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.poll(() => renamed).toEqual([12, 15]);
  });

  it('has its follows moved through the whole chain after a failed first move', async () => {
    const { records, db, channel, follows, log } = await aStage();
    await follow(db, channel, aPlayer(15));
    await follow(db, channel, aPlayer(99));
    await sql`create trigger locked before insert on follows when new.target_id = 12
      begin select raise(abort, 'locked'); end`.execute(db);
    records.merged(merge(15, 12));
    records.merged(merge(12, 7));
    records.merged(merge(99, 98));
    await expect.poll(follows).toEqual([aPlayer(15), aPlayer(98)]);
    await sql`drop trigger locked`.execute(db);
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.poll(follows).toEqual([aPlayer(7), aPlayer(98)]);
    // Nothing is left to be moved.
    const before = log.lines.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(log.lines).toHaveLength(before);
  });

  it('is still moved when the process stops right after the merge was reported', async () => {
    const { records, db, channel, follows, log } = await aStage();
    await follow(db, channel, aPlayer(12));
    records.merged(merge(12, 7));
    await records.stop();
    expect(await follows()).toEqual([aPlayer(7)]);
    expect(log.lines).toEqual(['info merged record and its follows moved']);
  });
});

it('a live match that is merged keeps its card, and nothing is posted twice', async () => {
  const stage = await aPlayStage();
  await stage.channel(1, aPlayer(1));
  await stage.observer().tournament(aTournament());
  const old = aPlayedMatch(stage, { id: 12 });
  const other = aPlayedMatch(stage, { id: 7 });
  await old.isKnown();
  await old.begins(MINUTE);
  await old.setsPlayed(1, MINUTE);
  const before = stage.discord.shownIn(discordId(1));
  expect(before.map(kindOf)).toEqual(['start', 'set']);
  await stage.observer().merged(12, 7);
  await other.begins(MINUTE);
  await other.setsPlayed(1);
  await other.setsPlayed(2);
  await other.ends(MINUTE);
  const shown = stage.discord.shownIn(discordId(1));
  expect(shown.map(kindOf)).toEqual(['start', 'set', 'result']);
  expect(shown[0]?.id).toBe(before[0]?.id);
  expect(shown[0]?.body.embeds?.[0]?.description).toContain('6-0 6-0');
  expect(JSON.stringify(shown[0]?.body.components)).not.toContain(':12');
});

it('a match whose player is merged is announced to those who follow the player', async () => {
  const stage = await aPlayStage();
  await stage.channel(1, aPlayer(1));
  const played = await aKnownMatch(stage);
  const rename = (): Promise<void> => Promise.resolve();
  const records = startMergedRecords({ db: stage.db(), rename, now: Date.now, log: stage.log });
  records.merged(merge(1, 900));
  await pass(1_000);
  await records.stop();
  await played.setsPlayed(1, MINUTE);
  expect(stage.discord.shownIn(discordId(1)).map(kindOf)).toEqual(['start', 'set']);
});

it('a match that the service no longer has is neither upcoming nor in play', async () => {
  const stage = await aPlayStage();
  await aKnownMatch(stage, { id: 12 });
  expect(await stage.observer().upcoming()).toHaveLength(1);
  await stage.observer().removed(12);
  expect(await stage.observer().upcoming()).toEqual([]);
  expect(await stage.observer().inPlay()).toEqual([]);
});
