import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { MENTIONS_IN_ONE } from '#src/render/message.ts';
import { setPaused } from '#src/store/channels/channel-settings.ts';
import { markBroken } from '#src/store/channels/channel-failures.ts';
import { changeMember } from '#src/store/follows/members.ts';
import { aPlayer, discordId, follow } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass, type Stage } from './stage.ts';
import { typesIn } from './told.ts';

const CHANNEL = discordId(1);
const ANA = discordId(70_001);

/** The stored outcome and reason of each delivery, as `/alerts why` reads them. */
const storedReasons = async (stage: Stage): Promise<readonly string[]> => {
  const rows = await stage
    .db()
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.eventId')
    .select(['events.kind', 'deliveries.outcome', 'deliveries.reason'])
    .where('deliveries.channelKey', '=', 1)
    .orderBy('events.id')
    .execute();
  return rows.map(({ kind, outcome, reason }) => `${kind} ${outcome}: ${reason ?? 'no reason'}`);
};

const aStart = async (settings: Partial<AlertSettings> = {}) => {
  const stage = await aStage();
  const channel = await stage.chosen(1, { settings }, aPlayer(1));
  const played = aPlayedMatch(stage);
  await played.isKnown();
  return { stage, channel, played };
};

describe('the stored reason of a delivery', () => {
  it('is the spoiler delay until the post is sent', async () => {
    const { stage, played } = await aStart({ delay: 120 });
    await played.begins();
    expect(await storedReasons(stage)).toEqual(['start pending: delay']);
    await pass(2 * MINUTE);
    expect(await storedReasons(stage)).toEqual(['start sent: no reason']);
  });

  it('is quiet hours when the channel is in them', async () => {
    const { stage, played } = await aStart({ quietHours: { from: 0, to: 23 * 60 } });
    await played.begins();
    expect((await storedReasons(stage))[0]).toBe('start suppressed: quiet-hours');
  });

  it('is the pause when the channel is paused', async () => {
    const { stage, channel, played } = await aStart();
    await setPaused(stage.db(), channel.key, Date.now());
    await played.begins();
    expect(await storedReasons(stage)).toEqual(['start suppressed: paused']);
  });

  it('is the missing access when the channel cannot be written to', async () => {
    const { stage, channel, played } = await aStart();
    await markBroken(stage.db(), channel.key, 'missing-access', Date.now());
    await played.begins();
    expect(await storedReasons(stage)).toEqual(['start pending: missing-access']);
  });

  it('is a missing follow when only a member follows and the channel ignores that', async () => {
    const stage = await aStage();
    const channel = await stage.chosen(1, { settings: { memberFollows: false } }, aPlayer(1));
    await follow(stage.db(), channel, aPlayer(11), ANA);
    const team_1 = [
      { id: 11, name: 'Uma Ruiz' },
      { id: 12, name: 'Ida Paz' },
    ];
    const team_2 = [
      { id: 13, name: 'Noa Gil' },
      { id: 14, name: 'Sol Mas' },
    ];
    const [followed, others] = [
      aPlayedMatch(stage),
      aPlayedMatch(stage, { id: 124, teams: { team_1, team_2 } }),
    ];
    for (const each of [followed, others]) {
      await each.isKnown();
      await each.begins();
    }
    expect(await storedReasons(stage)).toEqual([
      'start sent: no reason',
      'start suppressed: not-followed',
    ]);
  });

  it.each<[string, SendOutcome, string]>([
    ['limits it', { kind: 'limited', retryAfterMs: MINUTE }, 'start pending: limited'],
    [
      'fails',
      { kind: 'failed', reason: 'status 502', retryAfterMs: MINUTE },
      'start pending: request-failed',
    ],
    ['rejects it', { kind: 'rejected', reason: 'Invalid Form Body' }, 'start failed: rejected'],
  ])('is the response of Discord when Discord %s', async (_what, outcome, expected) => {
    const { stage, played } = await aStart();
    stage.discord.takes(() => outcome);
    await played.begins();
    expect(await storedReasons(stage)).toEqual([expected]);
  });

  it('is the removed follow when nobody follows any more at the retry', async () => {
    const { stage, played } = await aStart();
    stage.discord.takes(() => ({ kind: 'failed', reason: 'down', retryAfterMs: MINUTE }));
    await played.begins();
    await stage.db().deleteFrom('follows').execute();
    stage.discord.takes();
    await pass(2 * MINUTE);
    expect(await storedReasons(stage)).toEqual(['start suppressed: unfollowed']);
    expect(stage.discord.messages).toEqual([]);
  });

  it('is that nothing needs correcting in a channel that has not posted the result', async () => {
    const { stage, channel, played } = await aStart({ types: ALERT_TYPES });
    await played.begins();
    await setPaused(stage.db(), channel.key, Date.now());
    await played.ends();
    await pass(MINUTE);
    await setPaused(stage.db(), channel.key, null);
    await stage.alerts().settingsChanged(channel.key);
    const [, ...rest] = played.finished.score ?? [];
    const first = { team_1: 6, team_2: 1, tieBreak: null };
    await played.seen({ ...played.finished, score: [first, ...rest] });
    await pass(MINUTE);
    expect((await storedReasons(stage)).at(-1)).toBe('correction suppressed: already-correct');
    expect(typesIn(stage, CHANNEL)).toEqual(['start']);
  });
});

it('the digest after quiet hours omits what the filters of the channel exclude', async () => {
  const quietHours = { from: 23 * 60, to: 13 * 60 };
  const { stage, played } = await aStart({ quietHours, smallestRound: 1 });
  await played.begins();
  await played.ends();
  await pass(2 * HOUR);
  expect(stage.discord.messages).toEqual([]);
});

describe('members who exceed the mentions of a post', () => {
  /** A channel in which `count` members are pinged. */
  const aChannelThatPings = async (count: number) => {
    const stage = await aStage();
    const channel = await stage.chosen(1, {}, aPlayer(1));
    const members = Array.from({ length: count }, (_, n) => discordId(70_000 + n));
    for (const member of members) await follow(stage.db(), channel, aPlayer(2), member);
    return { stage, channel, members };
  };
  const pingsIn = (stage: Stage) =>
    stage.discord.shownIn(CHANNEL).map(({ body }) => body.allowed_mentions?.users ?? []);

  it.each<[string, (stage: Stage, key: number) => Promise<unknown>]>([
    ['is paused', (stage, key) => setPaused(stage.db(), key, Date.now())],
    [
      'cannot be written to',
      (stage, key) => markBroken(stage.db(), key, 'missing-access', Date.now()),
    ],
    ['no longer follows the match', (stage) => stage.db().deleteFrom('follows').execute()],
  ])('are not pinged when the channel %s in the meantime', async (_what, change) => {
    const { stage, channel } = await aChannelThatPings(MENTIONS_IN_ONE + 5);
    const played = aPlayedMatch(stage);
    await played.isKnown();
    stage.discord.takes(({ kind }) =>
      kind === 'post' && stage.discord.shownIn(CHANNEL).length === 1
        ? { kind: 'limited', retryAfterMs: MINUTE }
        : undefined,
    );
    await played.begins();
    await change(stage, channel.key);
    stage.discord.takes();
    await pass(2 * MINUTE);
    expect(pingsIn(stage).flat()).toHaveLength(MENTIONS_IN_ONE);
  });

  it('are pinged separately from those who hide scores', async () => {
    const { stage, members } = await aChannelThatPings(MENTIONS_IN_ONE + 5);
    const [hiding = ''] = members;
    await changeMember(stage.db(), hiding, { hidesScores: true });
    const played = aPlayedMatch(stage);
    await played.isKnown();
    await played.begins();
    await played.ends();
    await pass(SECOND);
    const pings = pingsIn(stage).filter(({ length }) => length > 0);
    expect(pings.map(({ length }) => length)).toEqual([5, MENTIONS_IN_ONE, 4]);
    expect(stage.discord.contentsIn(`dm-${hiding}`).at(-1)).toMatch(/News of/);
  });
});
