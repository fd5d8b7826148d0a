import { MINUTE } from '../../src/lib/time.ts';

/** Discord's limits as the local Discord keeps them (delivery side: sandbox/discord/README.md, "Limits"). */
export interface Limits {
  /** Requests of one bot in a second, all routes but the interaction endpoints. */
  readonly globalPerSecond: number;
  /** Messages sent into one channel in five seconds. */
  readonly messagesPer5s: number;
  /** Edits of messages in one channel in five seconds: a bucket of their own. */
  readonly editsPer5s: number;
  /** Edits in one channel and hour of messages that are older than an hour (error 30046). */
  readonly oldEditsPerHour: number;
  /** Crossposts of one announcement channel in an hour. */
  readonly crosspostsPerHour: number;
  /** Events of the guild that are to come or under way (error 30038). */
  readonly openEvents: number;
  /** Threads of the guild that are not archived (error 160006). */
  readonly openThreads: number;
  /** Milliseconds a bot has for its first answer to an interaction (error 10062 afterwards). */
  readonly acknowledgeMs: number;
  /** Milliseconds an interaction's token lives. */
  readonly tokenMs: number;
  /** Milliseconds the control API waits for the answer that a deferral promised. */
  readonly deferredAnswerMs: number;
  /** Milliseconds it waits for the edit after a component was acknowledged without a message. */
  readonly deferredUpdateMs: number;
  /** Milliseconds in which an enforced nonce returns the message that it made. */
  readonly nonceMs: number;
  /** Bytes of one uploaded file. */
  readonly fileBytes: number;
  /** Milliseconds between the heartbeats that HELLO asks for. */
  readonly heartbeatMs: number;
  /** Milliseconds in which a cut gateway session can be resumed. */
  readonly resumeMs: number;
  /** Messages a bot may send over one gateway connection in a minute. */
  readonly gatewayPerMinute: number;
  /** The fewest recommended shards; more when the servers need them. */
  readonly shards: number;
  /** Servers that one shard may have (close code 4011 above it). */
  readonly serversPerShard: number;
  /** How many sessions may be opened at once (`max_concurrency`). */
  readonly maxConcurrency: number;
  /** Milliseconds until as many may be opened again: 5,000 at Discord; 0 takes any number. */
  readonly identifyMs: number;
}

export const DISCORD_LIMITS: Limits = {
  globalPerSecond: 50,
  messagesPer5s: 5,
  editsPer5s: 5,
  oldEditsPerHour: 30,
  crosspostsPerHour: 10,
  openEvents: 100,
  openThreads: 1_000,
  acknowledgeMs: 3_000,
  tokenMs: 15 * MINUTE,
  deferredAnswerMs: MINUTE,
  deferredUpdateMs: 5_000,
  nonceMs: 5 * MINUTE,
  fileBytes: 10 * 1024 * 1024,
  heartbeatMs: 41_250,
  resumeMs: 5 * MINUTE,
  gatewayPerMinute: 120,
  shards: 1,
  serversPerShard: Infinity,
  maxConcurrency: 1,
  // Bots are started here one after the other.
  identifyMs: 0,
};
