import type { AlertEvent, RankedPlayer } from './alert-events.ts';
import type { HeldMatch } from './held-match.ts';
import type { Tournament } from './people.ts';

/** The venue's minutes ahead of UTC, as its matches have told; null while its clock is not known. */
export type VenueOffset = number | null;

/** News that was kept in quiet hours, and what it is about. */
export interface MissedNews {
  readonly event: AlertEvent;
  readonly held: HeldMatch | null;
  readonly tournament: Tournament | null;
  /** All that it is about: one, or those of a draw. */
  readonly matches: readonly HeldMatch[];
  readonly offset?: VenueOffset;
}

/** What news is about, as it stands when it is told. */
export type Subject =
  | { readonly kind: 'match'; readonly held: HeldMatch; readonly offset?: VenueOffset }
  | {
      readonly kind: 'matches';
      readonly tournament: Tournament | null;
      readonly matches: readonly HeldMatch[];
    }
  | { readonly kind: 'tournament'; readonly tournament: Tournament }
  | {
      readonly kind: 'day';
      readonly matches: readonly HeldMatch[];
      /** By the ids of the matches. */
      readonly offsets?: ReadonlyMap<number, VenueOffset>;
    }
  | { readonly kind: 'ranking'; readonly followed: readonly RankedPlayer[] }
  | { readonly kind: 'missed'; readonly news: readonly MissedNews[] };
