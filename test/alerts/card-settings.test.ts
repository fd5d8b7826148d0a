import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { SECOND, MINUTE } from '#src/lib/time.ts';
import { discordId, postsBefore } from '../store/rows.ts';
import { aFollowedMatch, pass, type Stage } from './stage.ts';
import { typesIn } from './told.ts';

const CHANNEL = discordId(1);

const aCard = async (settings: Partial<AlertSettings> = {}) => {
  const { stage, played } = await aFollowedMatch({ settings });
  await played.begins();
  const [card] = stage.discord.shownIn(CHANNEL);
  return { stage, played, id: card?.id ?? '' };
};

const pushDown = async (stage: Stage, messagesBelow: number): Promise<void> => {
  await stage.db().updateTable('cards').set({ messagesBelow }).execute();
};

const idsIn = ({ discord }: Stage): readonly string[] =>
  discord.shownIn(CHANNEL).map(({ id }) => id);

describe('a live card with messages below it', () => {
  it('is reposted at the bottom, silently, with the next point', async () => {
    const { stage, played, id } = await aCard();
    await pass(4 * MINUTE);
    await pushDown(stage, 10);
    await played.pointsPlayed(3);
    const [card, ...others] = stage.discord.shownIn(CHANNEL);
    expect(others).toEqual([]);
    expect(card?.id).not.toBe(id);
    expect(card?.body.flags).toBe(MessageFlags.SuppressNotifications);
    expect(card?.body.allowed_mentions).toEqual({ parse: [] });
    expect(card?.body.embeds?.[0]?.description).toMatch(/Vega.Lamas +0 +40/);
    // It stays there until enough messages are below it again.
    await pass(4 * MINUTE);
    await played.pointsPlayed(6);
    expect(idsIn(stage)).toEqual([card?.id]);
  });

  it.each([
    ['when few messages are below it', 9, 4 * MINUTE],
    ['less than three minutes after its last post, when others talk', 50, 3 * MINUTE - SECOND],
  ] as const)('is not reposted %s', async (_reason, messagesBelow, age) => {
    const { stage, played, id } = await aCard();
    await pass(age);
    await pushDown(stage, messagesBelow);
    await played.pointsPlayed(3);
    expect(idsIn(stage)).toEqual([id]);
  });

  it('counts against the limit of posts of its channel', async () => {
    const { stage, played } = await aCard({ types: ['start', 'card'] });
    // With the start one is left, for which a card must be older than an hour.
    await postsBefore(stage.db(), 1, 58);
    await pass(4 * MINUTE);
    await pushDown(stage, 12);
    await played.pointsPlayed(1);
    expect(stage.discord.requests.filter(({ kind }) => kind === 'post')).toHaveLength(1);
  });

  it('is not reposted when its match is over', async () => {
    const { stage, played, id } = await aCard({ types: ['start', 'card'] });
    await pass(4 * MINUTE);
    await pushDown(stage, 50);
    await played.seen(played.finished, MINUTE);
    expect(idsIn(stage)).toEqual([id]);
  });
});

describe('covered scores', () => {
  it('appear in no text outside of spoiler markup', async () => {
    const { stage, played } = await aCard({
      coverScores: true,
      types: ['start', 'card', 'set', 'result'],
    });
    await played.pointsPlayed(5);
    await played.setsPlayed(1);
    await played.ends(MINUTE);
    await played.isCorrected(MINUTE);
    expect(typesIn(stage, CHANNEL)).toHaveLength(4);
    for (const { body } of stage.discord.requests) {
      const texts = [body.content ?? '', ...(body.embeds ?? []).map((each) => each.description)];
      for (const text of texts) {
        const open = (text ?? '').replace(/\|\|[^|]+\|\|/g, '');
        expect(open).not.toMatch(/\d-\d|beat|semifinal|Set \d to|\|\|/);
      }
    }
  });
});
