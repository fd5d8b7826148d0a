import type { EveryMinute } from '../../lib/every-minute.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Wake } from '../delivery/delivery.ts';

/** Scheduled jobs by the name that the log shows. */
type AgendaJobs = Readonly<Record<string, () => Promise<void>>>;

interface AgendaOptions {
  readonly jobs: AgendaJobs;
  readonly log: Logger;
  readonly wake: Wake;
}

/** Runs scheduled jobs. An event's key comes from its content: a restart posts nothing twice. */
export const createAgenda = ({ jobs, log, wake }: AgendaOptions) => {
  const running = new Set<string>();

  const runJob = async (name: string, job: () => Promise<void>): Promise<void> => {
    running.add(name);
    try {
      await job();
    } catch (error) {
      log.error({ err: error, job: name }, 'agenda job failed, retrying');
    } finally {
      running.delete(name);
      // After each job, not after all: a slow job must not delay what the others have to post.
      wake();
    }
  };

  return {
    /** Runs the jobs of this minute; a job that fails does not stop the others. */
    tick: async (): Promise<void> => {
      // A job that still waits for a slow service is not started twice.
      const started = Object.entries(jobs).filter(([name]) => !running.has(name));
      await Promise.all(started.map(([name, job]) => runJob(name, job)));
    },
  };
};

/** Runs the jobs in each minute. */
export const startAgenda = ({
  everyMinute,
  ...options
}: AgendaOptions & { readonly everyMinute: EveryMinute }): ReturnType<EveryMinute> =>
  everyMinute(createAgenda(options).tick);
