import type { Services } from '../src/discord/command.ts';
import type { HeldMatch } from '../src/domain/held-match.ts';
import { phaseOf } from '../src/domain/match.ts';
import { byTeam } from '../src/domain/terms.ts';
import { UserError } from '../src/errors.ts';
import { chancesToday } from './chances-today.ts';

/** How long an answer waits for optional data. */
const OPTIONAL_DATA_TIMEOUT_MS = 2_000;

/**
 * Each team's chances before a match: those recorded at its start; for an upcoming match, today's.
 * Null when unavailable in time.
 */
export const chancesBefore = async (
  { match, state, chances }: HeldMatch,
  services: Services,
): Promise<HeldMatch['chances']> => {
  const { team_1, team_2 } = match.teams;
  const areKnown = team_1.length > 0 && team_1.length === team_2.length;
  if (chances !== null || phaseOf(state.status) !== 'upcoming' || !areKnown) return chances;
  const ids = byTeam((team) => match.teams[team].map(({ id }) => id));
  const signal = AbortSignal.timeout(OPTIONAL_DATA_TIMEOUT_MS);
  try {
    return (await chancesToday(ids, services, signal)).chances;
  } catch (error) {
    if (error instanceof UserError || signal.aborted) return null;
    throw error;
  }
};
