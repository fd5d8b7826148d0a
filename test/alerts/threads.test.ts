import { describe, expect, it } from 'vitest';
import type { ChannelKind } from '#src/domain/alerts/channel.ts';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId, follow } from '../store/rows.ts';
import { aBegunMatch, aKnownMatch, aStage, pass, whileFull, type Stage } from './stage.ts';
import { kindOf, typesIn } from './told.ts';

const CHANNEL = discordId(1);
const EVERYTHING: Partial<AlertSettings> = { threads: true, types: ALERT_TYPES };

const aThreadedMatch = async (
  settings: Partial<AlertSettings> = EVERYTHING,
  kind: ChannelKind = 'text',
) => {
  const stage = await aStage();
  const channel = await stage.chosen(1, { kind, settings }, aPlayer(1));
  await stage.observer().tournament(aTournament());
  const played = await aKnownMatch(stage);
  return { stage, channel, played };
};

/** The thread of the only match. */
const threadIn = ({ discord }: Stage) => {
  const [thread, ...others] = discord.threads;
  expect(others).toEqual([]);
  if (thread === undefined) throw new Error('no thread was opened');
  return thread;
};

describe('a channel with a thread for each match', () => {
  it.each(['text', 'announcement'] as const)(
    'of the kind %s gets start, result and correction, and the thread sets',
    async (kind) => {
      const { stage, played } = await aThreadedMatch(EVERYTHING, kind);
      await played.seen({ ...played.match, court: 'Court 3' });
      await played.begins(MINUTE);
      const thread = threadIn(stage);
      expect(thread).toMatchObject({
        channelId: CHANNEL,
        name: 'Vega / Lamas – Soria / Pinto · Madrid P1',
      });
      await played.pointsPlayed(5);
      await played.setsPlayed(1);
      await played.ends(MINUTE);
      await played.isCorrected(MINUTE);
      expect(typesIn(stage, CHANNEL)).toEqual(['schedule', 'start', 'result', 'correction']);
      expect(typesIn(stage, thread.id)).toEqual(['set']);
      // The thread begins at the start post, which is the card.
      const start = stage.discord.shownIn(CHANNEL).find((message) => kindOf(message) === 'start');
      expect(thread.id).toBe(start?.id);
      // A post in the thread is corrected in the thread.
      expect(stage.discord.contentsIn(thread.id).join()).toMatch(/6-1.*corrected/);
    },
  );

  it('opens one thread per match, also across a restart', async () => {
    const { stage, played } = await aThreadedMatch();
    await played.begins();
    await stage.restart();
    await played.setsPlayed(1, MINUTE);
    expect(typesIn(stage, threadIn(stage).id)).toContain('set');
    await aBegunMatch(stage, { id: 124, round: 2 });
    await pass(MINUTE);
    expect(stage.discord.threads).toHaveLength(2);
  });

  it.each(['start', 'card'] as const)(
    'opens one thread per match when the database cannot record it at first, at the %s',
    async (first) => {
      const { stage, played } = await aThreadedMatch();
      await whileFull(stage.db(), 'threads', async () => {
        if (first === 'start') await played.begins();
        else await played.seen({ ...played.live, startedAt: Date.now() - HOUR }, 5_000);
      });
      await pass(MINUTE);
      await played.setsPlayed(1, MINUTE);
      expect(typesIn(stage, CHANNEL)).toEqual([first]);
      expect(typesIn(stage, threadIn(stage).id)).toContain('set');
    },
  );

  it('opens a thread for a match that is already live when it begins to follow', async () => {
    const { stage, channel, played } = await aThreadedMatch();
    const second = await stage.chosen(2, { settings: EVERYTHING });
    await played.begins();
    await follow(stage.db(), second, aPlayer(3));
    await stage.alerts().followed(aPlayer(3), second.key);
    await pass(MINUTE);
    const thread = stage.discord.threads.find((each) => each.channelId === second.discordId);
    await played.setsPlayed(1, MINUTE);
    expect(typesIn(stage, thread?.id ?? '')).toContain('set');
    expect(stage.discord.threads.map(({ channelId }) => channelId)).toEqual([
      channel.discordId,
      second.discordId,
    ]);
  });

  it('keeps the thread when its card is reposted', async () => {
    const { stage, played } = await aThreadedMatch();
    await played.begins(51 * MINUTE);
    await played.pointsPlayed(1);
    await played.setsPlayed(1, MINUTE);
    expect(typesIn(stage, threadIn(stage).id)).toContain('set');
    expect(typesIn(stage, CHANNEL)).toEqual(['card']);
  });

  it('gets everything itself when the thread cannot be opened', async () => {
    const { stage, played } = await aThreadedMatch();
    stage.discord.takes(({ kind }) =>
      kind === 'thread' ? { kind: 'refused', reason: 'missing-permissions' } : undefined,
    );
    await played.begins();
    await played.setsPlayed(1);
    await played.ends(MINUTE);
    const posted = typesIn(stage, CHANNEL);
    expect(posted).toEqual(['start', 'set', 'result']);
    expect(await channelsOfGuild(stage.db(), discordId(50_001))).toMatchObject([{ broken: null }]);
  });

  it('opens a thread also when live cards are turned off', async () => {
    const { stage, played } = await aThreadedMatch({
      threads: true,
      types: ['start', 'set', 'result'],
    });
    await played.begins();
    await played.setsPlayed(1);
    await played.ends(MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(['start', 'result']);
    expect(typesIn(stage, threadIn(stage).id)).toEqual(['set']);
  });

  it.each([
    ['was deleted', { kind: 'refused', reason: 'unknown-channel' }],
    ['was locked', { kind: 'gone' }],
  ] as const)(
    'is not marked as broken, and gets everything itself, when the thread %s',
    async (_word, outcome) => {
      const { stage, played } = await aThreadedMatch();
      await played.begins();
      const { id } = threadIn(stage);
      stage.discord.takes(({ kind, channelId }) =>
        channelId === id && kind === 'post' ? outcome : undefined,
      );
      await played.setsPlayed(1, MINUTE);
      await played.ends(MINUTE);
      expect(await channelsOfGuild(stage.db(), discordId(50_001))).toMatchObject([
        { broken: null },
      ]);
      const posted = typesIn(stage, CHANNEL);
      expect(posted).toEqual(['start', 'set', 'result']);
    },
  );
});
