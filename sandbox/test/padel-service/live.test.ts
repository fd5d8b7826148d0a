import { describe, expect, it } from 'vitest';
import { SECOND, MINUTE } from '../../../src/lib/time.ts';
import { dayOf } from '#sandbox/padel-service/world/schedule/days.ts';
import { isCovered, type Match } from '#sandbox/padel-service/world/model.ts';
import { openSharedWorld } from '#sandbox/padel-service/world/profiled-world.ts';
import { matchResource } from '#sandbox/padel-service/api/resources/match.ts';
import {
  feedOf,
  liveBody,
  stateAt,
  type FeedUpdate,
  type LiveBody,
} from '#sandbox/padel-service/live/feed.ts';

const ANCHOR = dayOf('2026-11-21');
const world = openSharedWorld(1, ANCHOR);
const END = ANCHOR * 24 * 60 * MINUTE;
const covered = world
  .at(END)
  .matches.filter(({ tournament, points }) => isCovered(tournament.level) && points > 0);

const bySeason = (season: number): Match[] =>
  covered.filter(({ tournament }) => tournament.season === season).slice(0, 60);
const sample = [...bySeason(2023), ...bySeason(2024), ...covered.slice(-120)];

const flat = (body: LiveBody): string[] =>
  body.sets.flatMap((set) =>
    set.games.flatMap((game) => [
      `${set.set_number}/${game.game_number}/${game.game_score}`,
      ...game.points.map((point) => `${set.set_number}/${game.game_number}/${point}`),
    ]),
  );

/** An update of a match as it was pushed, counted from the last one (-1). */
const pushed = (match: Match, position: number): LiveBody => {
  const update = feedOf(match).at(position);
  if (!update) throw new Error(`The feed of ${match.id} is too short`);
  return liveBody(update);
};

const isSame = (a: FeedUpdate, b: FeedUpdate): boolean =>
  a.shown === b.shown && a.status === b.status;

describe('a live match over HTTP', () => {
  it('only ever grows: an earlier state is a prefix of a later one', () => {
    for (const match of sample.slice(-25)) {
      const { started, closed } = match;
      let before: string[] = [];
      for (let now = (started ?? 0) - MINUTE; now < closed + MINUTE; now += 97 * SECOND) {
        const after = flat(liveBody(stateAt(match, now)));
        expect(after.slice(0, before.length)).toEqual(before);
        before = after;
      }
      expect(before.length).toBeGreaterThan(30);
    }
  });

  it('has no sets before its start and all of them after its end', () => {
    for (const match of sample) {
      const before = liveBody(stateAt(match, (match.started ?? 0) - 1));
      expect(before).toMatchObject({ status: 'scheduled', sets: [] });
      const after = liveBody(stateAt(match, match.closed));
      const open = after.sets.filter(({ set_score }) => set_score === null);
      expect(open).toHaveLength(match.outcome === 'retired' ? 1 : 0);
      expect(after.sets).toHaveLength(match.sets.length);
    }
  });

  it('never lists the point that wins a game', () => {
    for (const match of sample) {
      const { sets } = liveBody(stateAt(match, match.closed));
      for (const { games } of sets) {
        for (const { points, game_score } of games) {
          if (/6 ?- ?6/.test(game_score)) continue;
          expect(points.every((point) => /^(0|15|30|40|A):(0|15|30|40|A)$/.test(point))).toBe(true);
        }
      }
    }
  });

  it.each([
    ['golden point at FIP events', 'fip_platinum', 2024, 0, 0],
    ['advantage in majors', 'major', 2025, 3, Infinity],
    ['star point', 'p1', 2026, 2, 2],
  ] as const)(
    'has as many advantages as the rule allows: %s',
    (_rule, level, season, least, most) => {
      const games = covered
        .filter(({ tournament }) => tournament.season === season && tournament.level === level)
        .slice(0, 60)
        .flatMap((match) => liveBody(stateAt(match, match.closed)).sets)
        .flatMap((set) => set.games);
      const advantages = games.map(
        ({ points }) =>
          points.filter((point, i) => point.includes('A') && point !== points[i - 1]).length,
      );
      const longest = Math.max(...advantages);
      expect(longest).toBeGreaterThanOrEqual(least);
      expect(longest).toBeLessThanOrEqual(most);
    },
  );
});

describe('the feed of a match', () => {
  it('is the same each time it is computed', () => {
    for (const match of sample.slice(0, 10)) expect(feedOf(match)).toEqual(feedOf(match));
  });

  it('is ordered by time, from live through ended to the final status', () => {
    for (const match of sample) {
      const updates = feedOf(match);
      const times = updates.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const final = match.outcome === 'retired' ? 'retired' : 'finished';
      expect(updates[0]).toMatchObject({ status: 'live', at: match.started, shown: 0 });
      expect(updates.slice(-2).map(({ status }) => status)).toEqual(['ended', final]);
    }
  });

  it('repeats updates, skips points and ends with a short update, as real feeds do', () => {
    const updates = sample.map(feedOf);
    const pairs = updates.flatMap((own) =>
      own.slice(1, -1).map((update, index) => [own[index], update] as const),
    );
    const share = (is: (before: FeedUpdate, after: FeedUpdate) => boolean): number =>
      pairs.filter(([before, after]) => before && is(before, after)).length / pairs.length;
    expect(share(isSame)).toBeGreaterThan(0.01);
    expect(share(isSame)).toBeLessThan(0.06);
    expect(share((before, after) => after.shown > before.shown + 1)).toBeGreaterThan(0.01);
    expect(share((before, after) => after.shown > before.shown + 1)).toBeLessThan(0.08);

    const last = sample.map((match) => pushed(match, -1));
    const short = last.filter((body) => body.sets.at(-1)?.set_score === null);
    expect(short.length / sample.length).toBeGreaterThan(0.3);
    expect(short.length / sample.length).toBeLessThan(0.7);
  });

  it('writes the score of a tie-break set in every form seen in real feeds', () => {
    const scores = sample
      .flatMap((match) => liveBody(stateAt(match, match.closed)).sets)
      .map(({ set_score }) => set_score ?? '')
      .filter((score) => score.includes('7') && score.includes('6'));
    for (const form of [/^(7-6|6-7)$/, /^(7-6|6-7)\(\d+\)$/, /^(7-6\d+|6\d+-7)$/]) {
      expect(scores.some((score) => form.test(score))).toBe(true);
    }
  });

  it('keeps each update below the 10,240 bytes that the provider carries', () => {
    const bytes = sample.map((m) => Buffer.byteLength(JSON.stringify(pushed(m, -2))));
    expect(Math.max(...bytes)).toBeLessThan(10_240);
  });

  it('is empty for a level without point coverage', () => {
    const gold = world.at(END).matches.find(({ tournament }) => tournament.level === 'fip_gold');
    expect(gold && feedOf(gold)).toEqual([]);
  });
});

describe('the match resource', () => {
  it('reveals neither its start nor its result ahead of time', () => {
    for (const match of sample) {
      const early = matchResource(match, (match.started ?? 0) - 1);
      expect(early).toMatchObject({
        status: 'scheduled',
        score: null,
        winner: null,
        started_time: null,
        duration: '00:00',
      });
      const late = matchResource(match, match.closed - 1);
      expect(late.status).toBe('ended');
      expect(late.winner).toBeNull();
    }
  });

  it('shows the current score while it is live, and the true result at the end', () => {
    for (const match of sample.slice(-20)) {
      const middle = ((match.started ?? 0) + (match.ended ?? 0)) / 2;
      const live = matchResource(match, middle);
      expect(live.status).toBe('live');
      expect(live.score).not.toBeNull();
      const final = matchResource(match, match.closed);
      expect(final.winner).toBe(match.winner);
      const games = final.score?.map((set) => [parseInt(set.team_1, 10), parseInt(set.team_2, 10)]);
      expect(games).toEqual(match.sets.map((set) => [set.team_1, set.team_2]));
    }
  });

  it('puts the tie-break points of the loser in brackets', () => {
    const match = covered.find(({ sets }) => sets.some((set) => set.tieBreak !== null));
    if (!match) throw new Error('No tie-break was played');
    const index = match.sets.findIndex((set) => set.tieBreak !== null);
    const set = matchResource(match, match.closed).score?.[index];
    const { team_1 = 0, tieBreak } = match.sets[index] ?? {};
    const loser = team_1 === 6 ? 'team_1' : 'team_2';
    expect(set?.[loser]).toBe(`6(${String(tieBreak)})`);
  });

  it('jumps from scheduled to its result at a level without point coverage', () => {
    const gold = world
      .at(END)
      .matches.find(({ tournament, points }) => tournament.level === 'fip_gold' && points > 0);
    if (!gold) throw new Error('No gold event was played');
    expect(matchResource(gold, gold.closed - 1)).toMatchObject({
      status: 'scheduled',
      score: null,
    });
    expect(matchResource(gold, gold.closed).status).toMatch(/finished|retired/);
  });
});
