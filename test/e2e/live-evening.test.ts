import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#src/app.ts';
import { isCompleteSet, winnerOfSets } from '#src/domain/match/score.ts';
import type { ShownMessage } from '#sandbox/discord/shown-state.ts';
import type { Truth } from '#sandbox/padel-service/index.ts';
import { openPanel, usePanel } from './alert-plan.ts';
import { letPass, nextMatch } from './programme.ts';
import { openStage, PATIENCE, type Stage } from './stage.ts';

let stage: Stage;
let app: App;

beforeEach(async () => {
  stage = await openStage();
  app = await stage.startBot();
});

afterEach(async () => {
  await stage.stop();
});

const contents = (posts: readonly ShownMessage[]): string[] => posts.map(({ content }) => content);

/** The number of alerts: start, result, and each set but the deciding one, which the result has. */
const newsOf = ({ sets }: Truth): number =>
  sets.filter((set, index) => isCompleteSet(set) && winnerOfSets(sets.slice(0, index + 1)) === null)
    .length + 2;

/**
 * Waits for the result, which says `word`: a match that ends with a tie-break has it by its record alone. Every alert is
 * there once; a set that becomes known together with the result, after a leap in time, is part of that.
 */
const expectAlerts = async (truth: Truth, word: string): Promise<void> => {
  const told = async (): Promise<readonly string[]> => contents(await stage.posts());
  await expect
    .poll(told, { ...PATIENCE, timeout: 60_000 })
    .toContainEqual(expect.stringContaining(word));
  const posts = await told();
  expect(posts.at(-1)).toContain(word);
  expect(posts.length).toBeLessThanOrEqual(newsOf(truth));
  expect(new Set(posts).size).toBe(posts.length);
};

/** Which key moments there are depends on the points that the bot has seen. */
const withoutMoments = async (): Promise<void> => {
  const panel = await openPanel(stage, 'padel-alerts');
  await usePanel(stage, panel, 'types', ['start', 'card', 'set', 'result']);
};

describe('an evening with a followed match', () => {
  it('gets every alert once when the bot is down for a part of the match', async () => {
    const { match, truth } = await nextMatch(stage);
    const [player] = match.players.team_2;
    await stage.knows(match.id);
    await stage.run('moderator', '/alerts setup channel:#padel-alerts language:Español');
    await withoutMoments();
    await stage.run('moderator', `/follow name:player:${player?.id} who:channel`);
    await letPass(stage, (truth.startsAt ?? 0) + 6 * 60_000);
    await expect.poll(async () => contents(await stage.posts()), PATIENCE).toHaveLength(1);

    await app.stop();
    await letPass(stage, ((truth.startsAt ?? 0) + (truth.endsAt ?? 0)) / 2);
    await stage.startBot();
    await letPass(stage, truth.closesAt + 60_000);
    await expectAlerts(truth, 'ganan a');
  });

  it('also reaches a second channel that is set up during the match', async () => {
    const { match, truth } = await nextMatch(stage);
    const player = match.players.team_1[0]?.id;
    await stage.knows(match.id);
    await stage.run('moderator', '/alerts setup channel:#padel-alerts language:English');
    await withoutMoments();
    await stage.run('moderator', `/follow name:player:${player} who:channel`);
    await letPass(stage, (truth.startsAt ?? 0) + 6 * 60_000);
    await expect.poll(async () => contents(await stage.posts()), PATIENCE).toHaveLength(1);

    await stage.run('moderator', '/alerts setup channel:#general');
    await stage.runIn('general', 'moderator', `/follow name:player:${player} who:channel`);
    // The channel joins during the match: it gets a card without a ping.
    await expect.poll(async () => contents(await stage.posts('general')), PATIENCE).toHaveLength(1);
    expect((await stage.posts('general'))[0]?.mentions).toEqual([]);
    await letPass(stage, truth.closesAt + 60_000);
    await expectAlerts(truth, ' beat ');
    await expect
      .poll(async () => contents(await stage.posts('general')), PATIENCE)
      .toContainEqual(expect.stringContaining(' beat '));
  });
});
