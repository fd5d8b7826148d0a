import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { chanceByDifference } from '#src/domain/people/ratings.ts';
import { drawOf } from '#src/domain/tournament/draw.ts';
import { drawOdds, type DrawOdds } from '#src/domain/tournament/odds.ts';
import type { Round } from '#src/domain/terms.ts';
import { runs, seeded } from '../runs.ts';
import { aMatch } from './feed.ts';
import { aChoice } from './probability/simulation.ts';
import { aRubber } from './team-event.ts';

const pair = (id: number) => [
  { id, name: `Ana ${id}` },
  { id: id + 1000, name: `Eva ${id}` },
];

const keyOf = (id: number): string => `${id}-${id + 1000}`;

/** A first round of pairs from 1 on, two in each match, and the later rounds without players. */
const drawnMatches = (pairs: number): readonly Match[] => {
  const matches: Match[] = [];
  for (let round = pairs / 2; round >= 1; round /= 2)
    for (let slot = 0; slot < round; slot += 1)
      matches.push(
        aMatch({
          id: round * 100 + slot,
          round: round as Round,
          slot,
          teams:
            round === pairs / 2
              ? { team_1: pair(slot * 2 + 1), team_2: pair(slot * 2 + 2) }
              : { team_1: [], team_2: [] },
        }),
      );
  return matches;
};

const strengthBy =
  (strengths: readonly number[]) =>
  ({ players: [first] }: { readonly players: readonly { readonly id: number }[] }) =>
    strengths[(first?.id ?? 0) - 1] ?? null;

const oddsFor = (matches: readonly Match[], strengths: readonly number[]): DrawOdds | null => {
  const draw = drawOf(matches, 'women');
  return draw && drawOdds(draw, strengthBy(strengths));
};

const titlesIn = (odds: DrawOdds | null): ReadonlyMap<string, number> =>
  new Map(odds?.contenders.map(({ contender, wins }) => [contender.key, wins.get(1) ?? 0]));

const sumOf = (values: Iterable<number>): number =>
  [...values].reduce((sum, each) => sum + each, 0);

/** The chance of each pair to win the title, by every way the matches can end. */
const enumerated = (strengths: readonly number[]): readonly number[] => {
  const titles = strengths.map(() => 0);
  const play = (left: readonly number[], next: readonly number[], chance: number): void => {
    const [a, b, ...rest] = left;
    if (a === undefined) {
      if (next.length === 1) count(next[0], chance);
      else play(next, [], chance);
      return;
    }
    if (b === undefined) throw new Error('an odd number of pairs');
    const win = chanceByDifference((strengths[a] ?? 0) - (strengths[b] ?? 0));
    play(rest, [...next, a], chance * win);
    play(rest, [...next, b], chance * (1 - win));
  };
  const count = (champion: number | undefined, chance: number): void => {
    if (champion !== undefined) titles[champion] = (titles[champion] ?? 0) + chance;
  };
  play([...strengths.keys()], [], 1);
  return titles;
};

const strength = fc.double({ min: 1200, max: 1700, noNaN: true });

describe('the chances of a draw', () => {
  it('equal the sum over every way that a draw of eight can end', () => {
    fc.assert(
      fc.property(fc.array(strength, { minLength: 8, maxLength: 8 }), (strengths) => {
        const titles = titlesIn(oddsFor(drawnMatches(8), strengths));
        for (const [at, chance] of enumerated(strengths).entries())
          expect(Math.abs((titles.get(keyOf(at + 1)) ?? 0) - chance)).toBeLessThan(1e-12);
      }),
      { ...seeded(8), numRuns: runs(50) },
    );
  });

  it('equal 100,000 simulated draws of 48 pairs within four standard errors', () => {
    const random = aChoice('48 pairs');
    const strengths = Array.from({ length: 64 }, () => 1350 + 250 * random());
    // Every fourth match of the first round is a bye for the pair on top.
    const matches = drawnMatches(64).map((match) =>
      match.round === 32 && match.slot !== null && match.slot % 2 === 0
        ? { ...match, status: 'bye', teams: { ...match.teams, team_2: [] } }
        : match,
    );
    const entered = [...strengths.keys()].filter((at) => at % 4 !== 1);
    expect(entered).toHaveLength(48);
    const titles = titlesIn(oddsFor(matches, strengths));

    const runs = 100_000;
    const won = strengths.map(() => 0);
    for (let run = 0; run < runs; run += 1) {
      let left = [...strengths.keys()].map((at) => (at % 4 === 1 ? null : at));
      while (left.length > 1)
        left = Array.from({ length: left.length / 2 }, (_, match) => {
          const [a = null, b = null] = [left[match * 2], left[match * 2 + 1]];
          if (a === null || b === null) return a ?? b;
          const win = chanceByDifference((strengths[a] ?? 0) - (strengths[b] ?? 0));
          return random() < win ? a : b;
        });
      const champion = left[0] ?? 0;
      won[champion] = (won[champion] ?? 0) + 1;
    }
    for (const at of entered) {
      const chance = titles.get(keyOf(at + 1)) ?? 0;
      const error = Math.sqrt((chance * (1 - chance)) / runs);
      expect(Math.abs((won[at] ?? 0) / runs - chance)).toBeLessThan(4 * error + 1e-9);
    }
    expect(sumOf(titles.values())).toBeCloseTo(1, 9);
  });

  it('sum to one for each match of a round, whatever is decided', () => {
    const strengths = fc.array(strength, { minLength: 16, maxLength: 16 });
    const results = fc.array(fc.constantFrom('team_1', 'team_2', null), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(fc.property(strengths, results, checkSums), { ...seeded(16), numRuns: runs(100) });
  });
});

const checkSums = (
  strengths: readonly number[],
  results: readonly ('team_1' | 'team_2' | null)[],
): void => {
  const matches = drawnMatches(16).map((match, at) => {
    const winner = results[at] ?? null;
    return winner === null ? match : { ...match, status: 'finished', winner };
  });
  const odds = oddsFor(matches, strengths);
  for (const round of [8, 4, 2, 1] as const) {
    const chances = odds?.contenders.map(({ wins }) => wins.get(round) ?? 0) ?? [];
    expect(sumOf(chances)).toBeCloseTo(round, 9);
  }
  for (const { contender, wins } of odds?.contenders ?? []) {
    const road = odds?.roadOf(contender.key) ?? [];
    expect(road.at(-1)?.chance).toBeCloseTo(wins.get(1) ?? 0, 12);
    for (const { opponents } of road)
      expect(sumOf(opponents.map(({ chance }) => chance))).toBeCloseTo(1, 9);
  }
};

const EQUAL = Array.from({ length: 64 }, () => 1500);

/** Four pairs; the matches that are named are replaced. */
const four = (more: Readonly<Record<string, Partial<Match>>>): readonly Match[] =>
  drawnMatches(4).map((match) => ({ ...match, ...more[`${match.round}:${match.slot}`] }));

const finished = { status: 'finished', winner: 'team_1' } as const;

describe('a draw as the service shows it', () => {
  it.each([
    ['a winner of the day', { '2:0': finished }, { 1: 0.5, 3: 0.25, 4: 0.25 }],
    ['a walkover hours ahead', { '2:0': { ...finished, status: 'walkover' } }, { 1: 0.5 }],
    [
      'a retirement that was won from behind',
      { '2:1': { ...finished, status: 'retired' } },
      { 3: 0.5 },
    ],
    [
      'the champions',
      { '1:0': { ...finished, teams: { team_1: pair(4), team_2: pair(1) } } },
      { 4: 1 },
    ],
    [
      'a bye for the pair below',
      { '2:0': { status: 'bye', teams: { team_1: [], team_2: pair(2) } } },
      { 2: 0.5, 3: 0.25, 4: 0.25 },
    ],
    [
      'a final whose sides are known before the results that lead to it',
      { '1:0': { teams: { team_1: pair(2), team_2: pair(3) } } },
      { 2: 0.5, 3: 0.5 },
    ],
    [
      'a lucky loser who stands in the next round',
      { '2:0': { status: 'cancelled' }, '1:0': { teams: { team_1: pair(9), team_2: [] } } },
      { 9: 0.5, 3: 0.25, 4: 0.25 },
    ],
    [
      'a postponed match, which is still to come',
      { '2:0': { status: 'postponed' } },
      { 1: 0.25, 2: 0.25, 3: 0.25, 4: 0.25 },
    ],
  ])('has %s', (_what, more, expected) => {
    const titles = titlesIn(oddsFor(four(more), EQUAL));
    for (const [id, chance] of Object.entries(expected))
      expect(titles.get(keyOf(Number(id)))).toBeCloseTo(chance, 12);
    expect(sumOf(titles.values())).toBeCloseTo(1, 12);
  });

  it.each([
    ['a cancelled final', { '1:0': { status: 'cancelled' } }],
    ['a cancelled semifinal that leads nowhere', { '2:1': { status: 'cancelled' } }],
    ['a result without a winner', { '2:0': { status: 'finished', winner: null } }],
    ['a match that the service took away', { '2:0': { status: 'deleted' } }],
  ])('has no chances with %s', (_what, more) => {
    expect(oddsFor(four(more), EQUAL)).toBeNull();
  });

  it('needs the strength of each pair that can still win it, and of no other', () => {
    const unrated = [1500, Number.NaN, 1500, 1500];
    const strengthOf = (matches: readonly Match[]) => {
      const draw = drawOf(matches, 'women');
      const known = strengthBy(unrated);
      return (
        draw &&
        drawOdds(draw, (contender) => {
          const found = known(contender);
          return Number.isNaN(found) ? null : found;
        })
      );
    };
    expect(strengthOf(four({}))).toBeNull();
    expect(titlesIn(strengthOf(four({ '2:0': finished }))).get(keyOf(1))).toBeCloseTo(0.5, 12);
  });

  it("gives a qualifier that is not known the field's mean", () => {
    const odds = oddsFor(
      four({
        '2:0': { teams: { team_1: pair(1), team_2: [] }, seeds: { team_1: '1', team_2: 'Q' } },
      }),
      [1600, 0, 1500, 1400],
    );
    const win = odds?.contenders.find(({ contender }) => contender.key === keyOf(1))?.wins.get(2);
    expect(win).toBeCloseTo(chanceByDifference(100), 12);
    expect(odds?.contenders.filter(({ contender }) => contender.players.length === 0)).toHaveLength(
      1,
    );
  });

  it('has a match that the service has not ended as settled once the next round shows who goes on', () => {
    const odds = oddsFor(four({ '1:0': { teams: { team_1: pair(1), team_2: [] } } }), EQUAL);
    expect(titlesIn(odds).has(keyOf(2))).toBe(false);
    expect(odds?.roadOf(keyOf(1)).map(({ place }) => place.round)).toEqual([1]);
  });

  it('takes a match that is not in the list from those before it', () => {
    const matches = drawnMatches(8).filter(({ round }) => round !== 1);
    expect(sumOf(titlesIn(oddsFor(matches, EQUAL)).values())).toBeCloseTo(1, 12);
  });

  it('knows the way to the title: each match, who may be there, and the chance against them', () => {
    const odds = oddsFor(four({ '2:1': finished }), [1600, 1500, 1400, 1450]);
    const road = odds?.roadOf(keyOf(1)).map(({ place, opponents }) => ({
      round: place.round,
      opponents: opponents.map(({ contender, chance, win }) => [contender.key, chance, win]),
    }));
    expect(road).toEqual([
      { round: 2, opponents: [[keyOf(2), 1, chanceByDifference(100)]] },
      { round: 1, opponents: [[keyOf(3), 1, chanceByDifference(200)]] },
    ]);
    // The pair on the other side waits for the semifinal alone.
    expect(odds?.roadOf(keyOf(3)).map(({ place }) => place.round)).toEqual([1]);
    expect(odds?.roadOf(keyOf(4))).toEqual([]);
  });

  it('wins a tie with two of three rubbers, from the score so far', () => {
    const tie = (rubber: number, more: Partial<Match> = {}) =>
      aRubber(rubber, { round: 1, slot: 0, ...more });
    const chanceIn = (matches: readonly Match[]) => {
      const draw = drawOf(matches, 'women');
      const strengthOf = ({ team }: { readonly team: string | null }) =>
        team === 'AR' ? 1600 : 1500;
      return draw && drawOdds(draw, strengthOf)?.contenders[0]?.wins.get(1);
    };
    const p = chanceByDifference(100);
    expect(chanceIn([tie(1), tie(2), tie(3)])).toBeCloseTo(p * p * (3 - 2 * p), 12);
    // The other side of the final is open: one of equal strength to the field's mean.
    const open = tie(1, { tie: { group: null, teams: { team_1: 'AR', team_2: null }, rubber: 1 } });
    expect(chanceIn([open])).toBeCloseTo(0.5, 12);
    const lost = tie(1, { status: 'finished', winner: 'team_2' });
    expect(chanceIn([lost, tie(2), tie(3)])).toBeCloseTo(p * p, 12);
  });
});
