import people from '#sandbox/names/people.json' with { type: 'json' };
import type { DirectoryEntry } from '#src/domain/people/directory.ts';
import type { Match } from '#src/domain/match/match.ts';
import { pairKey } from '#src/domain/people/pairs.ts';
import { pickFrom, wholeBetween, type Random } from '#sandbox/padel-service/world/random.ts';

export const PLAYERS = 10_000;
export const PAIRS = 30_000;
export const MATCHES = 500;

const BLANK = {
  country: 'ES',
  ranking: null,
  shortName: null,
  called: null,
  startDate: null,
  endDate: null,
  lastMatchOn: null,
};

/** Random letters make up surnames: a tour of ten thousand has more than a few hundred. */
const surname = (random: Random): string => {
  const { surnames } = pickFrom(random, Object.values(people));
  const [one, two] = [pickFrom(random, surnames), pickFrom(random, surnames)];
  const cut = wholeBetween(random, 1, one.length);
  return random() < 0.4 ? one : one.slice(0, cut) + two.toLowerCase();
};

export const inventPlayers = (random: Random): readonly DirectoryEntry[] =>
  Array.from({ length: PLAYERS }, (_, index) => {
    const pool = pickFrom(random, Object.values(people));
    const category = index % 2 === 0 ? 'men' : 'women';
    const name = `${pickFrom(random, pool[category])} ${surname(random)} ${surname(random)}`;
    return { ...BLANK, kind: 'player', id: index + 1, name, category, ranking: index + 1 };
  });

export const inventPairs = (
  random: Random,
  players: readonly DirectoryEntry[],
): readonly DirectoryEntry[] => {
  const pairs = new Map<number, DirectoryEntry>();
  while (pairs.size < PAIRS) {
    const [one, two] = [pickFrom(random, players), pickFrom(random, players)];
    if (one.id === two.id) continue;
    const id = pairKey([one.id, two.id]);
    const lastMatchOn = `2026-${wholeBetween(random, 10, 12)}-${wholeBetween(random, 10, 28)}`;
    pairs.set(id, {
      ...BLANK,
      kind: 'pair',
      id,
      name: `${one.name} / ${two.name}`,
      category: 'men',
      lastMatchOn,
    });
  }
  return [...pairs.values()];
};

/** Upcoming, live and finished matches, on a few courts of a few days. */
export const inventMatches = (
  random: Random,
  players: readonly DirectoryEntry[],
  day: (offset: number) => string,
): readonly Match[] =>
  Array.from({ length: MATCHES }, (_, index) => {
    const side = () =>
      [0, 1]
        .map(() => pickFrom(random, players))
        .map(({ id, name }) => ({ id, name, called: null }));
    const status = pickFrom(random, ['scheduled', 'scheduled', 'live', 'finished'] as const);
    return {
      id: index + 1,
      tournamentId: (index % 4) + 1,
      category: index % 2 === 0 ? 'men' : 'women',
      round: pickFrom(random, [16, 8, 4] as const),
      roundName: 'Round of 16',
      slot: index,
      playedOn: day(wholeBetween(random, 0, 5)),
      startedAt: null,
      duration: status === 'finished' ? 84 : null,
      scheduleLabel: index % 5 === 0 ? 'Starting at 10:00 AM' : 'Followed by',
      court: `Court ${index % 7}`,
      courtOrder: index,
      status,
      score:
        status === 'finished'
          ? [
              { team_1: 6, team_2: 4, tieBreak: null },
              { team_1: 7, team_2: 6, tieBreak: 5 },
            ]
          : null,
      winner: status === 'finished' ? 'team_1' : null,
      teams: { team_1: side(), team_2: side() },
      withheld: [],
    };
  });
