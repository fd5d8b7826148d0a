/** `well` is as it should be, `beware` works and is worth knowing, `wrong` is in the bot's way. */
export type Verdict = 'well' | 'beware' | 'wrong';

/** One thing that the doctor looked at, in words for the operator. */
export interface Finding {
  readonly verdict: Verdict;
  /** What was looked at: `Discord token`. */
  readonly about: string;
  /** How it was found. */
  readonly says: string;
  /** What to do next; missing where there is nothing to do. */
  readonly next?: string;
}

export const well = (about: string, says: string): Finding => ({ verdict: 'well', about, says });

export const beware = (about: string, says: string, next: string): Finding => ({
  verdict: 'beware',
  about,
  says,
  next,
});

export const wrong = (about: string, says: string, next: string): Finding => ({
  verdict: 'wrong',
  about,
  says,
  next,
});

/** Whether the bot would run as it was found. */
export const isSound = (findings: readonly Finding[]): boolean =>
  findings.every(({ verdict }) => verdict !== 'wrong');
