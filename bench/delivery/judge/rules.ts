/** The simulated distance and faults of the judge; shares are of 1. */
export interface Rules {
  /** Round-trip time in milliseconds, from … to. */
  readonly distance: readonly [number, number];
  /** Responses of 502 to requests that were not executed. */
  readonly failing: number;
  /** Requests that are executed but never answered. */
  readonly silent: number;
  /** Closed connections, half of them before execution and half after. */
  readonly cut: number;
  /** Deleted channels. */
  readonly gone: number;
  /** Messages of a channel, and edits, in five seconds. */
  readonly perChannel: number;
}

/** No faults, at Discord's distance. */
export const FAIR: Rules = {
  distance: [80, 120],
  failing: 0,
  silent: 0,
  cut: 0,
  gone: 0,
  perChannel: 5,
};

/** The faults of the promises (docs/benchmarks.md). */
export const FAULTY: Rules = { ...FAIR, failing: 0.01, silent: 0.005, cut: 0.005, gone: 0.02 };

/** The subject of a request. */
export type Route = 'post' | 'edit' | 'remove' | 'history' | 'answer' | 'other';

/** The outcome of a request. */
export type Verdict =
  | 'made'
  /** The nonce is known: the message existed. */
  | 'known'
  | 'done'
  | 'gone'
  | 'limited'
  | 'failed';

/** One request, as recorded by the judge. */
export interface Entry {
  /** When it came in, on the machine's clock. */
  readonly at: number;
  readonly route: Route;
  readonly channel: string;
  /** The text of a message, to recognize it. */
  readonly words: string;
  readonly verdict: Verdict;
  /** The limit that refused it: a model of the global one, or the channel's. */
  readonly refusedBy: readonly Model[];
  /** It was executed, but not answered. */
  readonly isUnanswered: boolean;
}

/** Models of Discord's global limit, which is not documented in detail; and the limit of a channel. */
export type Model = 'fixed' | 'sliding' | 'bucket' | 'channel';
