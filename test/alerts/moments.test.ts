import { describe, expect, it } from 'vitest';
import { SECOND } from '#src/lib/time.ts';
import { withPoints, stateOf } from '#src/domain/match/state.ts';
import { momentsOfMatch } from '#src/domain/alerts/moment-changes.ts';
import { MOMENTS_PER_MATCH } from '#src/domain/alerts/moments.ts';
import { gameOf } from '#src/domain/probability/curve.ts';
import type { AlertType } from '#src/domain/alerts/alert-types.ts';
import type { Match } from '#src/domain/match/match.ts';
import { DEFAULT_SETTINGS, type AlertSettings } from '#src/domain/alerts/settings.ts';
import { playedByChance } from '../gallery/matches.ts';
import { aMatch, feedOf, finishedMatch } from '../domain/feed.ts';
import { aPlayer, discordId, follow } from '../store/rows.ts';
import { aTournament } from '../render/held.ts';
import { aStage, pass, settle, type Stage } from './stage.ts';

/** 3-6 7-6 7-6: tense to the end. */
const PLAYS = playedByChance(38, 0.51);
const CHANCES = { team_1: 0.27, team_2: 0.73 };

const live = () => aMatch({ status: 'live', startedAt: Date.now() });

const settings = (more: Partial<AlertSettings>) => ({
  settings: { ...DEFAULT_SETTINGS, ...more },
});

/** Plays the match point by point, a few seconds each. */
const play = async (stage: Stage, until = PLAYS.length - 1, from = 1): Promise<void> => {
  for (let point = from; point <= until; point += 1) {
    await stage.observer().points(feedOf(PLAYS.slice(0, point + 1)), Date.now());
    await pass(20 * SECOND);
  }
};

const begin = async (stage: Stage): Promise<void> => {
  await stage.observer().match(aMatch(), Date.now());
  await stage.observer().chances(123, CHANCES);
  await stage.observer().match(live(), Date.now());
  await settle();
};

/** A match in play of whose moments channel 1 is told. */
const aTenseMatch = async (...types: readonly AlertType[]): Promise<Stage> => {
  const stage = await aStage();
  await stage.chosen(1, settings({ types: ['moment', ...types] }), aPlayer(1));
  await begin(stage);
  return stage;
};

const end = async (stage: Stage, more: Partial<Match> = {}): Promise<void> => {
  await stage.observer().match({ ...finishedMatch(PLAYS, live()), ...more }, Date.now());
  await pass(2_000);
};

const expected = () => {
  const state = withPoints(stateOf(live()), feedOf(PLAYS), null);
  return momentsOfMatch({ match: live(), state, chances: CHANCES, tournament: null });
};

const postsIn = (stage: Stage, n: number): readonly string[] =>
  stage.discord.contentsIn(discordId(n));

const UPSET = /^Upset watch: \*\*Vega \/ Lamas\*\* are at \*\*\d+%\*\* against/;
const TIE_BREAK =
  /: the tie-break of set 3 decides the match\. Chances: \*\*\d+%\*\* – \*\*\d+%\*\*\./;
const ENDING = /(?:won the match|won it, and the match|they won)\.$/;

describe('key moments and upsets of a match', () => {
  it('are posted as planned, the open deciding tie-break among them, and edited with who won in the end', async () => {
    const stage = await aTenseMatch();
    await play(stage);
    await end(stage);
    const [result, ...posts] = postsIn(stage, 1).toReversed();
    expect(posts.map((text) => (UPSET.test(text) ? 'upset' : 'key')).toReversed()).toEqual(
      expected().map(({ kind }) => kind),
    );
    const keys = posts.filter((text) => !UPSET.test(text));
    expect(keys.length).toBeLessThanOrEqual(MOMENTS_PER_MATCH);
    expect(posts.filter((text) => TIE_BREAK.test(text))).toHaveLength(1);
    for (const text of posts) expect(text).toMatch(ENDING);
    // Who follows moments alone learns how it ended.
    expect(result).toMatch(/^\*\*Vega \/ Lamas\*\* beat /);
  });

  it('say their tournament and round', async () => {
    const stage = await aStage();
    await stage.chosen(10, settings({ types: ['moment'] }), aPlayer(1));
    await stage.observer().tournament(aTournament());
    await begin(stage);
    await play(stage, PLAYS.length - 2);
    const authors = stage.discord
      .shownIn(discordId(10))
      .map(({ body }) => body.embeds?.[0]?.author?.name);
    expect(authors).toEqual(
      expected().map(() => 'Madrid P1 · Women · Quarterfinal · Center Court'),
    );
  });

  it('bring no result where there were none', async () => {
    const stage = await aTenseMatch();
    await end(stage);
    expect(postsIn(stage, 1)).toEqual([]);
  });

  it('link to the live card of their channel', async () => {
    const stage = await aTenseMatch('card');
    await play(stage, PLAYS.length - 2);
    const [card, ...posts] = stage.discord.shownIn(discordId(1));
    const links = posts.map(({ body }) =>
      JSON.stringify(body.components)
        .match(/https:[^"]+/g)
        ?.map((url) => url.split('/').slice(-2)),
    );
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toEqual([[discordId(1), card?.id]]);
  });

  it('are not posted twice after a repeated update, a corrected score or a restart', async () => {
    const stage = await aTenseMatch();
    const [first] = expected();
    const at = PLAYS.findLastIndex((each) => gameOf({ play: each }) === first?.game);
    await play(stage, at);
    expect(postsIn(stage, 1)).toHaveLength(1);
    await play(stage, at, at);
    await play(stage, at - 1, at - 1);
    await stage.restart();
    await play(stage, at, at);
    expect(postsIn(stage, 1)).toHaveLength(1);
  });

  it('are settled by an unconfirmed result, and again when the record corrects it', async () => {
    const stage = await aTenseMatch();
    await play(stage, PLAYS.length - 2);
    const last = () => postsIn(stage, 1).findLast((text) => TIE_BREAK.test(text));
    expect(last()).toMatch(TIE_BREAK);
    await end(stage, { status: 'ended', winner: null });
    expect(last()).toMatch(/won it, and the match\.$/);
    await end(stage, { status: 'retired', winner: 'team_2' });
    expect(last()).toMatch(/The match ended early\. \(corrected <t:\d+:t>\)$/);
  });

  it('ping members who exceed the mentions of a post in the thread, there', async () => {
    const stage = await aStage();
    const setup = settings({ types: ['start', 'moment'], threads: true });
    const channel = await stage.chosen(1, setup, aPlayer(1));
    const members = Array.from({ length: 61 }, (_, n) => discordId(70_000 + n));
    for (const member of members) await follow(stage.db(), channel, aPlayer(2), member);
    await begin(stage);
    await play(stage);
    await pass(60 * SECOND);
    const [thread] = stage.discord.threads;
    const pinged = stage.discord
      .shownIn(thread?.id ?? '')
      .flatMap(({ body }) => body.allowed_mentions?.users ?? []);
    expect(pinged.slice(0, 61)).toEqual(members);
  });

  it('are delayed by the spoiler delay, as is their outcome', async () => {
    const stage = await aStage();
    await stage.chosen(1, settings({ types: ['moment'] }), aPlayer(1));
    await stage.chosen(2, settings({ types: ['moment'], delay: 90 }), aPlayer(1));
    await begin(stage);
    const early: string[] = [];
    for (let point = 1; point < PLAYS.length - 1; point += 1) {
      await play(stage, point, point);
      const [now, late] = [postsIn(stage, 1), postsIn(stage, 2)];
      expect(late.length).toBeLessThanOrEqual(now.length);
      early.push(...late.filter((text) => text.endsWith('**.')));
    }
    expect(early.length).toBeGreaterThan(0);
    await pass(100 * SECOND);
    expect(postsIn(stage, 2)).toEqual(postsIn(stage, 1));
  });

  it('are not posted once their game is over', async () => {
    const stage = await aTenseMatch();
    stage.discord.takes(() => ({ kind: 'refused', reason: 'missing-permissions' }));
    await play(stage);
    await stage.restoreAccess(1);
    await pass(60 * SECOND);
    expect(postsIn(stage, 1).filter((text) => !text.includes(' beat '))).toEqual([]);
  });
});
