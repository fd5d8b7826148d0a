/** How far away the judge pretends to be, and what goes wrong there; shares are of 1. */
export interface Rules {
  /** Milliseconds there and back, from … to. */
  readonly distance: readonly [number, number];
  /** Answers of 502 to what was not done. */
  readonly failing: number;
  /** Requests that are done and never answered. */
  readonly silent: number;
  /** Connections that are cut, half of them before it is done and half after. */
  readonly cut: number;
  /** Channels that are there no more. */
  readonly gone: number;
  /** Messages of a channel, and edits, in five seconds. */
  readonly perChannel: number;
}

/** Nothing goes wrong, at the distance of Discord. */
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

/** What a request was about. */
export type Route = 'post' | 'edit' | 'remove' | 'history' | 'answer' | 'other';

/** What became of a request. */
export type Verdict =
  | 'made'
  /** The same nonce: it was there. */
  | 'known'
  | 'done'
  | 'gone'
  | 'limited'
  | 'failed';

/** One request, as the judge saw it. */
export interface Entry {
  /** When it came in, on the machine's clock. */
  readonly at: number;
  readonly route: Route;
  readonly channel: string;
  /** The words of a message, to know it again. */
  readonly words: string;
  readonly verdict: Verdict;
  /** Who refused it: a model of the global limit, or its channel. */
  readonly refusedBy: readonly Model[];
  /** It was done, and nobody was told. */
  readonly isUnanswered: boolean;
}

/** What the global limit may be at Discord, which does not say; and the limit of a channel. */
export type Model = 'fixed' | 'sliding' | 'bucket' | 'channel';
