import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { ALERT_TYPES, PRESETS } from '#src/domain/alerts/alert-types.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { levelTarget } from '#src/domain/alerts/follows.ts';
import { HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { markRepaired } from '#src/store/channels/channel-failures.ts';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass, whileFull, type Stage } from './stage.ts';
import { typesIn } from './told.ts';

const CHANNEL = discordId(1);

const aForum = async (settings: Partial<AlertSettings> = {}) => {
  const stage = await aStage();
  await stage.chosen(1, { kind: 'forum', settings }, aPlayer(1), levelTarget('p1'));
  await stage.observer().tournament(aTournament());
  const played = aPlayedMatch(stage);
  return { stage, played };
};

const aBegunForum = async (settings?: Partial<AlertSettings>) => {
  const { stage, played } = await aForum(settings);
  await played.isKnown();
  await played.begins();
  return { stage, played };
};

/** The kinds of the messages in each post of the forum, the oldest post first. */
const postsIn = (stage: Stage): readonly (readonly string[])[] =>
  stage.discord.threads.map(({ id }) => typesIn(stage, id));

describe('a forum', () => {
  it('opens a post for a match with its first alert, and adds the other alerts there', async () => {
    const { stage, played } = await aBegunForum({ types: ALERT_TYPES });
    await played.pointsPlayed(5);
    await played.setsPlayed(1);
    await played.ends(MINUTE);
    expect(postsIn(stage)).toEqual([['start', 'set', 'result']]);
    expect(stage.discord.threads).toMatchObject([
      { channelId: CHANNEL, name: 'Vega / Lamas – Soria / Pinto · Madrid P1' },
    ]);
    // The first message is the card, which is edited there.
    const [first] = stage.discord.shownIn(stage.discord.threads[0]?.id ?? '');
    expect(first?.body.embeds?.[0]?.description).toContain('beat');
    expect(stage.discord.shownIn(CHANNEL)).toEqual([]);
  });

  it('continues the post that an alert before the match has opened', async () => {
    const { stage, played } = await aForum({ types: ALERT_TYPES });
    await played.isKnown();
    await played.seen({ ...played.match, court: 'Court 3' }, MINUTE);
    await played.begins();
    await played.ends(MINUTE);
    expect(postsIn(stage)).toEqual([['schedule', 'start', 'set', 'result']]);
  });

  it('has one post for a match also when live cards are turned off', async () => {
    const { stage, played } = await aBegunForum({ types: ['start', 'set', 'result'] });
    await played.setsPlayed(1);
    await played.ends(MINUTE);
    expect(postsIn(stage)).toEqual([['start', 'set', 'result']]);
  });

  it.each<[string, SendOutcome | null]>([
    ['responds with an error', { kind: 'failed', reason: 'status 502', retryAfterMs: SECOND }],
    ['the process dies before the response', null],
  ])('has one post for a match when Discord accepts it but %s', async (_how, answer) => {
    const { stage, played } = await aForum();
    await played.isKnown();
    await pass(SECOND);
    stage.discord.takes((request) => {
      stage.discord.act(request);
      return answer ?? new Promise(() => undefined);
    });
    await played.begins();
    if (answer === null) await stage.restart();
    stage.discord.takes();
    await pass(MINUTE);
    await played.pointsPlayed(3, MINUTE);
    expect(postsIn(stage)).toEqual([['start']]);
    const requests = stage.discord.requests.filter(({ kind }) => kind === 'forum-post');
    expect(requests.map(({ isSearchedFor }) => isSearchedFor)).toEqual([false, true]);
  });

  it('has the result and its correction in the same post', async () => {
    const { stage, played } = await aForum({ types: PRESETS.calm });
    await played.isKnown();
    await played.ends(MINUTE);
    await played.isCorrected(MINUTE);
    expect(postsIn(stage)).toEqual([['result', 'correction']]);
    const [result] = stage.discord.contentsIn(stage.discord.threads[0]?.id ?? '');
    expect(result).toMatch(/6-1.*corrected/);
  });

  it('never reposts its card, however old it is or how many messages are below it', async () => {
    const { stage, played } = await aBegunForum();
    await stage.db().updateTable('cards').set({ messagesBelow: 50 }).execute();
    await pass(2 * HOUR);
    await played.pointsPlayed(3);
    expect(postsIn(stage)).toEqual([['start']]);
    expect(stage.discord.requests.map(({ kind }) => kind)).toEqual(['forum-post', 'edit']);
  });

  it('gets a silent post for a match that is already live when it is first seen', async () => {
    const { stage, played } = await aForum();
    await played.seen(played.live, MINUTE);
    expect(postsIn(stage)).toEqual([['card']]);
    const [card] = stage.discord.requests;
    expect(card).toMatchObject({ kind: 'forum-post', channelId: CHANNEL });
    expect(card?.body.flags).toBe(MessageFlags.SuppressNotifications);
    await played.pointsPlayed(3);
    expect(stage.discord.requests.at(-1)?.kind).toBe('edit');
    await played.ends(MINUTE);
    expect(postsIn(stage)).toEqual([['card', 'set', 'result']]);
  });

  it('has one post for a match when the database cannot record it at first', async () => {
    const { stage, played } = await aForum();
    await whileFull(stage.db(), 'threads', async () => {
      await played.seen(played.live, 5_000);
    });
    await pass(MINUTE);
    await played.pointsPlayed(3);
    await played.ends(MINUTE);
    expect(postsIn(stage)).toEqual([['card', 'set', 'result']]);
    const [card] = stage.discord.shownIn(stage.discord.threads[0]?.id ?? '');
    expect(card?.body.embeds?.[0]?.description).toContain('beat');
  });

  it('has a separate post for news that is about no single match', async () => {
    const { stage } = await aForum({ types: ALERT_TYPES });
    await stage.observer().tournament({ ...aTournament(), status: 'finished' });
    await pass(MINUTE);
    expect(postsIn(stage)).toEqual([['tournament']]);
    expect(stage.discord.threads[0]?.name).toBe('News: draws, times and courts · Madrid P1');
  });

  it('is not marked as broken when the post of a match was deleted', async () => {
    const { stage, played } = await aBegunForum();
    const [thread] = stage.discord.threads;
    stage.discord.takes(({ channelId }) =>
      channelId === thread?.id ? { kind: 'refused', reason: 'unknown-channel' } : undefined,
    );
    await played.pointsPlayed(3);
    await played.ends(MINUTE);
    expect(await channelsOfGuild(stage.db(), discordId(50_001))).toMatchObject([{ broken: null }]);
  });

  it('is marked as broken when its posts are read-only, and goes on once repaired', async () => {
    const { stage, played } = await aBegunForum({ types: ['start', 'result'] });
    const [thread] = stage.discord.threads;
    stage.discord.takes(({ channelId }) =>
      channelId === thread?.id ? { kind: 'refused', reason: 'missing-permissions' } : undefined,
    );
    await played.ends(MINUTE);
    const [channel] = await channelsOfGuild(stage.db(), discordId(50_001));
    expect(channel?.broken).toBe('missing-permissions');
    stage.discord.takes();
    const key = channel?.key ?? 0;
    await markRepaired(stage.db(), key);
    await stage.alerts().channelReady(key);
    await pass(MINUTE);
    expect(postsIn(stage)).toEqual([['start', 'result']]);
  });
});
