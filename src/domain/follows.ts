import { playersOf, type Match } from './match.ts';

/** What can be followed. A player is followed through every partner. */
export const FOLLOW_KINDS = ['player', 'tournament', 'match'] as const;

export type FollowKind = (typeof FOLLOW_KINDS)[number];

/** One thing that is followed. */
export interface FollowTarget {
  readonly kind: FollowKind;
  readonly id: number;
}

/** Every target whose followers are told about this match. */
export const targetsOf = (match: Match): readonly FollowTarget[] => [
  ...playersOf(match).map(({ id }): FollowTarget => ({ kind: 'player', id })),
  ...(match.tournamentId === null
    ? []
    : [{ kind: 'tournament', id: match.tournamentId } satisfies FollowTarget]),
  { kind: 'match', id: match.id },
];
