import { describe, expect, it } from 'vitest';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { MINUTE, SECOND } from '#src/lib/time.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass, settle } from './stage.ts';

describe('the age of news when Discord accepts them', () => {
  it('is counted from the first point that a card does not show yet', async () => {
    const stage = await aStage();
    const channel = await stage.channel(1, aPlayer(1));
    const played = aPlayedMatch(stage);
    await played.isKnown();
    await played.begins();
    expect(stage.newsAges()).toEqual([0]);

    const waiting: (() => void)[] = [];
    stage.discord.takes(
      (request) =>
        new Promise<SendOutcome>((resolve) => {
          waiting.push(() => {
            resolve(stage.discord.act(request));
          });
        }),
    );
    const letGo = async (): Promise<void> => {
      waiting.shift()?.();
      await settle();
    };
    await played.pointsPlayed(1);
    await pass(5 * SECOND);
    await played.pointsPlayed(2);
    await pass(SECOND);
    await played.pointsPlayed(3);
    await pass(4 * SECOND);
    await letGo();
    await pass(2 * SECOND);
    await letGo();
    expect(stage.newsAges()).toEqual([10 * SECOND, 7 * SECOND]);

    // An edit without news is not measured.
    await stage.alerts().settingsChanged(channel.key);
    await settle();
    await letGo();
    await stage.observer().delayed([played.match.id], Date.now());
    await settle();
    await letGo();
    expect(stage.newsAges()).toEqual([]);
  });

  it.each<[string, SendOutcome, readonly number[]]>([
    [
      'includes the time lost to a failure of Discord',
      { kind: 'failed', reason: '500', retryAfterMs: 0 },
      [SECOND],
    ],
    [
      'is not measured after the channel refused it',
      { kind: 'refused', reason: 'missing-access' },
      [],
    ],
  ])('for a post %s', async (_what, outcome, ages) => {
    const stage = await aStage();
    await stage.chosen(1, { settings: { kinds: ['start'] } }, aPlayer(1));
    const played = aPlayedMatch(stage);
    await played.isKnown();
    stage.discord.takes(() => outcome);
    await played.begins();
    stage.discord.takes();
    if (outcome.kind === 'failed') await pass(SECOND);
    else {
      await pass(2 * MINUTE);
      await stage.restoreAccess(1);
    }
    expect(stage.discord.shownIn(discordId(1))).toHaveLength(1);
    expect(stage.newsAges()).toEqual(ages);
  });

  it('is not measured in a channel with a spoiler delay', async () => {
    const stage = await aStage();
    await stage.chosen(1, { settings: { kinds: ['start', 'card'], delay: 60 } }, aPlayer(1));
    const played = aPlayedMatch(stage);
    await played.isKnown();
    await played.begins();
    await pass(2 * MINUTE);
    await played.pointsPlayed(1);
    await pass(2 * MINUTE);
    expect(stage.discord.shownIn(discordId(1))).toHaveLength(1);
    expect(stage.newsAges()).toEqual([]);
  });
});
