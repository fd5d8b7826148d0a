import type { Category, Round } from '../../../../src/domain/terms.ts';
import type { Day } from '../schedule/days.ts';
import { playersOf, type Contest, type Level, type Player, type Tournament } from '../model.ts';

/** Points of a tournament's winners, by level (padel-facts; below Gold and on the world tour: ours). */
const WINNERS_POINTS: Readonly<Record<Level, number>> = {
  major: 2000,
  finals: 1500,
  wpt_final: 1500,
  p1: 1000,
  wpt_master: 1000,
  wpt_1000: 1000,
  p2: 600,
  wpt_500: 600,
  fip_platinum: 300,
  fip_gold: 150,
  fip_other: 80,
  fip_silver: 40,
  fip_bronze: 20,
};

/** What remains of them for who loses in a round. */
const SHARES: Readonly<Record<Round, number>> = {
  1: 0.6,
  2: 0.36,
  4: 0.18,
  8: 0.09,
  16: 0.045,
  32: 0.0225,
};

/** The ranking counts the best results of a year. */
const COUNTED = 22;
const YEAR = 52 * 7;
/** Tournaments end in the order of their starts, within this many days. */
const LONGEST = 14;

interface Result {
  /** The day from which it counts: the one after the finals. */
  readonly day: Day;
  readonly points: number;
}

/** Ranking points over time. */
export interface Ranking {
  /** Records what everybody earned in a tournament; tournaments come in the order of their starts. */
  enter: (tournament: Tournament, contests: readonly Contest[]) => void;
  /** A player's points on a day; in the first year part of them is carried from before. */
  pointsOf: (player: Player, day: Day) => number;
  /** What a player earned from the week of one day to another, carried points aside. */
  earnedBetween: (player: Player, from: Day, day: Day) => number;
  /** Players with points, the best first. */
  on: (category: Category, day: Day) => readonly Player[];
}

/** Creates an empty ranking. @param firstDay the first day on which anything is played */
export const createRanking = (people: readonly Player[], firstDay: Day): Ranking => {
  const results = new Map<number, Result[]>(people.map(({ id }) => [id, []]));

  const add = (player: Player, day: Day, points: number): void => {
    results.get(player.id)?.push({ day, points: Math.round(points) });
  };

  const pointsOf = (player: Player, day: Day): number => {
    const carriedShare = Math.max(0, 1 - (day - firstDay) / YEAR);
    const all = results.get(player.id) ?? [];
    // A world asks for it hundreds of thousands of times: no more is looked at, nor sorted, than must be.
    const points: number[] = [];
    for (let index = all.length - 1; index >= 0; index -= 1) {
      const result = all[index];
      if (result === undefined || result.day <= day - YEAR - LONGEST) break;
      if (result.day <= day && result.day > day - YEAR) points.push(result.points);
    }
    const best = points.length > COUNTED ? points.sort((a, b) => b - a).slice(0, COUNTED) : points;
    const earned = best.reduce((sum, each) => sum + each, 0);
    return earned + Math.round(player.carried * carriedShare);
  };

  return {
    enter({ level, end }, contests) {
      for (const match of contests) {
        if (match.outcome === 'bye') continue;
        const loser = match.winner === 'team_1' ? 'team_2' : 'team_1';
        const points = WINNERS_POINTS[level];
        for (const each of playersOf(match, loser))
          add(each, end + 1, points * SHARES[match.round]);
        if (match.round !== 1) continue;
        for (const each of playersOf(match, match.winner)) add(each, end + 1, points);
      }
    },
    pointsOf,
    earnedBetween: (player, from, day) =>
      (results.get(player.id) ?? [])
        .filter((result) => result.day > from && result.day <= day)
        .map(({ points }) => points)
        .sort((a, b) => b - a)
        .slice(0, COUNTED)
        .reduce((sum, each) => sum + each, 0),
    on: (category, day) =>
      people
        .filter((player) => player.category === category)
        .map((player) => ({ player, points: pointsOf(player, day) }))
        .filter(({ points }) => points > 0)
        .sort((a, b) => b.points - a.points || a.player.id - b.player.id)
        .map(({ player }) => player),
  };
};
