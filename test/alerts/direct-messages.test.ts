import { expect, it } from 'vitest';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { snoozeEnd } from '#src/domain/alerts/quiet-hours.ts';
import { HOUR, MINUTE } from '#src/lib/time.ts';
import { changeSettings } from '#src/store/channels/channel-settings.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aBegunMatch, aStage, pass } from './stage.ts';
import { typesIn } from './told.ts';

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
  const played = await aBegunMatch(stage);
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
  const played = await aBegunMatch(stage);
  await played.ends(59 * MINUTE);
  expect(stage.discord.shownIn(DIRECT)).toEqual([]);
  await pass(2 * MINUTE);
  expect(stage.discord.shownIn(DIRECT)).toHaveLength(1);
});

it('direct messages are summed up in one message after a pause that was prolonged twice', async () => {
  const stage = await aDirectStage((now) => ({ snoozedUntil: now + HOUR }));
  const { key } = await stage.chosen(1, {});
  const pauses = async (kind: 'hour' | 'morning'): Promise<void> => {
    const change = (own: AlertSettings) => ({
      ...own,
      snoozedUntil: snoozeEnd(kind, own.timeZone, Date.now()),
    });
    await changeSettings(stage.db(), key, change, Date.now());
    await stage.alerts().settingsChanged(key);
  };
  const played = await aBegunMatch(stage);
  await pass(10 * MINUTE);
  await played.ends(10 * MINUTE);
  await pauses('morning');
  await pass(19 * HOUR + 30 * MINUTE);
  await pauses('hour');
  await pass(30 * MINUTE);
  await pauses('morning');
  await pass(23 * HOUR);
  expect(typesIn(stage, DIRECT)).toEqual([]);
  await pass(HOUR);
  expect(typesIn(stage, DIRECT)).toEqual(['quiet-hours-digest']);
  const [digest] = stage.discord.shownIn(DIRECT);
  expect(digest?.body.embeds?.[0]?.description).toContain('6-0 6-0');
});
