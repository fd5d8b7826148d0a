/** The parsed arguments. */
export interface DoctorArguments {
  /** The public address of the webhook; null to skip its test. */
  readonly webhook: URL | null;
  /** The number of the data service's webhook subscription; null for the one that fits. */
  readonly subscription: number | null;
}

export const USAGE = `npm run doctor -- [--webhook https://your.host/webhooks/padel] [--subscription NUMBER] [--json]

  Looks at everything that the bot needs, and says what is missing and what to do.

  --webhook       also delivers to the public address of the webhook, whether or not the bot runs:
                  does it lead there, and does every byte arrive?
  --subscription  number of the data service's webhook subscription, instead of the one that fits
  --json          for programs

  Ends with 1 when something is in the bot's way. Takes at most 9 of the data service's requests.`;

/** For `parseArgs`. */
export const OPTIONS = {
  webhook: { type: 'string' },
  subscription: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** @throws an error that names the expected format */
export const readArguments = (values: {
  readonly webhook?: string | undefined;
  readonly subscription?: string | undefined;
}): DoctorArguments => {
  const { webhook, subscription } = values;
  if (subscription !== undefined && !/^[1-9]\d{0,14}$/.test(subscription)) {
    throw new Error('--subscription should be a number, like 17. See --help.');
  }
  return {
    webhook: webhook === undefined ? null : addressOf(webhook),
    subscription: subscription === undefined ? null : Number(subscription),
  };
};

const addressOf = (text: string): URL => {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new Error('--webhook should be like https://your.host/webhooks/padel. See --help.');
};
