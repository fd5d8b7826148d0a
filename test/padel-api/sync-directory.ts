import { createNameJobs } from '#src/padel-api/names/jobs.ts';

/** Reads all names once, one kind after the other. @throws the API's errors */
export const syncDirectory = async (
  source: Parameters<typeof createNameJobs>[0],
  signal: AbortSignal,
): Promise<void> => {
  for (const job of Object.values(createNameJobs(source).jobs)) await job(signal);
};
