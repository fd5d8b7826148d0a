import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { ALERT_KINDS, PRESETS } from '#src/domain/alerts/kinds.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { levelTarget } from '#src/domain/alerts/follows.ts';
import { HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { markRepaired } from '#src/store/channels/channel-failures.ts';
import { channelsOfGuild } from '#src/store/channels/channels.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass, whileFull, type Stage } from './stage.ts';
import { kindsIn } from './told.ts';

const CHANNEL = discordId(1);

const aForum = async (settings: Partial<AlertSettings> = {}) => {
  const stage = await aStage();
  await stage.chosen(1, { kind: 'forum', settings }, aPlayer(1), levelTarget('p1'));
  await stage.observer().tournament(aTournament());
  const played = aPlayedMatch(stage);
  return { stage, played };
};

/** What each post of the forum holds, the oldest first. */
const postsIn = (stage: Stage): readonly (readonly string[])[] =>
  stage.discord.threads.map(({ id }) => kindsIn(stage, id));

describe('a forum', () => {
  it('has a post for each match, begun by its first news, and the rest goes there', async () => {
    const { stage, played } = await aForum({ kinds: ALERT_KINDS });
    await played.isKnown();
    await played.begins();
    await played.pointsPlayed(5);
    await played.setsPlayed(1);
    await played.ends();
    await pass(MINUTE);
    expect(postsIn(stage)).toEqual([['start', 'game', 'set', 'result']]);
    expect(stage.discord.threads).toMatchObject([
      { channelId: CHANNEL, name: 'Vega / Lamas – Soria / Pinto · Madrid P1' },
    ]);
    // The first message is the card, which is edited there.
    const [first] = stage.discord.shownIn(stage.discord.threads[0]?.id ?? '');
    expect(first?.body.embeds?.[0]?.description).toContain('beat');
    expect(stage.discord.shownIn(CHANNEL)).toEqual([]);
  });

  it('goes on in the post that news before the match has begun', async () => {
    const { stage, played } = await aForum({ kinds: ALERT_KINDS });
    await played.isKnown();
    await played.seen({ ...played.match, court: 'Court 3' });
    await pass(MINUTE);
    await played.begins();
    await played.ends();
    await pass(MINUTE);
    expect(postsIn(stage)).toEqual([['schedule', 'start', 'set', 'result']]);
  });

  it('has one post of a match where live cards are not wanted, too', async () => {
    const { stage, played } = await aForum({ kinds: ['start', 'set', 'result'] });
    await played.isKnown();
    await played.begins();
    await played.setsPlayed(1);
    await played.ends();
    await pass(MINUTE);
    expect(postsIn(stage)).toEqual([['start', 'set', 'result']]);
  });

  it.each<[string, SendOutcome | null]>([
    ['with an error', { kind: 'failed', reason: 'status 502', retryAfterMs: SECOND }],
    ['when the process was dead', null],
  ])('has one post of a match though Discord took it and answered %s', async (_how, answer) => {
    const { stage, played } = await aForum();
    await played.isKnown();
    await pass(SECOND);
    stage.discord.takes((asked) => {
      stage.discord.act(asked);
      return answer ?? new Promise(() => undefined);
    });
    await played.begins();
    if (answer === null) await stage.restart();
    stage.discord.takes();
    await pass(MINUTE);
    await played.pointsPlayed(3);
    await pass(MINUTE);
    expect(postsIn(stage)).toEqual([['start']]);
    const asked = stage.discord.asked.filter(({ kind }) => kind === 'forum-post');
    expect(asked.map(({ isLookedFor }) => isLookedFor)).toEqual([false, true]);
  });

  it('has its result and the correction together', async () => {
    const { stage, played } = await aForum({ kinds: PRESETS.results });
    await played.isKnown();
    await played.ends();
    await pass(MINUTE);
    const [, ...rest] = played.finished.score ?? [];
    const score = [{ team_1: 6, team_2: 1, tieBreak: null }, ...rest];
    await played.seen({ ...played.finished, score });
    await pass(MINUTE);
    expect(postsIn(stage)).toEqual([['result', 'correction']]);
    const [result] = stage.discord.contentsIn(stage.discord.threads[0]?.id ?? '');
    expect(result).toMatch(/6-1.*corrected/);
  });

  it('keeps its card in place, however old and whatever is said below it', async () => {
    const { stage, played } = await aForum();
    await played.isKnown();
    await played.begins();
    await stage.db().updateTable('cards').set({ messages_below: 50 }).execute();
    await pass(2 * HOUR);
    await played.pointsPlayed(3);
    expect(postsIn(stage)).toEqual([['start']]);
    expect(stage.discord.asked.map(({ kind }) => kind)).toEqual(['forum-post', 'edit']);
  });

  it('gets a quiet post of a match that was on when it was set up', async () => {
    const { stage, played } = await aForum();
    await played.seen(played.live);
    await pass(MINUTE);
    expect(postsIn(stage)).toEqual([['card']]);
    const [card] = stage.discord.asked;
    expect(card).toMatchObject({ kind: 'forum-post', channelId: CHANNEL });
    expect(card?.body.flags).toBe(MessageFlags.SuppressNotifications);
    await played.pointsPlayed(3);
    expect(stage.discord.asked.at(-1)?.kind).toBe('edit');
    await played.ends();
    await pass(MINUTE);
    expect(postsIn(stage)).toEqual([['card', 'set', 'result']]);
  });

  it('has one post of a match also where that could not be noted at once', async () => {
    const { stage, played } = await aForum();
    await whileFull(stage.db(), 'threads', async () => {
      await played.seen(played.live);
      await pass(5_000);
    });
    await pass(MINUTE);
    await played.pointsPlayed(3);
    await played.ends();
    await pass(MINUTE);
    expect(postsIn(stage)).toEqual([['card', 'set', 'result']]);
    const [card] = stage.discord.shownIn(stage.discord.threads[0]?.id ?? '');
    expect(card?.body.embeds?.[0]?.description).toContain('beat');
  });

  it('has posts of their own for what is about no single match', async () => {
    const { stage } = await aForum({ kinds: ALERT_KINDS });
    await stage.observer().tournament({ ...aTournament(), status: 'finished' });
    await pass(MINUTE);
    expect(postsIn(stage)).toEqual([['tournament']]);
    expect(stage.discord.threads[0]?.name).toBe('Tournament news · Madrid P1');
  });

  it('whose post of a match was deleted is not broken', async () => {
    const { stage, played } = await aForum();
    await played.isKnown();
    await played.begins();
    const [thread] = stage.discord.threads;
    stage.discord.takes(({ channelId }) =>
      channelId === thread?.id ? { kind: 'refused', reason: 'unknown-channel' } : undefined,
    );
    await played.pointsPlayed(3);
    await played.ends();
    await pass(MINUTE);
    expect(await channelsOfGuild(stage.db(), discordId(50_001))).toMatchObject([{ broken: null }]);
  });

  it('whose posts may not be written in is broken, and goes on there when it is mended', async () => {
    const { stage, played } = await aForum({ kinds: ['start', 'result'] });
    await played.isKnown();
    await played.begins();
    const [thread] = stage.discord.threads;
    stage.discord.takes(({ channelId }) =>
      channelId === thread?.id ? { kind: 'refused', reason: 'missing-permissions' } : undefined,
    );
    await played.ends();
    await pass(MINUTE);
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
