/** A player's Elo rating and the number of matches behind it. */
export interface Rating {
  readonly elo: number;
  readonly matches: number;
}

/** Everybody's rating before the first match. */
export const NEWCOMER: Rating = { elo: 1500, matches: 0 };

/** The chance, 0 to 1, of the side that is rated `lead` points higher than the other. */
export const expectation = (lead: number): number => 1 / (1 + 10 ** (-lead / 400));

/**
 * The same chance as `/matches/simulate` writes it, in tenths of a percent. Nothing is certain: it
 * stays between 1 and 999.
 */
export const tenthsOf = (lead: number): number =>
  Math.min(999, Math.max(1, Math.round(expectation(lead) * 1000)));

/**
 * A rating as the public service shows it: everybody starts at 1000 and the curve's divisor is 200,
 * so half as many points stand for the same chance.
 */
export const publicElo = (elo: number): number => Math.round(1000 + (elo - NEWCOMER.elo) / 2);

/** The chance, 0 to 1, of the side that is `lead` points ahead on that scale. */
export const publicExpectation = (lead: number): number => expectation(2 * lead);

/** The rating after one more match. `surprise` is the result (1 or 0) minus its expectation. */
export const afterMatch = ({ elo, matches }: Rating, surprise: number): Rating => ({
  elo: elo + (250 / (matches + 5) ** 0.4) * surprise,
  matches: matches + 1,
});

/** A side's rating: the mean of its players. */
export const meanElo = (ratings: readonly Rating[]): number =>
  ratings.reduce((sum, { elo }) => sum + elo, 0) / ratings.length;
