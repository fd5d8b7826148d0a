import type { BotName } from './bots/bot.ts';
import type { Judge } from './judge/judge.ts';

/** One measured figure. */
export interface Finding {
  readonly figure: string;
  /** The promise; null for none. */
  readonly target: string | null;
  readonly isMet: boolean | null;
  /** Each bot's result, as text for the table. */
  readonly by: Partial<Readonly<Record<BotName, string>>>;
  /** The numbers behind it, for the file. */
  readonly numbers: Readonly<Record<string, number>>;
}

/** The setup of a figure. */
export interface Bench {
  readonly judge: Judge;
  /** A shorter run for everyday use, not for the documentation. */
  readonly isQuick: boolean;
}

/** The measured bots: every day only ours, the others for comparison. */
export const measured = <T extends BotName>(
  { isQuick }: Bench,
  names: readonly T[],
): readonly T[] => (isQuick ? names.filter((name) => name === 'ours') : names);

export type Figure = (bench: Bench) => Promise<readonly Finding[]>;
