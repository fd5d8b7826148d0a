import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#src/app.ts';
import { isCompleteSet, winnerOfSets } from '#src/domain/match/score.ts';
import type { ShownMessage } from '#sandbox/discord/shown-state.ts';
import type { Truth } from '#sandbox/padel-service/index.ts';
import { openPanel, usePanel } from './alert-plan.ts';
import { letPass, nextMatch } from './programme.ts';
import { openStage, PATIENCE, type Stage } from './stage.ts';

/** A match that ends with a tie-break has its result by its record alone, which is read later. */
const UNTIL_RECORD = { ...PATIENCE, timeout: 60_000 };

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

const STEP = 5 * 60_000;

/**
 * Plays a match to its end, and until its record is there. What is pushed before the bot listens is not said again, and
 * in one leap the service would already have the record while it still pushes the first points.
 */
const playOut = async ({ id }: { readonly id: number }, truth: Truth): Promise<void> => {
  await expect.poll(() => stage.demo.padel.listeners(id), PATIENCE).toBe(1);
  const endsAt = truth.endsAt ?? 0;
  for (let at = stage.demo.padel.now(); at < endsAt; at += STEP) await letPass(stage, at);
  const heard = async () => (await stage.posts()).length;
  await expect.poll(heard, PATIENCE).toBeGreaterThanOrEqual(newsOf(truth) - 1);
  await letPass(stage, truth.closesAt + 60_000);
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
    await playOut(match, truth);
    const expected = newsOf(truth);
    await expect
      .poll(async () => contents(await stage.posts()), UNTIL_RECORD)
      .toHaveLength(expected);
    const posts = await stage.posts();
    expect(posts.at(-1)?.content).toContain('ganan a');
    expect(new Set(contents(posts)).size).toBe(expected);
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
    await playOut(match, truth);
    const expected = newsOf(truth);
    await expect
      .poll(async () => contents(await stage.posts()), UNTIL_RECORD)
      .toHaveLength(expected);
    await expect
      .poll(async () => contents(await stage.posts('general')), UNTIL_RECORD)
      .toContainEqual(expect.stringContaining(' beat '));
  });
});
