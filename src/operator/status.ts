import { readDatabaseUrl, readQuota } from '../config.ts';
import { quotaFinding } from '../doctor/padel.ts';
import { ageInWords } from '../lib/clocks.ts';
import { inspectQuota } from '../store/inspection/inspection.ts';
import { allBlocks } from '../store/channels/blocks.ts';
import { readDatabase } from '../store/connection/database.ts';
import { trackRecord } from '../store/matches/predictions.ts';
import { inPlaySummary, openEventCount, undeliveredPostCount } from '../store/outbox/backlog.ts';
import { pendingEntryCount } from '../store/processes/inbox.ts';

const newest = (at: number | null, now: number): string =>
  at === null ? '' : `, the newest change ${ageInWords(at, now)}`;

/** What is left of the quota; it is counted for a token. */
const quotaText = async (variables: NodeJS.ProcessEnv, now: number): Promise<string> => {
  if ((variables['PADEL_API_TOKEN'] ?? '') === '') {
    return 'Requests left: unknown without PADEL_API_TOKEN, for which they are counted.';
  }
  const { token, quota } = readQuota(variables);
  const month = `${new Date(now).toISOString().slice(0, 7)}-01`;
  const counted = await inspectQuota(readDatabaseUrl(variables), token, month);
  return quotaFinding(quota, counted, () => now).says;
};

/** What the database says of the bot, running or not; nothing is changed. */
export const statusText = async (variables: NodeJS.ProcessEnv, now: number): Promise<string> => {
  const quota = await quotaText(variables, now);
  const lines = await readDatabase(readDatabaseUrl(variables), async (db) => {
    const { matches, changedAt, delayed } = await inPlaySummary(db, now);
    const record = await trackRecord(db);
    return [
      `Matches in play: ${matches}${newest(changedAt, now)}; without updates: ${delayed}.`,
      `Posts to be retried: ${await undeliveredPostCount(db, now)}; news being sent: ${await openEventCount(db, now)}.`,
      `Webhook deliveries waiting: ${await pendingEntryCount(db)}.`,
      record === null
        ? 'Predictions: no match decided yet.'
        : `Predictions at the start or a set's end: ${record.predictions}; decided matches: ${record.matches}; Brier ${record.brier.toFixed(3)}, log loss ${record.logLoss.toFixed(3)}.`,
      `Blocked users and servers: ${(await allBlocks(db)).length}.`,
    ];
  });
  return [quota, ...lines].join('\n');
};
