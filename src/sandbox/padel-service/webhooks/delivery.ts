import type { News } from '../news/news.ts';

/** What became of a delivery, or where it is now. */
export type DeliveryState =
  /** For its first try, for the next one, or behind another of the same resource. */
  | 'waiting'
  | 'sending'
  | 'delivered'
  /** Given up after the last try. */
  | 'failed'
  /** Not wanted any more: the subscription was paused, changed or removed. */
  | 'withdrawn'
  /** The queue was full. */
  | 'dropped'
  /** Never tried: nobody can receive under the subscription's address. */
  | 'nowhere';

/** A piece of news on its way to the receiver. */
export interface Delivery {
  readonly number: number;
  readonly news: News;
  state: DeliveryState;
  tries: number;
  /** What came of the last try: a status, or why there was none. */
  answer: string | null;
  /** Made for the first try, the same in all. */
  body: string | null;
  /** Ends the try that is under way, or the wait for the next one. */
  breakOff: () => void;
}

export const newDelivery = (number: number, news: News): Delivery => ({
  number,
  news,
  state: 'waiting',
  tries: 0,
  answer: null,
  body: null,
  breakOff: () => undefined,
});
