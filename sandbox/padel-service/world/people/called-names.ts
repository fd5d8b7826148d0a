/** Where the service shows the names that players go by, beyond the specification. */
export const CALLED_NAMES = ['nowhere', 'matches', 'players', 'both'] as const;

export type CalledNames = (typeof CALLED_NAMES)[number];

/** Whether the `name` of a match is made of what its players are called. */
export const areSaidInMatches = (said: CalledNames): boolean =>
  said === 'matches' || said === 'both';

/** Whether players have a `short_name`. */
export const areSaidOfPlayers = (said: CalledNames): boolean =>
  said === 'players' || said === 'both';
