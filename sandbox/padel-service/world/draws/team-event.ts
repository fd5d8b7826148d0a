import places from '#sandbox/names/places.json' with { type: 'json' };
import type { Category } from '../../../../src/domain/terms.ts';
import { tournamentId } from '../schedule/calendar.ts';
import { firstMondayOf, type Day } from '../schedule/days.ts';
import { playersOf, type Match, type Pair, type Player, type Tournament } from '../model.ts';
import { pickFrom, randomFrom } from '../random.ts';

/** A nation's three pairs, the best first. */
export interface NationalTeam {
  /** Two-letter code. */
  readonly nation: string;
  readonly pairs: readonly [Pair, Pair, Pair];
}

/** How many nations take part in each category. */
export const NATIONS = 8;

/** The event is in the week of a FIP Platinum, when the best are free, as near as can be to this one. */
const WEEK = 44;

/** Behind the ids of all other tournaments of a season. */
const INDEX = 99;

const LASTS = 7;

/**
 * The World Cup of a season, which the profile `today` alone shows: nations play it, from Monday to
 * Sunday of a week in autumn.
 * @param played the season's other tournaments
 * @param anchor the first day of the world
 */
export const teamEventOf = (
  seed: number,
  season: number,
  played: readonly Tournament[],
  anchor: Day,
): Tournament | null => {
  const wanted = firstMondayOf(season) + WEEK * 7;
  const [beside] = played
    .filter(({ level, start, end }) => level === 'fip_platinum' && end - start === LASTS - 1)
    .sort((a, b) => Math.abs(a.start - wanted) - Math.abs(b.start - wanted));
  if (beside === undefined) return null;
  const others = places.filter(({ city }) => city !== beside.host.city);
  const host = pickFrom(randomFrom(seed, 'team event', season), others);
  return {
    ...beside,
    id: tournamentId(season, INDEX, anchor),
    name: `${host.city} World Cup ${season}`,
    host,
    draws: { men: NATIONS, women: NATIONS },
    usesDayClock: false,
    isForTeams: true,
  };
};

/** Fewer players than this make no team. */
const LEAST = 3;

/** The three pairs of a nation's best, neighbours in strength; where six are not free, some play twice. */
const pairsOf = (players: readonly Player[]): NationalTeam['pairs'] | null => {
  const best = players.slice(0, 6);
  const at = (place: number): Player | undefined => best[place % best.length];
  const pairAt = (place: number): Pair | null => {
    const [one, two] = [at(place), at(place + 1)];
    return one && two ? [one, two] : null;
  };
  const [first, second, third] = [pairAt(0), pairAt(2), pairAt(4)];
  if (best.length < LEAST || !first || !second || !third) return null;
  return [first, second, third];
};

/**
 * The nations that take part, the strongest first. Players of another event that week stay away.
 * @param matches those of the tournaments around it
 * @param eloOf ratings as they were before it
 */
export const nationalTeams = (
  { start, end }: Tournament,
  category: Category,
  people: readonly Player[],
  matches: readonly Match[],
  eloOf: (player: Player) => number,
): readonly NationalTeam[] => {
  const busy = new Set(
    matches
      .filter(({ tournament }) => tournament.start <= end && tournament.end >= start)
      .flatMap((match) => [...playersOf(match, 'team_1'), ...playersOf(match, 'team_2')]),
  );
  const free = people.filter((player) => player.category === category && !busy.has(player));
  const strengthOf = (pairs: readonly Pair[]): number =>
    pairs.flat().reduce((sum, player) => sum + eloOf(player), 0);
  return [...Map.groupBy(free, ({ nationality }) => nationality)]
    .flatMap(([nation, players]) => {
      const pairs = pairsOf(players.toSorted((a, b) => eloOf(b) - eloOf(a)));
      return pairs === null ? [] : [{ nation, pairs }];
    })
    .sort((a, b) => strengthOf(b.pairs) - strengthOf(a.pairs))
    .slice(0, NATIONS);
};
