import type { Services } from '../src/discord/command.ts';
import type { Match } from '../src/domain/match.ts';
import { UserError } from '../src/errors.ts';
import { NotInPlan } from '../src/padel-api/errors.ts';
import { PER_PAGE } from '../src/padel-api/pages.ts';
import type { Unread } from '../src/render/tournament-card.ts';

/** Every match of a tournament, and when the oldest part of the answer was read. */
export interface AllMatches {
  readonly matches: readonly Match[];
  readonly readAt: number;
}

/** The largest draws have 126 matches; a list that goes on is not one of a tournament. */
const MAX_PAGES = 10;

/** Reads every match of a tournament: the first page tells how many there are. */
export const allMatchesOf = async (id: number, { api }: Services): Promise<AllMatches> => {
  const first = await api.tournamentMatches(id, { perPage: PER_PAGE });
  const others = await Promise.all(
    Array.from({ length: Math.min(first.value.lastPage, MAX_PAGES) - 1 }, (_, index) =>
      api.tournamentMatches(id, { page: index + 2, perPage: PER_PAGE }),
    ),
  );
  const answers = [first, ...others];
  return {
    matches: answers.flatMap(({ value }) => value.items),
    readAt: Math.min(...answers.map(({ readAt }) => readAt)),
  };
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
