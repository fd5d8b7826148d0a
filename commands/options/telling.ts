import type { Services } from '../../src/discord/command.ts';
import type { Match } from '../../src/domain/match/match.ts';
import { tellingAmong } from '../../src/domain/tournament/telling.ts';
import { serviceDay } from './day.ts';
import { matchesOfTournament } from '../../src/store/matches/match-lists.ts';

/** Which of these matches tell a result by who plays them, as far as earlier ones are known. */
export const tellingOf = async (
  matches: readonly Match[],
  services: Pick<Services, 'db' | 'api'>,
): Promise<(match: Match) => boolean> => {
  const tournaments = new Set(matches.flatMap(({ tournamentId }) => tournamentId ?? []));
  const known = await Promise.all(
    [...tournaments].map((id) => matchesOfTournament(services.db, id)),
  );
  return tellingAmong([...known.flat(), ...matches], serviceDay(services));
};
