import type { Services } from '../src/discord/command.ts';
import type { Match } from '../src/domain/match.ts';
import { UserError } from '../src/errors.ts';
import { NotInPlan } from '../src/padel-api/errors.ts';
import { wholeList } from '../src/padel-api/pages.ts';
import type { TournamentMatchesQuery } from '../src/padel-api/queries.ts';
import type { Unread } from '../src/render/tournament-card.ts';
import { EVERY_PHASE, everyPhaseOf } from './every-phase.ts';
import { withHeld } from './held-list.ts';

/** Every match of a tournament, and when the oldest part of the answer was read. */
export interface AllMatches {
  readonly matches: readonly Match[];
  readonly readAt: number;
}

/** The largest draws have 126 matches; a list that goes on is not one of a tournament. */
const MAX_PAGES = 10;

/** Reads every match of a tournament, each as it stands by what we hold. */
export const allMatchesOf = async (id: number, services: Services): Promise<AllMatches> => {
  const read = (phases: Pick<TournamentMatchesQuery, 'draw'>) =>
    wholeList((paging) => services.api.tournamentMatches(id, { ...paging, ...phases }), MAX_PAGES);
  const phases = await everyPhaseOf(id, services);
  const first = await read(phases);
  // One of earlier years is not stored: that teams meet in it is seen from its matches.
  const isOfTeams = first.items.some(({ tie }) => tie !== undefined);
  const { items, readAt } =
    isOfTeams && phases.draw === undefined ? await read(EVERY_PHASE) : first;
  return { matches: await withHeld(items, services), readAt };
};

/** Matches that could not be read. */
export interface UnreadMatches {
  readonly matches: Unread;
  readonly error: UserError;
}

/** The same where the matches are an addition: why they could not be read, instead of an error. */
export const matchesIfReadable = async (
  id: number,
  services: Services,
): Promise<AllMatches | UnreadMatches> => {
  try {
    return await allMatchesOf(id, services);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { error, matches: error instanceof NotInPlan ? 'matchesNotInPlan' : 'matchesUnread' };
  }
};
