import { describe, expect, it } from 'vitest';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { setPaused } from '#src/store/channels/channel-settings.ts';
import { aPlayer, discordId, postsBefore } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass, type Stage } from './stage.ts';
import { typesIn } from './told.ts';

const CHANNEL = discordId(1);
const OTHER = discordId(2);

const aFollowedMatch = async (settings: Partial<AlertSettings>) => {
  const stage = await aStage();
  const channel = await stage.chosen(1, { settings }, aPlayer(1));
  await stage.channel(2, aPlayer(1));
  const played = aPlayedMatch(stage);
  await played.isKnown();
  return { stage, channel, played };
};

const reasonsIn = async (stage: Stage, channelKey: number) => {
  const rows = await stage
    .db()
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.eventId')
    .select(['events.kind', 'deliveries.reason'])
    .where('deliveries.channelKey', '=', channelKey)
    .where('deliveries.outcome', '=', 'suppressed')
    .orderBy('events.id')
    .execute();
  return rows.map(({ kind, reason }) => `${kind}: ${reason ?? ''}`);
};

describe('a channel that has got nearly 60 posts in an hour', () => {
  it('keeps a post for the result, and stores why the other posts were suppressed', async () => {
    const { stage, channel, played } = await aFollowedMatch({});
    await postsBefore(stage.db(), channel.key, 58);
    await played.begins();
    await played.setsPlayed(1);
    await played.ends();
    await pass(MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(['start', 'result']);
    expect(typesIn(stage, OTHER)).toEqual(['start', 'set', 'result']);
    expect(await reasonsIn(stage, channel.key)).toEqual(['set: limit', 'set: included-in-result']);
  });

  it.each([
    [59 * MINUTE, ['start']],
    [61 * MINUTE, ['start', 'result']],
  ])(
    'counts the hour from each post, with a result %i ms after the start',
    async (wait, expected) => {
      const { stage, channel, played } = await aFollowedMatch({ types: ['start', 'result'] });
      await played.begins();
      await postsBefore(stage.db(), channel.key, 59);
      await pass(wait);
      await played.ends();
      await pass(MINUTE / 2);
      expect(typesIn(stage, CHANNEL)).toEqual(expected);
    },
  );

  it('still edits its card, because an edit is not a post', async () => {
    const { stage, channel, played } = await aFollowedMatch({});
    await played.begins();
    await postsBefore(stage.db(), channel.key, 60);
    for (const points of [1, 2, 3, 6]) await played.pointsPlayed(points);
    const edits = stage.discord.requests.filter(
      ({ kind, channelId }) => kind === 'edit' && channelId === CHANNEL,
    );
    expect(edits).toHaveLength(4);
  });
});

describe('a paused channel', () => {
  const pause = (stage: Stage, key: number, at: number | null) => setPaused(stage.db(), key, at);

  it('posts nothing that happened during the pause, not even after it', async () => {
    const { stage, channel, played } = await aFollowedMatch({});
    await pause(stage, channel.key, Date.now());
    await played.begins();
    await played.setsPlayed(1);
    await pass(MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual([]);
    expect(await reasonsIn(stage, channel.key)).toEqual(['start: paused', 'set: paused']);
    await pause(stage, channel.key, null);
    await stage.alerts().channelReady(channel.key);
    await played.ends();
    await pass(MINUTE);
    expect(typesIn(stage, CHANNEL).filter((kind) => kind !== 'card')).toEqual(['result']);
    expect(stage.discord.contentsIn(CHANNEL).join()).not.toContain('Set 1');
  });

  it('stops editing its card, and edits it again when the pause ends', async () => {
    const { stage, channel, played } = await aFollowedMatch({});
    await played.begins();
    await pause(stage, channel.key, Date.now());
    await played.pointsPlayed(3);
    await pass(HOUR / 2);
    const shown = () => JSON.stringify(stage.discord.shownIn(CHANNEL));
    expect(shown()).toContain('No score yet');
    await pause(stage, channel.key, null);
    await stage.alerts().channelReady(channel.key);
    await pass(MINUTE);
    expect(shown()).toMatch(/Vega.Lamas +0 +40/);
    expect(typesIn(stage, CHANNEL)).toEqual(['start']);
  });

  it('posts nothing that was pending when the pause began', async () => {
    const { stage, channel, played } = await aFollowedMatch({ delay: 60 });
    await played.begins();
    await pass(30_000);
    await pause(stage, channel.key, Date.now());
    await pass(HOUR);
    expect(typesIn(stage, CHANNEL)).toEqual([]);
    expect(await reasonsIn(stage, channel.key)).toEqual(['start: paused']);
  });
});
