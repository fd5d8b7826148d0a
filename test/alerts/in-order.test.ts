import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aBegunMatch, aFollowedMatch, aStage, pass } from './stage.ts';
import { kindOf, typesIn } from './told.ts';

const SETS = discordId(1);
const RESULTS = discordId(2);

/** One channel gets sets and results, another one results only; sets are slow in the first. */
const aSlowSet = async () => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { types: ['set', 'result'] } }, aPlayer(1));
  await stage.chosen(2, { settings: { types: ['result'] } }, aPlayer(1));
  const played = await aBegunMatch(stage);
  const slow = Promise.withResolvers<SendOutcome | undefined>();
  stage.discord.takes(({ kind, channelId, body }) =>
    kind === 'post' && channelId === SETS && kindOf({ body }) === 'set' ? slow.promise : undefined,
  );
  await played.setsPlayed(1);
  await played.ends();
  return { stage, slow };
};

describe('news of a match', () => {
  it('does not wait for a slow post in another channel', async () => {
    const { stage, slow } = await aSlowSet();
    await pass(SECOND);
    expect(typesIn(stage, RESULTS)).toEqual(['result']);
    slow.resolve(undefined);
    await pass(MINUTE);
  });

  it('waits for a slow post in the same channel', async () => {
    const { stage, slow } = await aSlowSet();
    await pass(10 * SECOND);
    expect(typesIn(stage, SETS)).toEqual([]);
    slow.resolve(undefined);
    await pass(SECOND);
    expect(typesIn(stage, SETS)).toEqual(['set', 'result']);
  });

  it('is sent together with the post it waits for when its channel is ready again', async () => {
    const { stage, channel, played } = await aFollowedMatch({
      settings: { types: ['set', 'result'] },
    });
    await played.begins();
    stage.discord.takes(() => ({
      kind: 'failed',
      reason: 'status 500',
      retryAfterMs: 10 * MINUTE,
    }));
    await played.setsPlayed(1);
    await played.ends(MINUTE);
    stage.discord.takes();
    await stage.alerts().channelReady(channel.key);
    for (let second = 0; second < 4; second += 1) await pass(SECOND);
    expect(typesIn(stage, SETS)).toEqual(['set', 'result']);
  });
});
