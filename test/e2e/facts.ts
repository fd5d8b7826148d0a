import type { Stage } from './stage.ts';

interface Person {
  readonly id: number;
  readonly name: string;
}

interface MatchFacts {
  readonly id: number;
  readonly status: string;
  readonly players: Readonly<Record<'team_1' | 'team_2', readonly Person[]>>;
}

interface TournamentFacts {
  readonly id: number;
  readonly name: string;
  readonly level: string;
  readonly status: string;
}

export const MATCH_STATES = [
  'scheduled',
  'live',
  'finished',
  'retired',
  'walkover',
  'bye',
] as const;

export type MatchState = (typeof MATCH_STATES)[number];

/** People, matches and tournaments of a world, for use in commands. */
export interface Facts {
  /** By ranking, from 0. */
  readonly man: (place: number) => string;
  readonly woman: (place: number) => string;
  /** Two players who form a pair. */
  readonly partners: readonly [string, string];
  readonly matchIn: (state: MatchState) => number;
  /** Tournaments are given by id, because their names repeat every year. */
  readonly liveTournament: number;
  readonly finishedTournament: number;
  /** A tournament without any data but its dates. */
  readonly emptyTournament: number;
}

type Some<T> = readonly [T, ...T[]];

const some = <T>(things: readonly T[], what: string): Some<T> => {
  const [first, ...others] = things;
  if (first === undefined) throw new Error(`the world has no ${what}`);
  return [first, ...others];
};

const at = <T>(things: Some<T>, index: number): T => things[index % things.length] ?? things[0];

/**
 * Reads the world of a stage. The returned function gives any number of sets of facts, each with
 * other people and matches as far as there are enough.
 */
export const factsOf = async (stage: Stage): Promise<(set: number) => Facts> => {
  const list = async <T>(path: string): Promise<readonly T[]> =>
    (await stage.ask<{ data: readonly T[] }>(path)).data;
  const ranked = (category: string) =>
    list<Person>(`/players?category=${category}&sort_by=ranking&per_page=50`);
  const men = some(await ranked('men'), 'men');
  const women = some(await ranked('women'), 'women');
  const tournaments = await list<TournamentFacts>(
    '/tournaments?per_page=50&sort_by=start_date&order_by=desc',
  );
  const matches: MatchFacts[] = [];
  for (const { id } of tournaments.filter(({ status }) => /^(live|finished)$/.test(status))) {
    matches.push(...(await list<MatchFacts>(`/tournaments/${id}/matches?per_page=50`)));
  }
  const live = await list<MatchFacts>('/live?per_page=50');
  const inState = (state: MatchState): Some<MatchFacts> =>
    some(
      state === 'live' ? live : matches.filter(({ status }) => status === state),
      `${state} match`,
    );
  const named = (status: string) =>
    some(
      tournaments.filter((each) => each.status === status),
      `${status} tournament`,
    );
  const pairs = some(
    inState('finished')
      .map(({ players }) => players.team_1)
      .filter(({ length }) => length === 2),
    'pair',
  );
  return (set) => {
    const [one, other] = at(pairs, set * 3);
    return {
      man: (place) => at(men, set * 12 + place).name,
      woman: (place) => at(women, set * 12 + place).name,
      partners: [one?.name ?? '', other?.name ?? ''],
      matchIn: (state) => at(inState(state), set).id,
      liveTournament: at(named('live'), set).id,
      finishedTournament: at(named('finished'), set).id,
      emptyTournament: at(named('pending'), set).id,
    };
  };
};
