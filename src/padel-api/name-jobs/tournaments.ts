import { tournamentEntry } from '../../domain/directory.ts';
import { NotFound } from '../errors.ts';
import { quietly, type Job, type JobOptions } from './job.ts';
import { createListedJob } from './listed.ts';

/** There is no endpoint for a single tournament: its matches show whether it was merged or deleted. */
const findTournament = async (
  { api, names }: JobOptions,
  id: number,
  signal: AbortSignal,
): Promise<void> => {
  try {
    await api.tournamentMatches(id, { perPage: 1 }, quietly(signal));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await names.forget('tournament', id);
  }
};

export const tournamentsJob = (options: JobOptions): Job =>
  createListedJob({
    ...options,
    kind: 'tournament',
    read: (paging, signal) => options.api.tournaments(paging, quietly(signal)),
    entryOf: tournamentEntry,
    askAfter: (id, signal) => findTournament(options, id, signal),
  });
