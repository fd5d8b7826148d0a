import type { AlertChannel } from './alerts/channel.ts';
import type { FollowTarget } from './alerts/follows.ts';
import type { Instant } from './terms.ts';

export interface StoredFollow {
  readonly target: FollowTarget;
  readonly since: Instant;
}

/** What is stored about a channel: its own follows, and counts of its members'. */
export interface ChannelData {
  readonly channel: AlertChannel;
  readonly follows: readonly StoredFollow[];
  readonly memberFollows: number;
  readonly members: number;
  /** Posts, cards and threads stored by id. */
  readonly posts: number;
}

export interface MemberData {
  readonly follows: readonly (StoredFollow & { readonly channel: AlertChannel })[];
  /** Their direct messages; null where they receive no alerts in them. */
  readonly direct: ChannelData | null;
  /** Channels that they were the last to set up. */
  readonly setUp: readonly AlertChannel[];
}

export interface ServerData {
  readonly channels: readonly ChannelData[];
  /** Matches among the server's scheduled events. */
  readonly events: number;
}
