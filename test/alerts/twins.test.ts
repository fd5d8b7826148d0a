import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { HOUR, MINUTE } from '#src/lib/time.ts';
import { unfinishedMatches } from '#src/store/matches/matches.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass, settle, type Stage } from './stage.ts';
import { typesIn } from './told.ts';

const CHANNEL = discordId(1);
const WHOLE = ['start', 'set', 'result'];

const aChannelWithAll = async (): Promise<Stage> => {
  const stage = await aStage();
  const types = ['start', 'set', 'result', 'news', 'card'] as const;
  const targets = [{ kind: 'tournament', id: 7 }, aPlayer(1)] as const;
  await stage.chosen(1, { settings: { types } }, ...targets);
  // An earlier read of the schedule: what is new now is new.
  await stage.observer().scheduleRead();
  return stage;
};

/** One match under two ids. */
const someTwins = async (other: Partial<Match> = {}) => {
  const stage = await aChannelWithAll();
  const first = aPlayedMatch(stage, { id: 5 });
  const second = aPlayedMatch(stage, { id: 6, ...other });
  return { stage, first, second, both: [first, second] };
};

const knownTwins = async (other?: Partial<Match>) => {
  const twins = await someTwins(other);
  for (const each of twins.both) await each.isKnown();
  return twins;
};

const idsAhead = async (stage: Stage): Promise<readonly number[]> =>
  (await unfinishedMatches(stage.db(), '2026-06-01')).map(({ match }) => match.id);

describe('one match under two ids', () => {
  it('is told once, and is one line', async () => {
    const { stage, both } = await knownTwins({ court: 'Court 2', slot: 3 });
    expect(await idsAhead(stage)).toEqual([5]);
    for (const each of both) await each.begins();
    for (const each of both) await each.pointsPlayed(3);
    expect(await idsAhead(stage)).toEqual([5]);
    for (const each of both) await each.setsPlayed(1, MINUTE);
    for (const each of both) await each.setsPlayed(2);
    for (const each of both) await each.ends(10 * MINUTE);
    for (const each of both) await each.ends(10 * MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(WHOLE);
  });

  it('is one match after a restart, too', async () => {
    const { stage, first, second, both } = await knownTwins();
    for (const each of both) await each.begins(MINUTE);
    await stage.restart();
    // Points of the second id are those of an unknown match until its record was read.
    await second.setsPlayed(1);
    await second.seen(second.live);
    await second.setsPlayed(1);
    await first.setsPlayed(1, MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(['start', 'set']);
  });

  it.each([0, 1])('has a result when only record %i ends', async (ending) => {
    const { stage, both } = await knownTwins();
    for (const each of both) await each.begins();
    await both[ending]?.ends();
    await pass(10 * MINUTE);
    for (let times = 0; times < 3; times += 1) {
      for (const each of both) await each.seen(each.live, 10 * MINUTE);
    }
    expect(typesIn(stage, CHANNEL)).toEqual(WHOLE);
    expect(await idsAhead(stage)).toEqual([]);
  });

  it('is one although the second lists the sides the other way round', async () => {
    const { stage, first } = await someTwins();
    const { team_1, team_2 } = first.match.teams;
    const teams = { team_1: team_2, team_2: team_1 };
    const won = Array.from({ length: 48 }, () => 'team_2' as const);
    const second = aPlayedMatch(stage, { id: 6, teams }, won);
    await first.isKnown();
    await second.isKnown();
    await first.begins();
    await second.begins();
    await second.setsPlayed(1);
    await first.setsPlayed(1);
    await second.ends(10 * MINUTE);
    await first.ends(10 * MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(WHOLE);
    const result = stage.discord.shownIn(CHANNEL).at(-1)?.body.content;
    expect(result).toMatch(/Vega \/ Lamas\*\* beat .*6-0 6-0/);
  });

  it('becomes one when the players of the second are known later, after both were told', async () => {
    const { stage, first, second } = await someTwins();
    await first.isKnown();
    await second.seen({ ...second.match, playedOn: '2026-06-09' });
    expect(await idsAhead(stage)).toEqual([5, 6]);
    await first.begins();
    await second.seen(second.live);
    await first.setsPlayed(1);
    await second.setsPlayed(2);
    await first.ends();
    await second.ends(10 * MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(WHOLE);
  });

  it('goes on under the second id when the service deletes the first', async () => {
    const { stage, first, second } = await knownTwins();
    await first.begins();
    await first.setsPlayed(1, MINUTE);
    await stage.observer().removed(5);
    await second.begins();
    await second.setsPlayed(1, MINUTE);
    expect(await idsAhead(stage)).toEqual([6]);
    await second.ends(10 * MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(WHOLE);
  });

  it('stays when the service deletes, cancels or merges the second', async () => {
    const { stage, first, second } = await knownTwins();
    await first.begins();
    await second.seen({ ...second.match, status: 'cancelled' });
    await second.seen({ ...second.match, status: 'walkover', winner: 'team_2' });
    expect(await idsAhead(stage)).toEqual([5]);
    await stage.observer().removed(6);
    expect(await idsAhead(stage)).toEqual([5]);
    await stage.observer().merged(6, 5);
    await first.ends(10 * MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(WHOLE);
  });

  it('moves to the second id when the service merges the first into it', async () => {
    const { stage, first, second } = await knownTwins();
    await first.begins();
    await stage.observer().merged(5, 6);
    await second.begins();
    await second.ends(10 * MINUTE);
    expect(typesIn(stage, CHANNEL)).toEqual(WHOLE);
    expect(await idsAhead(stage)).toEqual([]);
  });

  it('becomes two when the second id turns out to be another match', async () => {
    const { stage, second } = await knownTwins();
    await second.seen({ ...second.match, round: 2 });
    await settle();
    expect(await idsAhead(stage)).toEqual(expect.arrayContaining([5, 6]));
  });
});

describe('two matches of the same four players', () => {
  const tie = { id: 'men-3', group: 'A', teams: { team_1: 'ES', team_2: 'AR' }, rubber: 1 };
  const group = { round: null, roundName: 'Group A', draw: 'group' } as const;
  const starting = (scheduledAt: number): Partial<Match> => ({ ...group, scheduledAt });
  const noon = Date.parse('2026-06-07T12:00:00Z');

  it.each<[string, Partial<Match>, Partial<Match>]>([
    ['in two rounds', {}, { round: 2, roundName: 'Semifinal' }],
    ['in the main and the placement draw', {}, { draw: 'placement' }],
    ['on two days', group, { ...group, playedOn: '2026-06-08' }],
    ['at two times of a group day', starting(noon), starting(noon + 6 * HOUR)],
    ['in two tournaments', {}, { tournamentId: 8 }],
    ['in two ties', { tie }, { tie: { ...tie, id: 'men-4' }, slot: 1 }],
    ['in two groups', group, { ...group, roundName: 'Group B' }],
  ])('stay two, %s', async (_case, one, two) => {
    const stage = await aChannelWithAll();
    await aPlayedMatch(stage, { id: 5, ...one }).isKnown();
    await aPlayedMatch(stage, { id: 6, ...two }).isKnown();
    expect((await idsAhead(stage)).toSorted()).toEqual([5, 6]);
  });

  it('of whom some are not known stay two', async () => {
    const stage = await aChannelWithAll();
    const open = { teams: { team_1: [{ id: 1, name: 'Ana Vega' }], team_2: [] } };
    await aPlayedMatch(stage, { id: 5, ...open }).isKnown();
    await aPlayedMatch(stage, { id: 6, ...open }).isKnown();
    expect((await idsAhead(stage)).toSorted()).toEqual([5, 6]);
  });
});
