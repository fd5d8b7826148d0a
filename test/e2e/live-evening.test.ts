import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#src/app.ts';
import { formatSet, formatSets, isCompleteSet, winnerOfSets } from '#src/domain/match/score.ts';
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

const expectedSets = ({ sets }: Truth): string[] =>
  // The result says the set that decides.
  sets
    .filter((set, index) => isCompleteSet(set) && winnerOfSets(sets.slice(0, index + 1)) === null)
    .map((set, index) => {
      const winner = set.team_1 > set.team_2 ? 'team_1' : 'team_2';
      return `Set ${index + 1} to .+, ${formatSet({ ...set, tieBreak: null }, winner).replace(/[()]/g, '\\$&')}`;
    });

describe('an evening with a followed match', () => {
  it('posts its start, keeps one card, posts each set and the result, each once', async () => {
    const { match, truth } = await nextMatch(stage);
    const [player] = match.players.team_1;
    await stage.knows(match.id);
    await stage.run('moderator', '/alerts setup channel:#padel-alerts language:English');
    const answer = await stage.run('member', `/follow player:${player?.id}`);
    expect(answer.message?.content).toContain('You now follow');

    await letPass(stage, (truth.startsAt ?? 0) + 6 * 60_000);
    await expect.poll(async () => contents(await stage.posts()), PATIENCE).toHaveLength(1);
    const [start] = await stage.posts();
    expect(start?.content).toContain('has started');
    expect(start?.mentions.map(({ username }) => username)).toHaveLength(1);

    for (let at = (truth.startsAt ?? 0) + 12 * 60_000; at < (truth.endsAt ?? 0); at += 6 * 60_000) {
      await letPass(stage, at);
    }
    await letPass(stage, truth.closesAt + 60_000);
    const sets = expectedSets(truth);
    await expect
      .poll(async () => contents(await stage.posts()), PATIENCE)
      .toHaveLength(sets.length + 2);
    const posts = await stage.posts();
    sets.forEach((set, index) => {
      expect(posts[index + 1]?.content).toMatch(new RegExp(set));
    });
    expect(posts.at(-1)?.content).toContain(formatSets(truth.sets, truth.winner));
    expect(posts[0]?.id).toBe(start?.id);
    await expect
      .poll(async () => (await stage.posts())[0]?.embeds[0]?.description, PATIENCE)
      .toContain(formatSets(truth.sets, truth.winner));
  });

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
    const expected = expectedSets(truth).length + 2;
    await expect.poll(async () => contents(await stage.posts()), PATIENCE).toHaveLength(expected);
    const posts = await stage.posts();
    expect(posts.at(-1)?.content).toContain('ganan a');
    expect(new Set(contents(posts)).size).toBe(expected);
  });

  it('keeps what a channel missed that refused it, and posts it when it may again', async () => {
    const { match, truth } = await nextMatch(stage);
    await stage.knows(match.id);
    await stage.run('moderator', '/alerts setup channel:#padel-alerts language:English');
    await stage.run('moderator', `/follow player:${match.players.team_1[0]?.id} who:channel`);
    await stage.deny('padel-alerts', ['SendMessages']);
    await letPass(stage, (truth.startsAt ?? 0) + 6 * 60_000);
    await expect
      .poll(async () => (await stage.run('moderator', '/follows')).message?.embeds[0]?.description)
      .toContain('⚠️');
    expect(await stage.posts()).toEqual([]);

    await stage.deny('padel-alerts', []);
    await expect.poll(async () => contents(await stage.posts()), PATIENCE).toHaveLength(1);
    await letPass(stage, (truth.startsAt ?? 0) + 9 * 60_000);
    const [start] = await stage.posts();
    expect(start?.content).toContain('has started');
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
    const told = expectedSets(truth).length + 2;
    await expect.poll(async () => contents(await stage.posts()), PATIENCE).toHaveLength(told);
    await expect
      .poll(async () => contents(await stage.posts('general')), PATIENCE)
      .toContainEqual(expect.stringContaining(' beat '));
  });
});
