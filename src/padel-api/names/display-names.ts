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

  return {
    ...api,
    matches: (...asked) => eachOf(api.matches(...asked), match),
    match: (...asked) => each(api.match(...asked), match),
    matchHead2Head: (...asked) => eachOf(api.matchHead2Head(...asked), match),
    head2Head: (...asked) => eachOf(api.head2Head(...asked), match),
    pairMatches: (...asked) => eachOf(api.pairMatches(...asked), match),
    tournamentMatches: (...asked) => eachOf(api.tournamentMatches(...asked), match),
    players: (...asked) => eachOf(api.players(...asked), player),
    rankings: (...asked) => eachOf(api.rankings(...asked), player),
    player: (...asked) => each(api.player(...asked), player),
    pair: (...asked) =>
      each(api.pair(...asked), (pair) => ({ ...pair, players: pair.players.map(player) })),
    simulate: (...asked) =>
      each(api.simulate(...asked), (simulation) => ({
        ...simulation,
        players: byTeam((team) => simulation.players[team].map(player)),
      })),
  };
};
