import type { News } from '../news/news.ts';

/** The state of a delivery. */
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
  /** Never tried: the subscription's address is the reserved one. */
  | 'nowhere';

/** A piece of news and its delivery to the receiver. */
export interface Delivery {
  readonly number: number;
  readonly news: News;
  state: DeliveryState;
  tries: number;
  /** The result of the last try: a status, or the error. */
  answer: string | null;
  /** Made for the first try, the same in all. */
  body: string | null;
  /** Aborts the try in flight, or the delay before the next one. */
  abort: () => void;
}

export const newDelivery = (number: number, news: News): Delivery => ({
  number,
  news,
  state: 'waiting',
  tries: 0,
  answer: null,
  body: null,
  abort: () => undefined,
});
