import type { Category } from './terms.ts';

/** What can be named by typing: enough to find it, and to tell namesakes apart. */
export interface DirectoryEntry {
  readonly kind: 'player' | 'tournament';
  readonly id: number;
  readonly name: string;
  /** Players only. */
  readonly category: Category | null;
  /** ISO 3166 alpha-2: a player's nationality, a tournament's country. */
  readonly country: string | null;
  /** Players only; null when unranked. */
  readonly ranking: number | null;
  /** Tournaments only: local dates, `YYYY-MM-DD`. */
  readonly startDate: string | null;
  readonly endDate: string | null;
}

export type DirectoryKind = DirectoryEntry['kind'];
