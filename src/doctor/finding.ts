/** `well`: no fault. `beware`: works, with a warning. `wrong`: prevents the bot from working. */
export type Verdict = 'well' | 'beware' | 'wrong';

/** The result of one check, in words for the operator. */
export interface Finding {
  readonly verdict: Verdict;
  /** What was checked: `Discord token`. */
  readonly about: string;
  /** The result. */
  readonly says: string;
  /** What to do next; missing when nothing is. */
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

/** Whether the bot would run. */
export const isSound = (findings: readonly Finding[]): boolean =>
  findings.every(({ verdict }) => verdict !== 'wrong');
