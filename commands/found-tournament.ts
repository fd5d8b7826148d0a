import type { Services } from '../src/discord/command.ts';
import type { DirectoryEntry } from '../src/domain/directory.ts';
import type { Tournament } from '../src/domain/people.ts';
import { UserError } from '../src/errors.ts';
import { PER_PAGE } from '../src/padel-api/pages.ts';

/** A tournament, and whether the service lists it. */
export interface FoundTournament {
  readonly tournament: Tournament;
  readonly isListed: boolean;
  readonly readAt: number | null;
}

/**
 * A tournament by id. The service has no endpoint for it: search by name, and fall back to the
 * directory's data.
 * @throws UserError when the id is unknown.
 */
export const findTournament = async (
  id: number,
  { api, directory }: Services,
): Promise<FoundTournament> => {
  const entry = directory.get('tournament', id);
  if (entry === undefined) throw new UserError('outdated-control');
  try {
    const { value, readAt } = await api.tournaments({ name: entry.name, perPage: PER_PAGE });
    const tournament = value.items.find((each) => each.id === id);
    return tournament === undefined
      ? { tournament: asKnown(entry), isListed: false, readAt: null }
      : { tournament, isListed: true, readAt };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { tournament: asKnown(entry), isListed: true, readAt: null };
  }
};

const asKnown = (entry: DirectoryEntry): Tournament => ({
  id: entry.id,
  name: entry.name,
  location: null,
  country: entry.country,
  level: '',
  status: '',
  startDate: entry.startDate,
  endDate: entry.endDate,
});
