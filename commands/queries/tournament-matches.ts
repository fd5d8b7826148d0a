import type { Services } from '../../src/discord/command.ts';
import type { Match } from '../../src/domain/match/match.ts';
import { UserError } from '../../src/errors.ts';
import { NotInPlan } from '../../src/padel-api/errors.ts';
import { wholeList } from '../../src/padel-api/request/pages.ts';
import type { TournamentMatchesQuery } from '../../src/padel-api/queries.ts';
import type { Unread } from '../../src/render/tournament/card.ts';
import { withTrackedPlay } from './tracked-match.ts';
import { findTournament } from '../../src/store/matches/match-lists.ts';

interface AllMatches {
  readonly matches: readonly Match[];
  readonly readAt: number;
}

/** The largest draws have 126 matches; a longer list is wrong. */
const MAX_PAGES = 10;

export const allMatchesOf = async (id: number, services: Services): Promise<AllMatches> => {
  const read = (phases: Pick<TournamentMatchesQuery, 'draw'>) =>
    wholeList((paging) => services.api.tournamentMatches(id, { ...paging, ...phases }), MAX_PAGES);
  const phases = await everyPhaseOf(id, services);
  const first = await read(phases);
  // Tournaments of earlier years are not stored: their matches show that it is a team event.
  const isOfTeams = first.items.some(({ tie }) => tie !== undefined);
  const { items, readAt } =
    isOfTeams && phases.draw === undefined ? await read(EVERY_PHASE) : first;
  return { matches: await withTrackedPlay(items, services), readAt };
};

interface UnreadMatches {
  readonly matches: Unread;
  readonly error: UserError;
}

/** The same for optional matches: returns why they are missing instead of throwing. */
export const matchesIfReadable = async (
  id: number,
  services: Services,
): Promise<AllMatches | UnreadMatches> => {
  try {
    return await allMatchesOf(id, services);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const isLacking = error instanceof NotInPlan;
    return { error, matches: isLacking ? 'player.notInPlan' : 'tournament.matchesUnread' };
  }
};

/** Requests every phase of a tournament: the default is the main draw. */
const EVERY_PHASE = { draw: 'all' } as const satisfies TournamentMatchesQuery;

/** The query for all matches of a tournament: team events also have groups and placement. */
export const everyPhaseOf = async (
  id: number,
  { db }: Pick<Services, 'db'>,
): Promise<Pick<TournamentMatchesQuery, 'draw'>> =>
  (await findTournament(db, id))?.format === 'teams' ? EVERY_PHASE : {};
