import { expect, it } from 'vitest';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { MINUTE } from '#src/lib/time.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass } from './stage.ts';

const DIRECT = discordId(1);

/** The direct messages of a member with these settings. */
const aDirectStage = async (settingsAt: (now: number) => Partial<AlertSettings>) => {
  const stage = await aStage();
  const configuredBy = discordId(91);
  const settings = settingsAt(Date.now());
  await stage.chosen(1, { kind: 'direct', guildId: '@me', configuredBy, settings }, aPlayer(1));
  return stage;
};

it('direct messages with covered scores name the match and offer a pause button', async () => {
  const stage = await aDirectStage(() => ({ coverScores: true }));
  const played = aPlayedMatch(stage);
  await played.isKnown();
  await played.begins();
  await played.setsPlayed(1);
  await played.ends();
  const posts = stage.discord.shownIn(DIRECT).slice(1);
  expect(posts).toHaveLength(2);
  for (const { body } of posts) {
    expect(body.content).toBe('Vega / Lamas – Soria / Pinto');
    expect(JSON.stringify(body.embeds)).toMatch(/"\|\|Vega .*6-\d/);
    expect(JSON.stringify(body.components)).toContain('settings:pause:hour');
  }
});

it('direct messages stop during a pause and are summed up in one message after it', async () => {
  const stage = await aDirectStage((now) => ({ snoozedUntil: now + 60 * MINUTE }));
  const played = aPlayedMatch(stage);
  await played.isKnown();
  await played.begins();
  await played.ends();
  await pass(59 * MINUTE);
  expect(stage.discord.shownIn(DIRECT)).toEqual([]);
  await pass(2 * MINUTE);
  expect(stage.discord.shownIn(DIRECT)).toHaveLength(1);
});
