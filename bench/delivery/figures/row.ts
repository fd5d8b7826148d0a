import type { BotName } from '../bots/bot.ts';
import type { Finding } from '../finding.ts';

export interface RowOptions {
  readonly figure: string;
  /** Null without a promise. */
  readonly target?: string;
  readonly isMet?: (ours: number) => boolean;
  readonly words: (value: number) => string;
}

/** A figure that is one number for each bot. */
export const rowOf = (
  { figure, target, isMet, words }: RowOptions,
  values: ReadonlyMap<BotName, number>,
): Finding => ({
  figure,
  target: target ?? null,
  isMet: isMet === undefined ? null : isMet(values.get('ours') ?? NaN),
  by: Object.fromEntries([...values].map(([name, value]) => [name, words(value)])),
  numbers: Object.fromEntries(values),
});

/** One number of each bot's result. */
export const each = <T>(
  found: ReadonlyMap<BotName, T>,
  valueOf: (value: T) => number,
): ReadonlyMap<BotName, number> =>
  new Map([...found].map(([name, value]) => [name, valueOf(value)]));
