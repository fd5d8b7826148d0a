import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#src/app.ts';
import { isCompleteSet, winnerOfSets } from '#src/domain/match/score.ts';
import type { ShownMessage } from '#sandbox/discord/shown-state.ts';
import type { Truth } from '#sandbox/padel-service/index.ts';
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

/** Start, result, and each set that does not decide: the result says that one. */
const newsOf = ({ sets }: Truth): number =>
  sets.filter((set, index) => isCompleteSet(set) && winnerOfSets(sets.slice(0, index + 1)) === null)
    .length + 2;

describe('an evening with a followed match', () => {
  it('goes on after the bot was gone: nothing twice, nothing missing', async () => {
    const { match, truth } = await nextMatch(stage);
    const [player] = match.players.team_2;
    await stage.knows(match.id);
    await stage.run('moderator', '/alerts setup channel:#padel-alerts language:Spanish');
    await stage.run('moderator', `/follow player:${player?.id} who:channel`);
    await letPass(stage, (truth.startsAt ?? 0) + 6 * 60_000);
    await expect.poll(async () => contents(await stage.posts()), PATIENCE).toHaveLength(1);

    await app.stop();
    await letPass(stage, ((truth.startsAt ?? 0) + (truth.endsAt ?? 0)) / 2);
    await stage.startBot();
    await letPass(stage, truth.closesAt + 60_000);
    const expected = newsOf(truth);
    await expect.poll(async () => contents(await stage.posts()), PATIENCE).toHaveLength(expected);
    const posts = await stage.posts();
    expect(posts.at(-1)?.content).toContain('ganan a');
    expect(new Set(contents(posts)).size).toBe(expected);
  });

  it('tells another channel of the server, too, that was set up later', async () => {
    const { match, truth } = await nextMatch(stage);
    const player = match.players.team_1[0]?.id;
    await stage.knows(match.id);
    await stage.run('moderator', '/alerts setup channel:#padel-alerts language:English');
    await stage.run('moderator', `/follow player:${player} who:channel`);
    await letPass(stage, (truth.startsAt ?? 0) + 6 * 60_000);
    await expect.poll(async () => contents(await stage.posts()), PATIENCE).toHaveLength(1);

    await stage.run('moderator', '/alerts setup channel:#general');
    await stage.runIn('general', 'moderator', `/follow player:${player} who:channel`);
    // It joins in the middle: what is on court gets a card there, and nobody is pinged.
    await expect.poll(async () => contents(await stage.posts('general')), PATIENCE).toHaveLength(1);
    expect((await stage.posts('general'))[0]?.mentions).toEqual([]);
    await letPass(stage, truth.closesAt + 60_000);
    const told = newsOf(truth);
    await expect.poll(async () => contents(await stage.posts()), PATIENCE).toHaveLength(told);
    await expect
      .poll(async () => contents(await stage.posts('general')), PATIENCE)
      .toContainEqual(expect.stringContaining(' beat '));
  });
});
