/** Why Discord refuses posts in a channel until a moderator changes something there. */
const CHANNEL_FAILURES = [
  'unknown-channel',
  'missing-access',
  'missing-permissions',
  'not-a-text-channel',
  'direct-messages-closed',
  'thread-closed',
] as const;

export type ChannelFailure = (typeof CHANNEL_FAILURES)[number];

/** Why a standing board is not pinned: the permission is missing, or the channel has too many pins. */
export type PinRefusal = 'missing-permissions' | 'too-many-pins';

/** Why a delivery was skipped or is pending, stored with it; each has a sentence in every language (`why.reason`). */
export const DELIVERY_REASONS = [
  ...CHANNEL_FAILURES,
  'type',
  'round',
  'level',
  'category',
  'other-time',
  'paused',
  'quiet-hours',
  'delay',
  'limit',
  'not-followed',
  'tells-result',
  'unfollowed',
  'in-order',
  'expired',
  'already-over',
  'already-begun',
  'outdated',
  'digest-empty',
  'already-correct',
  'already-told',
  'included-in-tie',
  'included-in-result',
  'removed',
  // Discord's response; `request-failed`, `declined` and `rejected` carry Discord's text as detail.
  'limited',
  'edited-too-often',
  'request-failed',
  'declined',
  'rejected',
  'gone',
  'error',
] as const;

export type DeliveryReason = (typeof DELIVERY_REASONS)[number];
