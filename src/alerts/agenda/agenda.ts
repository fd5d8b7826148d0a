import type { EveryMinute } from '../../lib/every-minute.ts';
import type { AlertsContext } from '../delivery/delivery.ts';

interface AgendaOptions extends Pick<AlertsContext, 'log' | 'wake'> {
  /** By the name that the log shows. */
  readonly jobs: Readonly<Record<string, () => Promise<void>>>;
  readonly everyMinute: EveryMinute;
}

/**
 * Runs scheduled jobs in each minute. An event's key comes from its content: a restart posts nothing twice, and what
 * was due while the process was down is posted only while it is still current.
 */
export const startAgenda = ({ jobs, everyMinute, log, wake }: AgendaOptions) => {
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

  return everyMinute(async () => {
    // A job that still waits for a slow service is not started twice.
    const started = Object.entries(jobs).filter(([name]) => !running.has(name));
    await Promise.all(started.map(([name, job]) => runJob(name, job)));
  });
};
