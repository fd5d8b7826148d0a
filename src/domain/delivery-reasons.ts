/** Why Discord refuses a channel until somebody changes that there. */
export const CHANNEL_FAILURES = [
  'unknown-channel',
  'missing-access',
  'missing-permissions',
  'not-a-text-channel',
  'direct-messages-closed',
  'thread-closed',
] as const;

export type ChannelFailure = (typeof CHANNEL_FAILURES)[number];

/**
 * Why a delivery was not posted, or waits. Each is stored with the delivery and has a sentence in every
 * language (`why.reason` of the locale files).
 */
export const DELIVERY_REASONS = [
  ...CHANNEL_FAILURES,
  // The settings of the channel.
  'kind',
  'round',
  'level',
  'category',
  'watchability',
  'other-time',
  'paused',
  'quiet-hours',
  'delay',
  'limit',
  'not-followed',
  'unfollowed',
  // The news itself.
  'in-order',
  'expired',
  'already-over',
  'already-begun',
  'nothing-missed',
  'told-right',
  'told-with-tie',
  'removed',
  // Discord's answer; `request-failed` and `rejected` come with a detail, in its words.
  'limited',
  'edited-too-often',
  'request-failed',
  'rejected',
  'gone',
  // A fault of the bot.
  'error',
] as const;

export type DeliveryReason = (typeof DELIVERY_REASONS)[number];
