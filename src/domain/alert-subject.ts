import type { AlertEvent, RankedPlayer } from './alert-events.ts';
import type { HeldMatch } from './held-match.ts';
import type { Tournament } from './people.ts';

/** News that was kept in quiet hours, and what it is about. */
export interface MissedNews {
  readonly event: AlertEvent;
  readonly held: HeldMatch | null;
  readonly tournament: Tournament | null;
}

/** What news is about, as it stands when it is told. */
export type Subject =
  | { readonly kind: 'match'; readonly held: HeldMatch }
  | {
      readonly kind: 'matches';
      readonly tournament: Tournament | null;
      readonly matches: readonly HeldMatch[];
    }
  | { readonly kind: 'tournament'; readonly tournament: Tournament }
  | { readonly kind: 'day'; readonly matches: readonly HeldMatch[] }
  | { readonly kind: 'ranking'; readonly followed: readonly RankedPlayer[] }
  | { readonly kind: 'missed'; readonly news: readonly MissedNews[] };
