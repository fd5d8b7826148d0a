import { UsageError } from '../lib/usage-error.ts';

export interface DoctorArguments {
  /** The public address of the webhook; null to skip that test. */
  readonly webhook: URL | null;
  /** The number of the webhook at the data service; null for the one with our secret. */
  readonly subscription: number | null;
}

export const USAGE = `npm run doctor -- [--webhook https://your.host/webhooks/padel] [--subscription NUMBER] [--json]

  Checks everything the bot needs and says how to fix what is wrong.

  --webhook       also tests the webhook's public address with a delivery, with the bot running or not
  --subscription  number of the webhook at the data service; the matching one by default
  --json          prints JSON

  Exits with 1 if something stops the bot from working, with 2 for wrong arguments. Makes at most 11 requests to the data service.
  Waits up to two minutes for a push while a match is in play.`;

export const OPTIONS = {
  webhook: { type: 'string' },
  subscription: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** @throws UsageError that names the expected format */
export const readArguments = (values: {
  readonly webhook?: string | undefined;
  readonly subscription?: string | undefined;
}): DoctorArguments => {
  const { webhook, subscription } = values;
  if (subscription !== undefined && !/^[1-9]\d{0,14}$/.test(subscription)) {
    throw new UsageError('--subscription should be a number, like 17. See --help.');
  }
  return {
    webhook: webhook === undefined ? null : addressOf(webhook),
    subscription: subscription === undefined ? null : Number(subscription),
  };
};

const addressOf = (text: string): URL => {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError('--webhook should be like https://your.host/webhooks/padel. See --help.');
};
