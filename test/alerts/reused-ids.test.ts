import { expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { DAY, HOUR, MINUTE } from '#src/lib/time.ts';
import { findMatch, matchesInPlay } from '#src/store/matches/matches.ts';
import { followsOf } from '#src/store/follows/follows.ts';
import { aPlayer, discordId, follow } from '../store/rows.ts';
import { aBegunMatch, aKnownMatch, aPlayedMatch, aStage, pass } from './stage.ts';
import { typesIn } from './told.ts';
import { teamsOf } from '../domain/feed.ts';

const CHANNEL = discordId(1);

/** Other players under the same id, the next day. */
const OTHERS = {
  playedOn: '2026-06-08',
  court: 'Court 2',
  teams: teamsOf('11 Bea Prat, 12 Cris Solé', '13 Dana Ruiz, 14 Elsa Font'),
} as const satisfies Partial<Match>;

const aChannelWithAll = async () => {
  const stage = await aStage();
  const types = ['start', 'set', 'result', 'news', 'card'] as const;
  const targets = [{ kind: 'tournament', id: 7 }, aPlayer(1), aPlayer(11)] as const;
  const channel = await stage.chosen(1, { settings: { types } }, ...targets);
  const shown = () => stage.discord.shownIn(CHANNEL);
  /** What members read of each message: not the ids in its controls. */
  const read = () => shown().map(({ body: { content, embeds } }) => ({ content, embeds }));
  return { stage, channel, shown, read };
};

it('an id that another match gets leaves the posts of the old one, and the new one is told', async () => {
  const { stage, read, shown } = await aChannelWithAll();
  const old = await aBegunMatch(stage);
  await old.setsPlayed(1);
  await old.ends(10 * MINUTE);
  const before = read();
  expect(typesIn(stage, CHANNEL)).toEqual(['start', 'set', 'result']);

  await pass(DAY);
  const next = await aKnownMatch(stage, OTHERS);
  await pass(10 * MINUTE);
  expect(read()).toEqual(before);
  await next.begins();
  await next.setsPlayed(1, MINUTE);
  expect(await matchesInPlay(stage.db())).toMatchObject([{ match: OTHERS }]);
  await next.ends(10 * MINUTE);
  expect(read().slice(0, 3)).toEqual(before);
  expect(typesIn(stage, CHANNEL).slice(3)).toEqual(['start', 'set', 'result']);
  expect(JSON.stringify(shown().slice(3))).toMatch(/Prat.*Ruiz/);
});

it('the controls of posts of the last hours lead to their match, whose id has gone to another one', async () => {
  const { stage, shown } = await aChannelWithAll();
  const old = await aBegunMatch(stage);
  await old.ends(3 * HOUR);
  await aPlayedMatch(stage, OTHERS).isKnown();
  await pass(MINUTE);
  const [, own] = /match:card:(\d+)/.exec(JSON.stringify(shown())) ?? [];
  expect(JSON.stringify(shown())).not.toMatch(/:123[":]/);
  expect(await findMatch(stage.db(), Number(own))).toMatchObject({
    match: { teams: old.match.teams },
    state: { status: 'finished', confirmed: true },
  });
});

it('a match that loses its id while it is in play is neither in play nor told any further', async () => {
  const { stage, read } = await aChannelWithAll();
  const old = await aBegunMatch(stage);
  await old.setsPlayed(1, MINUTE);
  const [, set] = read();
  const next = aPlayedMatch(stage, OTHERS);
  await next.begins();
  await next.setsPlayed(1);
  await next.setsPlayed(2);
  await next.ends(10 * MINUTE);
  expect(read()[1]).toEqual(set);
  expect(await stage.observer().inPlay()).toEqual([]);
  // It was in play when it was first seen: no start is told, and nothing of before.
  expect(typesIn(stage, CHANNEL).slice(2)).toEqual(['card', 'result']);
});

it('a walkover whose loser another pair replaces is told, and then the match against the other', async () => {
  const { stage, read } = await aChannelWithAll();
  const old = await aKnownMatch(stage);
  await old.seen({ ...old.match, status: 'walkover', winner: 'team_1' }, MINUTE);
  const before = read();
  const teams = { team_1: old.match.teams.team_1, team_2: OTHERS.teams.team_2 };
  const next = await aBegunMatch(stage, { teams });
  await next.ends(10 * MINUTE);
  expect(read().slice(0, 1)).toEqual(before);
  expect(typesIn(stage, CHANNEL)).toEqual(['result', 'start', 'set', 'result']);
});

it.each<[string, Match['teams']]>([
  ['a partner is replaced', teamsOf('1 Ana Vega, 9 Ines Mora', '3 Lea Soria, 4 Mia Pinto')],
  [
    'the players have other ids',
    teamsOf('71 ANA VEGA, 72 Eva Lamas', '73 Lea Sória, 74 Mia Pinto'),
  ],
  ['the sides are swapped', teamsOf('3 Lea Soria, 4 Mia Pinto', '1 Ana Vega, 2 Eva Lamas')],
  ['no players are listed', { team_1: [], team_2: [] }],
])('a match stays the same when %s', async (_case, teams) => {
  const { stage } = await aChannelWithAll();
  const played = await aBegunMatch(stage);
  await played.seen({ ...played.live, teams });
  expect(await stage.observer().inPlay()).toHaveLength(1);
  const [held] = await stage.observer().inPlay();
  expect(held?.match.id).toBe(123);
  expect(held?.match.teams.team_1.length).toBeGreaterThan(0);
});

it('another pair before the start is no other match', async () => {
  const { stage } = await aChannelWithAll();
  await aKnownMatch(stage);
  await aBegunMatch(stage, { teams: OTHERS.teams });
  await pass(MINUTE);
  expect(typesIn(stage, CHANNEL)).toEqual(['start']);
});

it('a final match keeps its players, court and round when a record from before its end has none', async () => {
  const { stage, read } = await aChannelWithAll();
  const played = await aBegunMatch(stage);
  await played.ends(MINUTE);
  const before = read();
  await played.seen({
    ...played.match,
    court: null,
    round: 1,
    teams: { team_1: [], team_2: [] },
  });
  await pass(10 * MINUTE);
  expect(read()).toEqual(before);
});

it('who follows a match does not follow another one that gets its id', async () => {
  const { stage, channel } = await aChannelWithAll();
  const played = await aKnownMatch(stage);
  await follow(stage.db(), channel, { kind: 'match', id: 123 });
  await played.begins();
  await played.ends();
  await aPlayedMatch(stage, OTHERS).isKnown();
  const follows = await followsOf(stage.db(), { channelKey: channel.key, memberId: null });
  expect(follows).not.toContainEqual({ kind: 'match', id: 123 });
});

it('an id may be used again and again', async () => {
  const { stage } = await aChannelWithAll();
  for (const first of [1, 11, 21]) {
    const named = (id: number) => ({ id, name: `Player ${id}` });
    const teams = {
      team_1: [named(first), named(first + 1)],
      team_2: [named(first + 2), named(first + 3)],
    };
    const played = await aBegunMatch(stage, { teams });
    await played.ends(DAY);
  }
  const each = ['start', 'set', 'result'];
  expect(typesIn(stage, CHANNEL)).toEqual([...each, ...each, ...each]);
});
