import { displayName, type DisplayNamed } from '../../domain/people/display-names.ts';
import type { Match } from '../../domain/match/match.ts';
import type { Pair } from '../../domain/people/pairs.ts';
import type { Player, RankingEntry, Simulation } from '../../domain/people/people.ts';
import { byTeam } from '../../domain/terms.ts';
import type { CachedResponse } from '../request/cache.ts';
import type { PadelApi } from '../client.ts';
import type { Directory } from './directory.ts';
import type { Page } from '../wire/envelope.ts';

interface Person extends DisplayNamed {
  readonly id: number;
  readonly nationality?: string | null | undefined;
}

/**
 * A player under the only name they have in every message: that of the directory, whatever a match or
 * a record says; their own where the directory does not know them.
 */
const underOneName =
  (directory: Directory) =>
  <T extends Person>(player: T): T & { readonly called: string } => ({
    ...player,
    called: displayName(
      directory.get('player', player.id) ?? { ...player, country: player.nationality },
    ),
  });

/** A match with the display names of its players. */
export const matchWithCalledNames = (directory: Directory) => {
  const named = underOneName(directory);
  return (match: Match): Match => ({
    ...match,
    teams: byTeam((team) => match.teams[team].map(named)),
  });
};

type Reads<T> = (...call: never[]) => Promise<CachedResponse<T> | CachedResponse<Page<T>>>;

type WithPlayers = Match | Player | Pair | RankingEntry | Simulation;

/** Every method of the service that reads players: one that is missing here does not compile. */
type Naming = {
  readonly [
    Name in keyof PadelApi as PadelApi[Name] extends Reads<WithPlayers> ? Name : never
  ]: PadelApi[Name];
};

/** The data service with the directory's display names. */
export const withCalledNames = (api: PadelApi, directory: Directory): PadelApi => {
  const match = matchWithCalledNames(directory);
  const player = underOneName(directory);
  const pair = (read: Pair): Pair => ({ ...read, players: read.players.map(player) });
  const each = async <T>(reading: Promise<CachedResponse<T>>, change: (value: T) => T) => {
    const answer = await reading;
    return { ...answer, value: change(answer.value) };
  };
  const eachOf = <T>(reading: Promise<CachedResponse<Page<T>>>, change: (item: T) => T) =>
    each(reading, (page) => ({ ...page, items: page.items.map(change) }));

  const named: Naming = {
    matches: (...call) => eachOf(api.matches(...call), match),
    match: (...call) => each(api.match(...call), match),
    matchHead2Head: (...call) => eachOf(api.matchHead2Head(...call), match),
    head2Head: (...call) => eachOf(api.head2Head(...call), match),
    pairMatches: (...call) => eachOf(api.pairMatches(...call), match),
    playerMatches: (...call) => eachOf(api.playerMatches(...call), match),
    tournamentMatches: (...call) => eachOf(api.tournamentMatches(...call), match),
    players: (...call) => eachOf(api.players(...call), player),
    rankings: (...call) => eachOf(api.rankings(...call), player),
    playerRankings: (...call) => eachOf(api.playerRankings(...call), player),
    player: (...call) => each(api.player(...call), player),
    pair: (...call) => each(api.pair(...call), pair),
    playerPairs: (...call) => eachOf(api.playerPairs(...call), pair),
    simulate: (...call) =>
      each(api.simulate(...call), (simulation) => ({
        ...simulation,
        players: byTeam((team) => simulation.players[team].map(player)),
      })),
  };
  // Not a copy of it: behind another process it has no list of its methods (remote.ts).
  return new Proxy(api, {
    get: (target, name): unknown => Reflect.get(Object.hasOwn(named, name) ? named : target, name),
  });
};
