import type { Config } from '../config.ts';
import { quotaFinding } from '../doctor/padel.ts';
import { inspectQuota } from '../store/inspection/inspection.ts';
import { allBlocks } from '../store/channels/blocks.ts';
import { readDatabase } from '../store/connection/database.ts';
import { trackRecord } from '../store/matches/predictions.ts';
import { inPlaySummary, openEventCount, undeliveredPostCount } from '../store/outbox/backlog.ts';
import { pendingEntryCount } from '../store/processes/inbox.ts';

const ago = (at: number | null, now: number): string =>
  at === null ? '' : `, the newest change ${Math.round((now - at) / 1_000)} s ago`;

/** What the database says of the bot, running or not; nothing is changed. */
export const statusText = async (
  { databaseUrl, padel }: Pick<Config, 'databaseUrl' | 'padel'>,
  now: number,
): Promise<string> => {
  const month = `${new Date(now).toISOString().slice(0, 7)}-01`;
  const counted = await inspectQuota(databaseUrl, padel.token, month);
  const lines = await readDatabase(databaseUrl, async (db) => {
    const { matches, changedAt, delayed } = await inPlaySummary(db, now);
    const record = await trackRecord(db);
    return [
      `Matches in play: ${matches}${ago(changedAt, now)}; without updates: ${delayed}.`,
      `Posts to be retried: ${await undeliveredPostCount(db, now)}; news being sent: ${await openEventCount(db, now)}.`,
      `Webhook deliveries waiting: ${await pendingEntryCount(db)}.`,
      record === null
        ? 'Predictions: no match decided yet.'
        : `Predictions at the start or a set's end: ${record.predictions}; decided matches: ${record.matches}; Brier ${record.brier.toFixed(3)}, log loss ${record.logLoss.toFixed(3)}.`,
      `Blocked users and servers: ${(await allBlocks(db)).length}.`,
    ];
  });
  return [quotaFinding(padel.quota, counted, () => now).says, ...lines].join('\n');
};
