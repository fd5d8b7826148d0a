/** The service found that two records were one: what was `from` is now `to`, for good. */
export interface Merge {
  readonly kind: 'player' | 'tournament' | 'match';
  readonly from: number;
  readonly to: number;
}
