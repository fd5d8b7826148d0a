import type { Services } from '../src/discord/command.ts';
import type { HeldMatch } from '../src/domain/held-match.ts';
import { phaseOf } from '../src/domain/match.ts';
import { byTeam } from '../src/domain/terms.ts';
import { UserError } from '../src/errors.ts';
import { chancesToday } from './chances-today.ts';

/** How long an answer waits for what only adds to it, in milliseconds. */
const PATIENCE = 2_000;

/**
 * The chances of each team before a match: those that were noted at its start; of one to come, those
 * of today. Null where they cannot be had, or not soon.
 */
export const chancesBefore = async (
  { match, state, chances }: HeldMatch,
  services: Services,
): Promise<HeldMatch['chances']> => {
  const { team_1, team_2 } = match.teams;
  const areKnown = team_1.length > 0 && team_1.length === team_2.length;
  if (chances !== null || phaseOf(state.status) !== 'upcoming' || !areKnown) return chances;
  const ids = byTeam((team) => match.teams[team].map(({ id }) => id));
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    return (await chancesToday(ids, services, signal)).chances;
  } catch (error) {
    if (error instanceof UserError || signal.aborted) return null;
    throw error;
  }
};
