import type { Services } from '../src/discord/command.ts';
import type { DirectoryEntry } from '../src/domain/directory.ts';
import { phaseOf } from '../src/domain/match.ts';
import type { Undated } from '../src/render/schedule-lack.ts';
import { matchesToCome } from './match-option.ts';
import type { Wanted } from './schedule-filter.ts';
import { serviceDay } from './service-day.ts';

/**
 * The number of upcoming matches without a day in each of these tournaments: their order of play is
 * not published. Empty for a day that is over everywhere.
 */
export const undatedIn = async (
  tournaments: readonly DirectoryEntry[],
  day: string,
  isWanted: Wanted,
  services: Services,
): Promise<readonly Undated[]> => {
  if (tournaments.length === 0 || day < serviceDay(services, -1)) return [];
  const undated = (await matchesToCome(services)).filter(
    ({ match, state }) =>
      phaseOf(state.status) === 'upcoming' &&
      match.playedOn === null &&
      !match.withheld.includes('played_at'),
  );
  return tournaments.flatMap(({ id, name }): Undated[] => {
    const own = undated.filter((held) => held.match.tournamentId === id && isWanted(held));
    return own.length === 0 ? [] : [{ tournament: name, matches: own.length }];
  });
};
