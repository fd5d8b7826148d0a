import { surnameOf } from '../../domain/people/surname.ts';
import type { Match, PlayerRef } from '../../domain/match/match.ts';
import type { Player } from '../../domain/people/people.ts';
import { byTeam } from '../../domain/terms.ts';
import type { CachedResponse } from '../request/cache.ts';
import type { PadelApi } from '../client.ts';
import type { Directory } from './directory.ts';
import type { Page } from '../wire/envelope.ts';

/** The display name in the directory; undefined where the name alone suffices. */
const calledIn = (directory: Directory, id: number): string | undefined => {
  const known = directory.get('player', id);
  if (known === undefined) return undefined;
  if (known.called !== null) return known.called;
  const byCountry = surnameOf(known.name, known.country);
  return byCountry === surnameOf(known.name) ? undefined : byCountry;
};

/**
 * A match with the display names of its players: their own short name, else that of the match's name,
 * else that of the directory.
 */
export const matchWithCalledNames =
  (directory: Directory) =>
  (match: Match): Match => {
    const called = (player: PlayerRef): PlayerRef => {
      const short = directory.get('player', player.id)?.shortName;
      const known = short ?? player.called ?? calledIn(directory, player.id);
      return known === undefined || known === player.called ? player : { ...player, called: known };
    };
    return { ...match, teams: byTeam((team) => match.teams[team].map(called)) };
  };

/** The data service with the directory's display names. */
export const withCalledNames = (api: PadelApi, directory: Directory): PadelApi => {
  const match = matchWithCalledNames(directory);
  const player = <T extends Pick<Player, 'id' | 'shortName' | 'called'>>(read: T): T => {
    const called = read.shortName ?? calledIn(directory, read.id);
    return called === undefined ? read : { ...read, called };
  };
  const each = async <T>(reading: Promise<CachedResponse<T>>, change: (value: T) => T) => {
    const answer = await reading;
    return { ...answer, value: change(answer.value) };
  };
  const eachOf = <T>(reading: Promise<CachedResponse<Page<T>>>, change: (item: T) => T) =>
    each(reading, (page) => ({ ...page, items: page.items.map(change) }));

  const named: Partial<PadelApi> = {
    matches: (...call) => eachOf(api.matches(...call), match),
    match: (...call) => each(api.match(...call), match),
    matchHead2Head: (...call) => eachOf(api.matchHead2Head(...call), match),
    head2Head: (...call) => eachOf(api.head2Head(...call), match),
    pairMatches: (...call) => eachOf(api.pairMatches(...call), match),
    tournamentMatches: (...call) => eachOf(api.tournamentMatches(...call), match),
    players: (...call) => eachOf(api.players(...call), player),
    rankings: (...call) => eachOf(api.rankings(...call), player),
    player: (...call) => each(api.player(...call), player),
    pair: (...call) =>
      each(api.pair(...call), (pair) => ({ ...pair, players: pair.players.map(player) })),
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
