import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import { WAKE_CAUSES, type WakeCause } from '#src/alerts/delivery/delivery.ts';
import { createIngest } from '#src/alerts/ingest/ingest.ts';
import { startDelivery } from '#src/alerts/start-delivery.ts';
import { feedOf, finishedMatch } from '../domain/feed.ts';
import { createFakeDiscord } from './fake-discord.ts';
import { MINUTE } from '#src/lib/time.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { aKnownMatch, aStage, noPicture, pass, settle } from './stage.ts';

describe('waking the delivery loops', () => {
  it('names the cause of a change', async () => {
    const stage = await aStage();
    const { live, match, plays, begins } = await aKnownMatch(stage);
    await begins();
    const woken: (readonly WakeCause[])[] = [];
    const ingest = createIngest({
      db: stage.db(),
      now: Date.now,
      log: stage.log,
      wake: (...causes) => {
        woken.push(causes);
      },
    });
    await ingest.points(feedOf(plays.slice(0, 3), match.id), Date.now());
    await ingest.points(feedOf(plays.slice(0, 25), match.id), Date.now());
    await ingest.match(finishedMatch(plays, live), Date.now());
    await ingest.match({ ...finishedMatch(plays, live), duration: 99 }, Date.now());
    expect(woken).toEqual([['cards'], ['cards', 'news'], ['cards', 'news'], ['cards', 'retries']]);
  });

  it('is not done for the duration of a match in play, which grows although nothing is played', async () => {
    const stage = await aStage();
    const { live, begins, match } = await aKnownMatch(stage);
    await begins();
    const changedAt = async () => (await findMatch(stage.db(), match.id))?.changedAt;
    const before = await changedAt();
    await pass(MINUTE);
    await stage.observer().match({ ...live, duration: 91 }, Date.now());
    expect(await changedAt()).toBe(before);
  });

  it('does not wake retries or deletions for a point', async () => {
    const stage = await aStage();
    const texts: string[] = [];
    const watching: KyselyPlugin = {
      transformQuery: ({ node }) => {
        texts.push(JSON.stringify(node));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const delivery = startDelivery({
      db: stage.db().withPlugin(watching),
      sender: createFakeDiscord().connect(),
      now: Date.now,
      draw: noPicture,
      log: stage.log,
    });
    const tablesQueried = async (...causes: readonly WakeCause[]): Promise<readonly boolean[]> => {
      await settle();
      texts.length = 0;
      delivery.wake(...causes);
      await settle();
      const tables = ['cards', 'deliveries', 'pending_deletions'];
      return tables.map((table) => texts.some((text) => text.includes(`"name":"${table}"`)));
    };
    expect(await tablesQueried('cards')).toEqual([true, false, false]);
    expect(await tablesQueried(...WAKE_CAUSES)).toEqual([true, true, true]);
    expect(await tablesQueried()).toEqual([true, true, true]);
    await delivery.stop();
  });
});
