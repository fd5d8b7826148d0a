import type { AlertEvent, RankedPlayer } from './events.ts';
import type { TrackedMatch } from '../match/state.ts';
import type { Tournament } from '../people/people.ts';

/** The venue's minutes ahead of UTC; null while unknown. */
export type VenueOffset = number | null;

export interface QuietHoursNews {
  readonly event: AlertEvent;
  readonly held: TrackedMatch | null;
  readonly tournament: Tournament | null;
  /** All matches concerned: one, or those of a draw. */
  readonly matches: readonly TrackedMatch[];
  readonly offset?: VenueOffset;
}

export type AlertSubject =
  | {
      readonly kind: 'match';
      readonly held: TrackedMatch;
      readonly offset?: VenueOffset;
    }
  | {
      readonly kind: 'matches';
      readonly tournament: Tournament | null;
      readonly matches: readonly TrackedMatch[];
    }
  | { readonly kind: 'tournament'; readonly tournament: Tournament }
  | {
      readonly kind: 'day';
      readonly matches: readonly TrackedMatch[];
      readonly offsets?: ReadonlyMap<number, VenueOffset>;
    }
  | {
      readonly kind: 'ranking';
      readonly followed: readonly RankedPlayer[];
      /** A direct message has nothing but the followed players. */
      readonly isDirect: boolean;
    }
  | { readonly kind: 'quiet-hours-digest'; readonly news: readonly QuietHoursNews[] };
