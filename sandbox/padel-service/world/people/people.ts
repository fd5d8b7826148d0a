import people from '#sandbox/names/people.json' with { type: 'json' };
import type { Category } from '../../../../src/domain/terms.ts';
import { dayOf, type Day } from '../schedule/days.ts';
import type { Pair, Player } from '../model.ts';
import {
  chance,
  normal,
  pickFrom,
  pickWeighted,
  randomFrom,
  wholeBetween,
  type Random,
} from '../random.ts';

/** How many players there are; half of them drive, half backhand. */
const PLAYERS: Readonly<Record<Category, number>> = { men: 260, women: 200 };

/** Shares of nationalities among professionals (padel-facts). */
const NATIONALITIES = [
  ['ES', 52],
  ['AR', 19],
  ['IT', 7],
  ['FR', 3],
  ['US', 3],
  ['SA', 2],
  ['EG', 2],
  ['MX', 3],
  ['PT', 3],
  ['BE', 2],
  ['BR', 2],
  ['PY', 2],
] as const;

const HEIGHT: Readonly<Record<Category, readonly [mean: number, deviation: number]>> = {
  men: [182, 6],
  women: [170, 6],
};

/** The best talent on the Elo scale, and how far chance moves each away from its rank's. */
const TALENT = { best: 2400, deviation: 13 } as const;

/**
 * By how much talent falls from one pair's rank to the next, up to a rank. Four pairs at the top of
 * which each beats each now and then, wide steps among the seeds, so that most matches have a
 * favourite, and many of like strength behind them.
 */
const STEPS = [
  { to: 1, by: 150 },
  { to: 4, by: 12 },
  { to: 5, by: 160 },
  { to: 24, by: 29 },
  { to: Infinity, by: 1.7 },
] as const;

/** Ranking points of the best, and how fast they fall with the rank: 1st 21,400, 10th 5,800. */
const CARRIED = { best: 21_400, exponent: -0.57 } as const;

/** The talent of a rank among pairs, from 0 for the best. */
const talentAt = (rank: number): number => {
  let talent: number = TALENT.best;
  let from = 0;
  for (const { to, by } of STEPS) {
    talent -= by * Math.max(0, Math.min(rank, to) - from);
    from = to;
  }
  return talent;
};

/** How many write the mother's surname behind the father's: a third of everybody (padel-facts). */
const WITH_TWO_SURNAMES: Readonly<Partial<Record<keyof typeof people, number>>> = {
  ES: 0.55,
  AR: 0.2,
  MX: 0.3,
  PY: 0.3,
};

type Names = Pick<Player, 'name' | 'called'>;

const namesOf = (random: Random, nationality: keyof typeof people, category: Category): Names => {
  const pool = people[nationality];
  const first = pickFrom(random, pool[category]);
  const called = pickFrom(random, pool.surnames);
  return { name: `${first} ${called}`, called };
};

const newNames = (
  random: Random,
  nationality: keyof typeof people,
  category: Category,
  taken: Set<string>,
): Names => {
  let names = namesOf(random, nationality, category);
  while (taken.has(names.name)) names = namesOf(random, nationality, category);
  taken.add(names.name);
  return names;
};

/** A player's names, with the mother's surname if they write it. */
const withSecondSurname = (
  random: Random,
  nationality: keyof typeof people,
  { name, called }: Names,
): Names => {
  if (!chance(random, WITH_TWO_SURNAMES[nationality] ?? 0)) return { name, called };
  const others = people[nationality].surnames.filter((surname) => surname !== called);
  return { name: `${name} ${pickFrom(random, others)}`, called };
};

const newBirthday = (random: Random, firstYear: number): Day =>
  dayOf(`${firstYear - wholeBetween(random, 17, 36)}-01-01`) + wholeBetween(random, 0, 364);

/**
 * Invents all players of a category, the most talented first, drive and backhand in turn.
 * @param firstId the id that precedes theirs
 * @param firstYear the first season; ages fit it
 */
const inventPlayers = (
  seed: number,
  category: Category,
  firstId: number,
  firstYear: number,
  taken: Set<string>,
): Player[] => {
  const random = randomFrom(seed, 'people', category);
  const talents = Array.from({ length: PLAYERS[category] }, (_, rank) =>
    normal(random, talentAt(rank / 2), TALENT.deviation),
  ).sort((a, b) => b - a);

  return talents.map((talent, rank) => {
    const nationality = pickWeighted(random, NATIONALITIES);
    const towns = people[nationality].towns;
    const id = firstId + rank + 1;
    const names = newNames(random, nationality, category, taken);
    return {
      id,
      ...withSecondSurname(randomFrom(seed, 'second surname', id), nationality, names),
      category,
      nationality,
      birthplace: chance(random, 0.9) ? pickFrom(random, towns) : null,
      birthday: chance(random, 0.95) ? newBirthday(random, firstYear) : null,
      height: chance(random, 0.85) ? Math.round(normal(random, ...HEIGHT[category])) : null,
      hand: chance(random, 0.92) ? (chance(random, 0.86) ? 'right' : 'left') : null,
      side: rank % 2 === 0 ? 'drive' : 'backhand',
      talent,
      carried: Math.round(CARRIED.best * (rank + 1) ** CARRIED.exponent),
    };
  });
};

/** Everybody, in the order of their ids. */
export const inventPeople = (seed: number, firstYear: number): readonly Player[] => {
  const taken = new Set<string>();
  const men = inventPlayers(seed, 'men', 0, firstYear, taken);
  return [...men, ...inventPlayers(seed, 'women', men.length, firstYear, taken)];
};

/** The pairs that start the first season: neighbours in talent, one drive, one backhand. */
export const firstPairs = (people: readonly Player[]): Pair[] => {
  const drives = people.filter(({ side }) => side === 'drive');
  const backhands = people.filter(({ side }) => side === 'backhand');
  return drives.flatMap((drive, index) => {
    const backhand = backhands[index];
    return backhand ? [[drive, backhand] as const] : [];
  });
};
