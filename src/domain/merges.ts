/** The service merged two records: `from` is permanently `to`. */
export interface Merge {
  readonly kind: 'player' | 'tournament' | 'match';
  readonly from: number;
  readonly to: number;
}
