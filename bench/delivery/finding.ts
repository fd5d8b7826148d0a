import type { BotName } from './bots/bot.ts';
import type { Judge } from './judge/judge.ts';

/** One figure, as it came out. */
export interface Finding {
  readonly figure: string;
  /** What is promised; null where nothing is. */
  readonly target: string | null;
  readonly isMet: boolean | null;
  /** What each bot came to, in words for the table. */
  readonly by: Partial<Readonly<Record<BotName, string>>>;
  /** The numbers behind it, for the file. */
  readonly numbers: Readonly<Record<string, number>>;
}

/** What a figure is measured with. */
export interface Bench {
  readonly judge: Judge;
  /** Shorter: for every day, not for the documentation. */
  readonly isQuick: boolean;
}

/** Who is measured: for every day ours alone, the others only for comparison. */
export const measured = <T extends BotName>(
  { isQuick }: Bench,
  names: readonly T[],
): readonly T[] => (isQuick ? names.filter((name) => name === 'ours') : names);

export type Figure = (bench: Bench) => Promise<readonly Finding[]>;
