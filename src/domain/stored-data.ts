import type { AlertChannel } from './alert-channel.ts';
import type { FollowTarget } from './follows.ts';
import type { Instant } from './terms.ts';

/** Something that is followed, and since when. */
export interface KeptFollow {
  readonly target: FollowTarget;
  readonly since: Instant;
}

/** What is stored of a channel: its own follows, and those of the members under its alerts. */
export interface ChannelData {
  readonly channel: AlertChannel;
  readonly follows: readonly KeptFollow[];
  readonly memberFollows: number;
  readonly members: number;
  /** Posts, cards and threads that are noted by their ids. */
  readonly posts: number;
}

/** Everything that is stored about a member, in whatever server. */
export interface MemberData {
  /** What they follow under the alerts of a channel. */
  readonly follows: readonly (KeptFollow & { readonly channel: AlertChannel })[];
  /** Their direct messages; null where they are told nothing by them. */
  readonly direct: ChannelData | null;
  /** The channels whose alerts they set up last. */
  readonly setUp: readonly AlertChannel[];
}

/** Everything that is stored about a server. */
export interface ServerData {
  readonly channels: readonly ChannelData[];
  /** Matches that stand among the events of the server. */
  readonly events: number;
}
